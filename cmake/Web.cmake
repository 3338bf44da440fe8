# The page of the workbench, embedded in the program: dashpot_embed_web(TARGET). See build-web.sh.
set(DASHPOT_WEB AUTO CACHE STRING "The page of the workbench: AUTO (if it can be built), ON (it must be), OFF")
set_property(CACHE DASHPOT_WEB PROPERTY STRINGS AUTO ON OFF)

function(dashpot_embed_web target)
  set(web "${CMAKE_SOURCE_DIR}/web")
  set(out "${CMAKE_BINARY_DIR}/web")
  set(made "${out}/page.S" "${out}/page.cpp")
  if(DASHPOT_WEB STREQUAL "OFF" OR NOT EXISTS "${web}/package.json")
    file(CONFIGURE OUTPUT "${out}/none.cpp" CONTENT
      "#include \"server/http/assets.hpp\"\nstd::span<const dashpot::server::Asset> dashpot::server::embeddedAssets() { return {}; }\n")
    target_sources(${target} PRIVATE "${out}/none.cpp")
    set_source_files_properties("${out}/none.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    return()
  endif()
  set(script "${CMAKE_SOURCE_DIR}/cmake/build-web.sh")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${web}/src/*")
  file(GLOB settings CONFIGURE_DEPENDS "${web}/*.mjs" "${web}/*.json" "${web}/.npmrc")
  add_custom_command(OUTPUT ${made} COMMAND "${script}" "${web}" "${out}" "${DASHPOT_WEB}"
    DEPENDS "${script}" ${sources} ${settings} COMMENT "Building the page of the workbench" VERBATIM)
  target_sources(${target} PRIVATE ${made})
  set_source_files_properties(${made} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set_source_files_properties("${out}/page.S" PROPERTIES INCLUDE_DIRECTORIES "${out}" OBJECT_DEPENDS "${out}/page.cpp")
endfunction()
