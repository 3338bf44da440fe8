// The functions of R that deSolve's Fortran calls: messages, which we send to stderr, and the end of the program.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {

// Messages end with NUL, as C wants it; Fortran's hidden length argument is not needed.
void print(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fputc('\n', stderr);
}

}  // namespace

extern "C" {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
void rprintf_(const char* text, std::size_t) { print("%s", text); }
void rprintfi1_(const char* format, const int* i, std::size_t) { print(format, *i); }
void rprintfi2_(const char* format, const int* i, const int* j, std::size_t) { print(format, *i, *j); }
void rprintfi3_(const char* format, const int* i, const int* j, const int* k, std::size_t) {
  print(format, *i, *j, *k);
}
void rprintfd1_(const char* format, const double* d, std::size_t) { print(format, *d); }
void rprintfd2_(const char* format, const double* d, const double* e, std::size_t) { print(format, *d, *e); }
void rprintfid_(const char* format, const int* i, const double* d, std::size_t) { print(format, *i, *d); }
void rprintfdi_(const char* format, const double* d, const int* i, std::size_t) { print(format, *d, *i); }
void rprintfdid_(const char* format, const double* d, const int* i, const double* e, std::size_t) {
  print(format, *d, *i, *e);
}
#pragma GCC diagnostic pop

void dblepr_(const char* label, const int*, const double* values, const int* count, std::size_t length) {
  std::fprintf(stderr, "%.*s", static_cast<int>(length), label);
  for (int i = 0; i < *count; ++i) std::fprintf(stderr, " %g", values[i]);
  std::fputc('\n', stderr);
}

void intpr_(const char* label, const int*, const int* values, const int* count, std::size_t length) {
  std::fprintf(stderr, "%.*s", static_cast<int>(length), label);
  for (int i = 0; i < *count; ++i) std::fprintf(stderr, " %d", values[i]);
  std::fputc('\n', stderr);
}

void rwarn_(const char* text, std::size_t length) { std::fprintf(stderr, "%.*s\n", static_cast<int>(length), text); }

void rexit_(const char* text, std::size_t length) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(length), text);
  std::abort();
}
}
