// One-dimensional arrays in textures, stored row by row; the row width is a power of two.
// width: texels per row, and its inverse, which is exact

vec2 array_texel(float index, vec2 width) {
    float row = floor(index * width.y);
    return vec2(index - row * width.x, row);
}
