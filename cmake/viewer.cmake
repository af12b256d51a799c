# The interactive viewer of reports: viewer.js and viewer.css, bundled from viz/web by Node and npm. RACKCAST_VIEWER says
# what happens where they are missing: AUTO leaves both files empty, so that reports are static; ON is an error; OFF does
# not try. Runs as functions at configure time and, as a script (cmake -P), at build time.
if(CMAKE_SCRIPT_MODE_FILE)
  function(give_up why)
    if(VIEWER STREQUAL "ON")
      message(FATAL_ERROR "the viewer of reports could not be built: ${why}")
    endif()
    if(VIEWER STREQUAL "AUTO")
      message(STATUS "reports will be static: ${why}")
    endif()
    file(WRITE "${OUTPUT}/viewer.js" "")
    file(WRITE "${OUTPUT}/viewer.css" "")
  endfunction()

  function(last_words text result)
    string(STRIP "${text}" text)
    string(LENGTH "${text}" length)
    if(length GREATER 600)
      math(EXPR from "${length} - 600")
      string(SUBSTRING "${text}" ${from} -1 text)
    endif()
    set(${result} "${text}" PARENT_SCOPE)
  endfunction()

  function(step)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${OUTPUT}" RESULT_VARIABLE status OUTPUT_VARIABLE said
                    ERROR_VARIABLE said)
    if(NOT status EQUAL 0)
      last_words("${said}" said)
      set(failed "${said}" PARENT_SCOPE)
    endif()
  endfunction()

  if(VIEWER STREQUAL "OFF" OR NOT NODE OR NOT NPM)
    give_up("Node.js and npm are not both here")
    return()
  endif()
  foreach(part package.json package-lock.json .npmrc build.mjs tsconfig.json src tests)
    file(COPY "${SOURCE}/${part}" DESTINATION "${OUTPUT}")
  endforeach()
  step("${NPM}" ci)
  if(NOT failed)
    step("${NODE}" build.mjs --out .)
  endif()
  if(failed)
    give_up("${failed}")
  endif()
  return()
endif()

set(RACKCAST_VIEWER AUTO CACHE STRING "Build the interactive viewer of reports: AUTO (where Node.js and npm are), ON or OFF")
set_property(CACHE RACKCAST_VIEWER PROPERTY STRINGS AUTO ON OFF)
find_program(RACKCAST_NODE NAMES node nodejs)
find_program(RACKCAST_NPM NAMES npm)

# Adds to `target` a source that defines `std::span<const EmbeddedFile> name()` declared in `header`: the page's style
# sheet, which needs no tools, and the viewer's two files.
function(rackcast_embed_viewer target name header)
  set(source ${CMAKE_SOURCE_DIR}/viz/web)
  set(output ${CMAKE_BINARY_DIR}/viewer)
  set(embedder ${CMAKE_SOURCE_DIR}/cmake/embed_catalog.cmake)
  file(GLOB parts CONFIGURE_DEPENDS ${source}/src/* ${source}/tests/*)
  list(APPEND parts ${source}/package.json ${source}/package-lock.json ${source}/build.mjs ${source}/tsconfig.json)
  add_custom_command(OUTPUT ${output}/viewer.js ${output}/viewer.css
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} -DOUTPUT=${output} -DVIEWER=${RACKCAST_VIEWER} "-DNODE=${RACKCAST_NODE}"
            "-DNPM=${RACKCAST_NPM}" -P ${CMAKE_SOURCE_DIR}/cmake/viewer.cmake
    DEPENDS ${parts} ${CMAKE_SOURCE_DIR}/cmake/viewer.cmake VERBATIM
    COMMENT "Bundling the viewer of reports")
  set(embedded ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(OUTPUT ${embedded}
    COMMAND ${CMAKE_COMMAND} -E copy ${source}/report.css ${output}/report.css
    COMMAND ${CMAKE_COMMAND} -DROOT=${output} "-DFILES=report.css|viewer.css|viewer.js" -DOUTPUT=${embedded}
            -DHEADER=${header} -DNAME=${name} -P ${embedder}
    DEPENDS ${source}/report.css ${output}/viewer.js ${output}/viewer.css ${embedder} VERBATIM
    COMMENT "Embedding ${name}")
  target_sources(${target} PRIVATE ${embedded})
endfunction()
