set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
# Where programs find the libraries they load on demand: lib/ beside the program or its folder.
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_BUILD_RPATH "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE}")
endif()

# Designated initialisers name what matters; what they leave out has its default, so GCC need not warn of it.
set(warnings -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND warnings -Wno-subobject-linkage)  # of anonymous namespaces in a file that is compiled together with others
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND warnings -Wno-deprecated-declarations)  # libstdc++'s own stable_sort calls what it deprecates
  list(APPEND warnings -Wno-shadow)  # GCC looks; Clang minds constants of files that are only compiled together
endif()
# No contraction: the same source gives the same bits on every machine.
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:${warnings};-ffp-contract=off>")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -ftree-vectorize -DNDEBUG")

option(DASHPOT_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
if(DASHPOT_SANITIZE)
  add_compile_options(-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # GCC documents false alarms of this warning under the sanitizers; Clang does not have it.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=address,undefined)
  # Their dlopen() stands between the program and the loader, which then ignores a RUNPATH, but not an RPATH.
  add_link_options(-Wl,--disable-new-dtags)
endif()

option(DASHPOT_COVERAGE "Instrument for test coverage" OFF)
if(DASHPOT_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
