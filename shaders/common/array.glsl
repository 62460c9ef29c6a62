// One-dimensional arrays in textures, row by row in rows of a power of two.
// width: texels of a row, and its inverse, which is exact

vec2 array_texel(float index, vec2 width) {
    float row = floor(index * width.y);
    return vec2(index - row * width.x, row);
}
