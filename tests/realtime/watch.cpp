#include "realtime/watch.hpp"

#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <pthread.h>

namespace {

thread_local long allocated = 0;
thread_local long locked = 0;

}  // namespace

long dashpot::testing::allocations() { return allocated; }
long dashpot::testing::locks() { return locked; }

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

void* operator new(std::size_t size) {
  ++allocated;
  if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocated;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

#else

// glibc's own names for what is replaced here; operator new calls malloc.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  ++allocated;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocated;
  return __libc_calloc(count, size);
}
void* realloc(void* p, std::size_t size) {
  ++allocated;
  return __libc_realloc(p, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  ++allocated;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  *result = memalign(alignment, size);
  return *result ? 0 : ENOMEM;
}
}

#endif

namespace {

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {
int pthread_mutex_lock(pthread_mutex_t* mutex) {
  static const auto real = next<int(pthread_mutex_t*)>("pthread_mutex_lock");
  ++locked;
  return real(mutex);
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  static const auto real = next<int(pthread_mutex_t*)>("pthread_mutex_trylock");
  ++locked;
  return real(mutex);
}
int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  static const auto real = next<int(pthread_rwlock_t*)>("pthread_rwlock_rdlock");
  ++locked;
  return real(lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  static const auto real = next<int(pthread_rwlock_t*)>("pthread_rwlock_wrlock");
  ++locked;
  return real(lock);
}
}
