#version 120
// The number of survivors before each node of the lowest level: those of its left siblings, of its parent's left
// siblings, and so on to the root; four levels in one pass. Nodes lie in rows of 16, one row per set of siblings.
// unit 0 .. 3  u_level1 .. u_level4  the nodes of each level, or the root if there are fewer levels

uniform sampler2D u_level1;
uniform sampler2D u_level2;
uniform sampler2D u_level3;
uniform sampler2D u_level4;
uniform vec4 u_inverse_heights; // of the four textures
uniform int u_siblings;         // 16, but not a constant: an unrolled loop cannot exit early

float before(sampler2D level, float inverse_height, float node) {
    float row = floor(node * (1.0 / 16.0));
    float place = node - 16.0 * row;
    vec2 position = vec2(0.5 / 16.0, (row + 0.5) * inverse_height);
    float sum = 0.0;
    for (int i = 0; i < u_siblings; ++i) {
        if (float(i) >= place)
            break;
        sum += texture2D(level, position).r;
        position.x += 1.0 / 16.0;
    }
    return sum;
}

void main() {
    vec2 texel = floor(gl_FragCoord.xy);
    float node = 16.0 * texel.y + texel.x;
    float sum = before(u_level1, u_inverse_heights.x, node);
    node = texel.y;
    sum += before(u_level2, u_inverse_heights.y, node);
    node = floor(node * (1.0 / 16.0));
    sum += before(u_level3, u_inverse_heights.z, node);
    node = floor(node * (1.0 / 16.0));
    sum += before(u_level4, u_inverse_heights.w, node);
    gl_FragColor = vec4(sum);
}
