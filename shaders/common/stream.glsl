// Stream textures: one float a texel, addressed by whole texel coordinates; blocks lie side by side in the rows.
// u_inverse_size   1 / width, 1 / height of the stream textures of the pass, which all have the same size
// u_block          elements of a block, a power of two, so that u_inverse_block is exact

uniform vec2 u_inverse_size;
uniform float u_block;
uniform float u_inverse_block;

// The whole coordinates of the texel that is being drawn.
vec2 own_texel() {
    return floor(gl_FragCoord.xy);
}

// The texture coordinates of the centre of a texel.
vec2 texel_position(vec2 texel) {
    return (texel + 0.5) * u_inverse_size;
}

float fetch(sampler2D stream, vec2 texel) {
    return texture2D(stream, texel_position(texel)).r;
}

// The x of the first element of the block that x lies in.
float block_start(float x) {
    return floor(x * u_inverse_block) * u_block;
}
