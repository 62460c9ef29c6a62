# scanline_options(target): the language level, warnings and sanitizers of every target in the project.
function(scanline_options target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    # -Wno-restrict: g++ 12 reports overlapping copies in std::string that do not exist (GCC bug 105651).
    # -Wno-dangling-reference: g++ 13 and later take whatever reference a call with a temporary returns for one to the temporary.
    # -ffp-contract=off: results must be bitwise equal on every machine.
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
        -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough
        $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-dangling-reference> -ffp-contract=off
        $<$<BOOL:${SCANLINE_WARNINGS_AS_ERRORS}>:-Werror>)
    if(SCANLINE_SANITIZE)
        # With sanitizers, g++ 12 reports parts of std::regex as uninitialised (GCC bug 105562).
        target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
        # These five checks nearly double the compile time. AddressSanitizer catches most of what they report, and the processors we
        # support tolerate misaligned reads.
        target_compile_options(${target} PRIVATE -fsanitize=${SCANLINE_SANITIZE}
            -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PUBLIC -fsanitize=${SCANLINE_SANITIZE})
    endif()
endfunction()

# scanline_cold(target): for targets without hot loops; a release optimises them less and compiles them in two
# thirds of the time.
function(scanline_cold target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# scanline_sources(variable pattern... [EXCEPT pattern...]): lists the matching files of this folder; the next
# build finds new ones.
function(scanline_sources variable)
    cmake_parse_arguments(sources "" "" "EXCEPT" ${ARGN})
    file(GLOB found CONFIGURE_DEPENDS ${sources_UNPARSED_ARGUMENTS})
    if(sources_EXCEPT)
        file(GLOB left_out CONFIGURE_DEPENDS ${sources_EXCEPT})
        list(REMOVE_ITEM found ${left_out})
    endif()
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

# scanline_room(name [SOURCES file...] [LINKS target...] [PRIVATE_LINKS target...])
# A room of the house: the library scanline_<name>, alias scanline::<name>, from all sources in its folder and SOURCES, with public
# headers in its own include folder. Only targets that link a room find its headers, so an upward include does
# not build.
function(scanline_room name)
    cmake_parse_arguments(room "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
    add_library(scanline_${name} STATIC ${sources} ${room_SOURCES})
    add_library(scanline::${name} ALIAS scanline_${name})
    set_target_properties(scanline_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
    target_include_directories(scanline_${name}
        PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
        PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(scanline_${name} PUBLIC ${room_LINKS} PRIVATE ${room_PRIVATE_LINKS})
    scanline_options(scanline_${name})
    set_property(GLOBAL APPEND PROPERTY SCANLINE_ROOMS scanline_${name})
    set_property(GLOBAL APPEND PROPERTY SCANLINE_INCLUDE_DIRS ${CMAKE_CURRENT_SOURCE_DIR}/include)
endfunction()
