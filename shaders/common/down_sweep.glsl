// The way down the blocks' trees, one level a pass: what all down-sweeps have in common. Needs common/stream.glsl.
// unit 0  u_tree     the level of the up-sweep of the same size as the target, from u_tree_x on
// unit 1  u_parents  the level of the down-sweep above, from u_parent_x on; not looked at where u_root is 1, because the
//                    roots are 0

uniform sampler2D u_tree;
uniform sampler2D u_parents;
uniform float u_root;
uniform float u_tree_x;
uniform float u_parent_x;
uniform float u_target_x;

// The number of the node that is being drawn, in its row.
float own_node(vec2 texel) {
    return texel.x - u_target_x;
}

bool is_right_child(float node) {
    return node > 2.0 * floor(node * 0.5) + 0.5;
}

float parent_value(vec2 texel) {
    float value = fetch(u_parents, vec2(u_parent_x + floor(own_node(texel) * 0.5), texel.y));
    return u_root > 0.5 ? 0.0 : value;
}

float tree_value(float node, float y) {
    return fetch(u_tree, vec2(u_tree_x + node, y));
}
