# dashpot_stage(NAME [DEPENDS target...]): the library of one stage, src/NAME/*.cpp, as dashpot::NAME.
function(dashpot_stage name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  if(sources)
    add_library(dashpot_${name} STATIC ${sources})
    set(visibility PUBLIC)
  else()
    add_library(dashpot_${name} INTERFACE)  # headers only
    set(visibility INTERFACE)
  endif()
  add_library(dashpot::${name} ALIAS dashpot_${name})
  target_include_directories(dashpot_${name} ${visibility} "${CMAKE_SOURCE_DIR}/src" "${CMAKE_SOURCE_DIR}/include")
  target_link_libraries(dashpot_${name} ${visibility} ${ARG_DEPENDS})
endfunction()

# dashpot_test(NAME [DEPENDS target...]): one executable from the *.cpp of the folder NAME; ctest knows each test in it.
function(dashpot_test name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")
  dashpot_test_executable(test_${name} ${sources})
  target_link_libraries(test_${name} PRIVATE ${ARG_DEPENDS})
endfunction()

# dashpot_test_executable(TARGET source...): the same for given sources.
function(dashpot_test_executable target)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  configure_file("${CMAKE_SOURCE_DIR}/tests/paths.cpp.in" "${CMAKE_BINARY_DIR}/tests/paths.cpp" @ONLY)
  add_executable(${target} ${ARGN} "${CMAKE_BINARY_DIR}/tests/paths.cpp")
  target_link_libraries(${target} PRIVATE GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/tests")
  # Reading GoogleTest takes longer than compiling most tests.
  list(LENGTH ARGN files)
  if(files GREATER 3)
    target_precompile_headers(${target} PRIVATE <gmock/gmock.h> <gtest/gtest.h> <fmt/format.h> <algorithm> <string> <vector>)
  endif()
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
