// Checks by a python3 script that lies beside the test: the test writes numbers to a file, the script reads them.
#ifndef DPCVX_TESTS_RANDOM_PYTHON_H_
#define DPCVX_TESTS_RANDOM_PYTHON_H_

#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

inline bool python_has(const char *module) {
  return std::system(("python3 -c 'import " + std::string(module) + "' 2>/dev/null").c_str()) == 0;
}

class TemporaryFile {
 public:
  TemporaryFile() {
    const int file = mkstemp(name_);
    stream_ = file < 0 ? nullptr : fdopen(file, "w");
    if (stream_ == nullptr) std::abort();
  }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  ~TemporaryFile() {
    std::fclose(stream_);
    unlink(name_);
  }
  std::FILE *stream() { return stream_; }
  const char *name() const { return name_; }

 private:
  char name_[32] = "/tmp/dpcvx_test_XXXXXX";
  std::FILE *stream_;
};

// The script's exit status; its output is the test's.
inline int run_python(const char *source, const char *script, const char *mode, TemporaryFile &file) {
  std::fflush(file.stream());
  const std::string folder = std::string(source).substr(0, std::string(source).rfind('/') + 1);
  return std::system(("python3 " + folder + script + " " + mode + " " + file.name()).c_str());
}

#endif
