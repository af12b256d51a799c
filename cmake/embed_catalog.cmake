# Turns every TOML file below a folder (and what other patterns name) into one C++ table of {path, text}, so that the binary carries its data.
# Runs as a function at configure time and, as a script (cmake -P), at build time when a data file changes.
if(CMAKE_SCRIPT_MODE_FILE)
  set(body "")
  string(REGEX REPLACE "/.*" "" folder "${HEADER}")
  set(namespace rackcast::${folder})  # that of the folder in which the header stands
  string(REPLACE "|" ";" files "${FILES}")
  foreach(file IN LISTS files)
    file(READ "${ROOT}/${file}" text)
    string(APPEND body "    {\"${file}\", R\"__toml__(${text})__toml__\"sv},\n")
  endforeach()
  file(WRITE "${OUTPUT}" "#include \"${HEADER}\"\n\nnamespace ${namespace} {\n\nusing namespace std::string_view_literals;  // sv: a compiler need not count the characters at compile time\n\nstd::span<const EmbeddedFile> ${NAME}() {\n  static constexpr EmbeddedFile files[] = {\n${body}  };\n  return files;\n}\n\n}  // namespace ${namespace}\n")
  return()
endif()

# Adds to `target` a source that defines `std::span<const EmbeddedFile> name()` declared in `header`. Further arguments
# are patterns of file names, *.toml if there are none.
function(rackcast_embed target name root header)
  set(patterns ${ARGN})
  if(NOT patterns)
    set(patterns *.toml)
  endif()
  list(TRANSFORM patterns PREPEND "${root}/")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${root} ${patterns})
  list(SORT files)
  list(TRANSFORM files PREPEND "${root}/" OUTPUT_VARIABLE paths)
  string(REPLACE ";" "|" joined "${files}")
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DROOT=${root} "-DFILES=${joined}" -DOUTPUT=${output} -DHEADER=${header} -DNAME=${name}
            -P ${CMAKE_SOURCE_DIR}/cmake/embed_catalog.cmake
    DEPENDS ${paths} ${CMAKE_SOURCE_DIR}/cmake/embed_catalog.cmake VERBATIM
    COMMENT "Embedding ${name}")
  target_sources(${target} PRIVATE ${output})
endfunction()
