// Stream textures: one float per texel, addressed by integer texel coordinates; blocks lie side by side in rows.
// u_inverse_size   1 / width, 1 / height of the pass's stream textures, which all have the same size
// u_block          elements per block, a power of two, so u_inverse_block is exact

uniform vec2 u_inverse_size;
uniform float u_block;
uniform float u_inverse_block;

// Integer coordinates of the texel being drawn.
vec2 own_texel() {
    return floor(gl_FragCoord.xy);
}

// Texture coordinates of a texel's centre.
vec2 texel_position(vec2 texel) {
    return (texel + 0.5) * u_inverse_size;
}

float fetch(sampler2D stream, vec2 texel) {
    return texture2D(stream, texel_position(texel)).r;
}

// The x of the first element in the block that contains x.
float block_start(float x) {
    return floor(x * u_inverse_block) * u_block;
}
