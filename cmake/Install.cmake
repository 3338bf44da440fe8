# What `cmake --install` copies, and the Debian package that `./dev package` makes of it.
#
#   bin/dashpot                     the program
#   lib/libdashpot_integrators.so   the integrators alone             dashpot::integrators
#   lib/libdashpot.so               models and simulations            dashpot::dashpot
#   lib/dashpot/                    native code, loaded on demand
#   lib/cmake/Dashpot/              find_package(Dashpot)
#   include/dashpot/                the public headers, which need the standard library only
#   share/dashpot/library/          the component library, found relative to the program or to libdashpot.so
#   share/dashpot/examples/         machines to begin with, beside it
#   share/dashpot/experiments/      published figures, for `dashpot reproduce`
#   share/man, share/bash-completion, share/zsh, share/fish       written by the program itself
#
# All of it can be moved together. The stages stay static libraries inside the tree; what they need of SUNDIALS becomes
# part of the shared libraries, so that users of these need no library of ours and none of theirs.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# dashpot_shared(TARGET NAME STAGES stage... NEEDS target... [USES target]): one shared library from the objects of stages.
function(dashpot_shared target name)
  cmake_parse_arguments(ARG "" "USES" "STAGES;NEEDS" ${ARGN})
  set(objects)
  foreach(stage IN LISTS ARG_STAGES)
    list(APPEND objects "$<TARGET_OBJECTS:dashpot_${stage}>")
  endforeach()
  add_library(${target} SHARED ${objects})
  target_link_libraries(${target} PUBLIC ${ARG_USES} PRIVATE ${ARG_NEEDS})
  target_include_directories(${target} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL)  # a user's SUNDIALS is not ours
  if(NOT DASHPOT_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
  set_target_properties(${target} PROPERTIES
    LINKER_LANGUAGE CXX
    OUTPUT_NAME ${name}
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib"
    INSTALL_RPATH "$ORIGIN;$ORIGIN/dashpot")
endfunction()

dashpot_shared(dashpot_integrators_shared dashpot_integrators
  STAGES base linalg tableaux selection integrators
  NEEDS Eigen3::Eigen dashpot::klu dashpot::sundials fmt::fmt Threads::Threads)
set_target_properties(dashpot_integrators_shared PROPERTIES EXPORT_NAME integrators)

dashpot_shared(dashpot_shared dashpot
  STAGES syntax symbolic model equations codegen simulation results api
  USES dashpot_integrators_shared
  NEEDS dashpot::klu dashpot::lapack ZLIB::ZLIB fmt::fmt Threads::Threads ${CMAKE_DL_LIBS})
set_target_properties(dashpot_shared PROPERTIES EXPORT_NAME dashpot)

install(TARGETS dashpot_integrators_shared dashpot_shared EXPORT dashpot LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
set_target_properties(dashpot PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}/dashpot")
install(TARGETS dashpot RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(DASHPOT_LLVM)
  set_target_properties(dashpot_llvm PROPERTIES INSTALL_RPATH "")
  install(TARGETS dashpot_llvm LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/dashpot")
endif()
install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/dashpot" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/library" DESTINATION "${CMAKE_INSTALL_DATADIR}/dashpot")

# ---- find_package(Dashpot) ------------------------------------------------------------------------------------------

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Dashpot")
install(EXPORT dashpot NAMESPACE dashpot:: FILE DashpotTargets.cmake DESTINATION "${package}")
configure_package_config_file("${CMAKE_SOURCE_DIR}/cmake/DashpotConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/cmake/DashpotConfig.cmake" INSTALL_DESTINATION "${package}" PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/cmake/DashpotConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/cmake/DashpotConfig.cmake" "${CMAKE_BINARY_DIR}/cmake/DashpotConfigVersion.cmake"
  DESTINATION "${package}")

# ---- written by the program itself ----------------------------------------------------------------------------------

# dashpot_writes(FILE verb...): what `dashpot verb...` prints is installed as FILE below share/.
function(dashpot_writes file)
  set(output "${CMAKE_BINARY_DIR}/share/${file}")
  get_filename_component(folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${output}" COMMAND dashpot ${ARGN} > "${output}" DEPENDS dashpot)
  set_property(GLOBAL APPEND PROPERTY dashpot_written "${output}")
  get_filename_component(destination "${CMAKE_INSTALL_DATADIR}/${file}" DIRECTORY)
  install(FILES "${output}" DESTINATION "${destination}")
endfunction()

dashpot_writes(man/man1/dashpot.1 manual)
dashpot_writes(bash-completion/completions/dashpot completion bash)
dashpot_writes(zsh/vendor-completions/_dashpot completion zsh)
dashpot_writes(fish/vendor_completions.d/dashpot.fish completion fish)
get_property(written GLOBAL PROPERTY dashpot_written)

file(GLOB examples "${CMAKE_SOURCE_DIR}/examples/*.mo")
install(FILES ${examples} DESTINATION "${CMAKE_INSTALL_DATADIR}/dashpot/examples")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/experiments" DESTINATION "${CMAKE_INSTALL_DATADIR}/dashpot")
install(FILES "${CMAKE_SOURCE_DIR}/README.md" "${CMAKE_SOURCE_DIR}/CHANGELOG.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
install(FILES "${DASHPOT_SUNDIALS_DIR}/include/sundials/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  RENAME copyright.sundials OPTIONAL)  # it is part of the libraries and of the program

# ---- everything that must be built before it is installed -----------------------------------------------------------

add_custom_target(installation ALL DEPENDS ${written})
add_dependencies(installation dashpot dashpot_shared dashpot_integrators_shared)
if(DASHPOT_LLVM)
  add_dependencies(installation dashpot_llvm)
endif()

# ---- the Debian package ---------------------------------------------------------------------------------------------

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dashpot)
set(CPACK_PACKAGE_CONTACT "Dashpot developers <dashpot@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of stiff physical systems written in Modelica")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Models of hydraulic circuits and of the electrical, mechanical and thermal
parts of machines, written in Modelica, from text to trajectories; with
integration methods for stiffness, discontinuities and oscillation, also as a
C++ library.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_BINARY_DIR}/lib")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox, librsvg2-bin")  # plots as PNG and on the terminal; diagrams as PNG
include(CPack)
