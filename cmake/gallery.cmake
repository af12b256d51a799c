# `gallery`: draws docs/gallery.md and its pictures again. Part of no other target: it writes into the sources.
find_program(RACKCAST_GALLERY_PYTHON NAMES python3)
if(RACKCAST_GALLERY_PYTHON)
  add_custom_target(gallery COMMAND ${RACKCAST_GALLERY_PYTHON} -B ${CMAKE_SOURCE_DIR}/docs/make_gallery.py $<TARGET_FILE:rackcast>
                    DEPENDS rackcast VERBATIM COMMENT "Drawing docs/gallery.md")
endif()
