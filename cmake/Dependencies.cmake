find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)

# KLU (SuiteSparse) ships no CMake package in Debian 12.
find_library(KLU_LIBRARY klu REQUIRED)
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
add_library(dashpot_klu INTERFACE)
target_include_directories(dashpot_klu SYSTEM INTERFACE "${KLU_INCLUDE_DIR}")
target_link_libraries(dashpot_klu INTERFACE "${KLU_LIBRARY}")
add_library(dashpot::klu ALIAS dashpot_klu)

# LAPACK: what Modelica's Math.Matrices calls; zlib: MATLAB's files of version 7.
find_library(LAPACK_LIBRARY lapack REQUIRED)
find_library(BLAS_LIBRARY blas REQUIRED)
add_library(dashpot_lapack INTERFACE)
target_link_libraries(dashpot_lapack INTERFACE "${LAPACK_LIBRARY}" "${BLAS_LIBRARY}")
add_library(dashpot::lapack ALIAS dashpot_lapack)
find_package(ZLIB REQUIRED)

# Boost.Beast: HTTP and WebSockets; headers only, of which nothing is linked.
find_path(BEAST_INCLUDE_DIR boost/beast/websocket.hpp REQUIRED)
add_library(dashpot_beast INTERFACE)
target_include_directories(dashpot_beast SYSTEM INTERFACE "${BEAST_INCLUDE_DIR}")
add_library(dashpot::beast ALIAS dashpot_beast)

# SUNDIALS: the optimised build that ./dev makes, shared by all build trees; else the packaged one.
set(DASHPOT_SUNDIALS_DIR "${CMAKE_SOURCE_DIR}/build/deps/sundials" CACHE PATH "Prefix of an optimised SUNDIALS build")
unset(SUNDIALS_DIR CACHE)  # look anew each time: the optimised build may have come or gone since
find_package(SUNDIALS 6.4 QUIET CONFIG PATHS "${DASHPOT_SUNDIALS_DIR}" NO_DEFAULT_PATH)
if(NOT SUNDIALS_FOUND)
  message(WARNING "SUNDIALS: using the packaged library, which Debian 12 compiles without optimisation. "
                  "./dev build makes an optimised one.")
  find_package(SUNDIALS 6.4 REQUIRED CONFIG)
endif()
add_library(dashpot_sundials INTERFACE)
target_link_libraries(dashpot_sundials INTERFACE
  SUNDIALS::cvode SUNDIALS::ida SUNDIALS::arkode
  SUNDIALS::sunlinsoldense SUNDIALS::sunlinsolband SUNDIALS::sunlinsolklu
  SUNDIALS::sunmatrixdense SUNDIALS::sunmatrixband SUNDIALS::sunmatrixsparse
  SUNDIALS::nvecserial)
add_library(dashpot::sundials ALIAS dashpot_sundials)

# LLVM 19: native code in process. The shared library and its headers are all that is needed, so we do not ask LLVM's own
# CMake package, which demands what its tools depend on.
option(DASHPOT_LLVM "Native code by LLVM 19; without it models are interpreted" ON)
if(DASHPOT_LLVM)
  find_library(LLVM_LIBRARY NAMES LLVM-19 PATHS /usr/lib/llvm-19/lib)
  find_path(LLVM_INCLUDE_DIR llvm/ExecutionEngine/Orc/LLJIT.h PATHS /usr/lib/llvm-19/include)
  if(NOT LLVM_LIBRARY OR NOT LLVM_INCLUDE_DIR)
    message(FATAL_ERROR "LLVM 19 is not there: install llvm-19-dev, or configure with -DDASHPOT_LLVM=OFF to interpret models "
                        "instead of compiling them, which makes long runs many times slower.")
  endif()
  add_library(dashpot_llvm_library INTERFACE)
  target_include_directories(dashpot_llvm_library SYSTEM INTERFACE "${LLVM_INCLUDE_DIR}")
  target_link_libraries(dashpot_llvm_library INTERFACE "${LLVM_LIBRARY}")
  add_library(dashpot::llvm ALIAS dashpot_llvm_library)
else()
  message(STATUS "Built without LLVM: models are interpreted")
endif()
