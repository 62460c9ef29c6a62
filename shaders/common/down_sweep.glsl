// Code shared by all down-sweeps over the blocks' trees, one level per pass. Needs common/stream.glsl.
// unit 0  u_tree     the up-sweep level of the target's size, starting at u_tree_x
// unit 1  u_parents  the down-sweep level above, starting at u_parent_x; unused if u_root is 1, since the roots are 0

uniform sampler2D u_tree;
uniform sampler2D u_parents;
uniform float u_root;
uniform float u_tree_x;
uniform float u_parent_x;
uniform float u_target_x;

// Index within its row of the node being drawn.
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
