# Language level, floating-point rules and warnings that hold for every target of the project.
option(RACKCAST_TESTS "Build the tests" OFF)
option(RACKCAST_BENCH "Build the benchmarks" OFF)
option(RACKCAST_SANITIZE "Build with the address and undefined-behaviour sanitizers" OFF)
option(RACKCAST_THREAD_SANITIZE "Build with the thread sanitizer" OFF)
option(RACKCAST_FUZZ "Build the libFuzzer programs of tests/fuzz, sanitized (Clang only)" OFF)
set(RACKCAST_MARCH "x86-64-v3" CACHE STRING "Instruction set the binary is built for (empty: the compiler's default)")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(rackcast_flags INTERFACE)
target_include_directories(rackcast_flags INTERFACE ${CMAKE_SOURCE_DIR})
# Results must not depend on contraction or re-association: the same bytes on every CPU of the build's level.
target_compile_options(rackcast_flags INTERFACE -ffp-contract=off -fno-fast-math -Wall -Wextra -Wpedantic -Wshadow
                       -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Werror)
if(RACKCAST_MARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(rackcast_flags INTERFACE -march=${RACKCAST_MARCH})
else()
  # Without AVX, four lanes are passed in memory; they never cross the border of two compilers, so that is no matter.
  target_compile_options(rackcast_flags INTERFACE -Wno-psabi)
endif()
if(RACKCAST_SANITIZE)
  target_compile_options(rackcast_flags INTERFACE -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
  target_link_options(rackcast_flags INTERFACE -fsanitize=address,undefined)
endif()
if(RACKCAST_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "RACKCAST_FUZZ needs Clang: configure with -DCMAKE_CXX_COMPILER=clang++ or --preset fuzz")
  endif()
  # Warnings are the business of the other builds: another compiler has others.
  target_compile_options(rackcast_flags INTERFACE -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined
                         -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-error)
  target_link_options(rackcast_flags INTERFACE -fsanitize=address,undefined)
endif()
if(RACKCAST_THREAD_SANITIZE)
  target_compile_options(rackcast_flags INTERFACE -O1 -g1 -fsanitize=thread)
  target_link_options(rackcast_flags INTERFACE -fsanitize=thread)
endif()

# One library per folder: every .cpp below it, linked to what the layering allows.
function(rackcast_library name)
  cmake_parse_arguments(LIB "" "" "LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC rackcast_flags ${LIB_LINK})
endfunction()
