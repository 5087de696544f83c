// The common part of the tables of options and of figures: a constant's number with its spelling, paths to members,
// and the type that a table belongs to.
#ifndef DPCVX_BASE_TABLE_H_
#define DPCVX_BASE_TABLE_H_

#include <cstdint>
#include <type_traits>

// A constant of a public header, and its spelling.
#define DPCVX_NAMED(constant) constant, #constant

namespace dpcvx {

// Tells types apart without RTTI: each type has its own address.
template <class T>
inline constexpr char kTypeTag = 0;

// The class that a step of a path starts from: a member, a member function, or a function of an object.
template <class Step>
struct StepOf;
template <class Class, class Member>
struct StepOf<Member Class::*> {
  using Owner = Class;
};
template <class Class, class Result>
struct StepOf<Result (*)(const Class &)> {
  using Owner = Class;
};
template <auto Step>
using OwnerOf = typename StepOf<std::decay_t<decltype(Step)>>::Owner;

}  // namespace dpcvx

#endif
