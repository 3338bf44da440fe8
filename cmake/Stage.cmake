# dashpot_stage(NAME [APART] [DEPENDS target...]): the library of one stage, the *.cpp of src/NAME and of the folders in it,
# as dashpot::NAME. A folder with a CMakeLists.txt is a library of its own. APART: each file is compiled alone.
function(dashpot_stage name)
  cmake_parse_arguments(ARG "APART" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/*/*.cpp")
  file(GLOB libraries CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  foreach(library IN LISTS libraries)
    get_filename_component(folder "${library}" DIRECTORY)
    file(GLOB others "${folder}/*.cpp")
    list(REMOVE_ITEM sources ${others})
  endforeach()
  if(sources)
    add_library(dashpot_${name} STATIC ${sources})
    set(visibility PUBLIC)
  else()
    add_library(dashpot_${name} INTERFACE)  # headers only
    set(visibility INTERFACE)
  endif()
  if(NOT ARG_APART)
    dashpot_compile_together(dashpot_${name} ${sources})
  endif()
  add_library(dashpot::${name} ALIAS dashpot_${name})
  target_include_directories(dashpot_${name} ${visibility} "${CMAKE_SOURCE_DIR}/src" "${CMAKE_SOURCE_DIR}/include")
  target_link_libraries(dashpot_${name} ${visibility} ${ARG_DEPENDS})
endfunction()

# dashpot_rule_text(STAGE FILE): rules are data; FILE of the stage becomes the text @DASHPOT_RULE_TEXT@ of its
# rule_texts.cpp.in, and so a part of the program.
function(dashpot_rule_text stage file)
  set(file "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" DASHPOT_RULE_TEXT)
  configure_file(rule_texts.cpp.in "${CMAKE_CURRENT_BINARY_DIR}/rule_texts.cpp" @ONLY)
  target_sources(dashpot_${stage} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/rule_texts.cpp")
endfunction()

# dashpot_compile_together(TARGET source...): files of one folder are compiled as one, up to twelve of them, so that headers
# are read and templates compiled once for all: a third of the time. Names in their anonymous namespaces must differ.
option(DASHPOT_UNITY "Compile the files of a folder together: a whole build is short, that of one file is longer" ON)
function(dashpot_compile_together target)
  if(NOT DASHPOT_UNITY OR NOT ARGN)
    return()
  endif()
  set(together 12)
  foreach(source IN LISTS ARGN)
    get_filename_component(source "${source}" ABSOLUTE)
    get_filename_component(folder "${source}" DIRECTORY)
    file(RELATIVE_PATH group "${CMAKE_CURRENT_SOURCE_DIR}" "${folder}")
    string(MAKE_C_IDENTIFIER "in_${group}" group)
    math(EXPR count_${group} "0${count_${group}} + 1")
    math(EXPR batch "(${count_${group}} - 1) / ${together}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}_${batch}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
endfunction()

# dashpot_test(NAME [DEPENDS target...]): one executable from the *.cpp of the folder NAME and of the folders in it; ctest
# knows each test.
function(dashpot_test name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp"
                                      "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*/*.cpp")
  dashpot_test_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE ${ARG_DEPENDS})
endfunction()

# dashpot_test_executable(TARGET source...): the same for given sources.
function(dashpot_test_executable target)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  configure_file("${CMAKE_SOURCE_DIR}/tests/paths.cpp.in" "${CMAKE_BINARY_DIR}/tests/paths.cpp" @ONLY)
  add_executable(${target} ${ARGN} "${CMAKE_BINARY_DIR}/tests/paths.cpp")
  set(tests ${ARGN})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  dashpot_compile_together(${target} ${tests})
  # Their headers promise that linalg has compiled Eigen's decompositions.
  target_link_libraries(${target} PRIVATE GTest::gtest GTest::gmock GTest::gtest_main fmt::fmt dashpot::linalg)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  # Most tests ask the stages to compute, which are optimised; those that compute themselves, with Eigen, are a little.
  set(level 0)
  if(target MATCHES "_(linalg|tableaux|integrators|problems|simulation|analysis|truth)$")
    set(level 1)
  endif()
  dashpot_test_headers(${level})
  target_precompile_headers(${target} REUSE_FROM test_headers_${level})
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O${level}>")
  set(filter "*")
  if(NOT DASHPOT_LLVM)  # nothing makes native code
    set(filter "-*Native*:Cache.*:ModelCode.*:Backends.*")
  endif()
  gtest_discover_tests(${target} TEST_FILTER "${filter}" DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()

# What reading takes longer than compiling most tests, precompiled once for all of them that are optimised alike. It
# belongs to a program, since programs are compiled with other options than libraries.
function(dashpot_test_headers level)
  set(target test_headers_${level})
  if(NOT TARGET ${target})
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/tests/headers.cpp" CONTENT "int main() {}\n")
    add_executable(${target} "${CMAKE_BINARY_DIR}/tests/headers.cpp")
    target_link_libraries(${target} PRIVATE GTest::gtest GTest::gmock fmt::fmt Eigen3::Eigen)
    target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/src")
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O${level}>")
    target_precompile_headers(${target} PRIVATE <gmock/gmock.h> <gtest/gtest.h> <fmt/format.h> <Eigen/Dense>
                              <linalg/decompositions.hpp> <algorithm> <cmath> <complex> <filesystem> <fstream> <functional> <map> <optional>
                              <sstream> <string> <vector>)
  endif()
endfunction()
