// A reference to a function object: two pointers, no copy and no memory. std::function would pull libstdc++ in.
#ifndef DPCVX_BASE_FUNCTION_REF_H_
#define DPCVX_BASE_FUNCTION_REF_H_

namespace dpcvx {

template <class Signature>
class FunctionRef;

// Calls a const function object that outlives it: an argument of the call that it is passed to.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Function>
  FunctionRef(const Function &function)  // NOLINT(google-explicit-constructor): a lambda is passed as it is
      : function_(&function), call_([](const void *object, Arguments... arguments) -> Result {
          return (*static_cast<const Function *>(object))(arguments...);
        }) {}

  Result operator()(Arguments... arguments) const { return call_(function_, arguments...); }

 private:
  const void *function_;
  Result (*call_)(const void *object, Arguments... arguments);
};

}  // namespace dpcvx

#endif
