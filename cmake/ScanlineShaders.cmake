# scanline_embed_shaders(target): compiles every file under shaders/ into the target as a table of (name, text), see
# gl/shader_store.h. The names are paths relative to shaders/, for example raster/copy.frag.
function(scanline_embed_shaders target)
    set(root ${PROJECT_SOURCE_DIR}/shaders)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${root}
        ${root}/*.glsl ${root}/*.vert ${root}/*.frag ${root}/*.comp)
    list(SORT files)
    list(TRANSFORM files PREPEND ${root}/ OUTPUT_VARIABLE paths)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders.cpp)
    add_custom_command(OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -D ROOT=${root} -D "FILES=${files}" -D OUTPUT=${output}
                -P ${PROJECT_SOURCE_DIR}/cmake/embed_shaders.cmake
        DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/embed_shaders.cmake
        COMMENT "Embedding the shaders" VERBATIM)
    target_sources(${target} PRIVATE ${output})
endfunction()
