// Records of the levels of a tree, from the root down, and one past the last: four words each. Needs kernel.glsl.
// The host defines LEVELS_AT, a binding.
#define FIRST_NODE 0u   // among the nodes of all levels
#define FIRST_HEADER 1u // in the header tables of all levels; the root has none
#define COLUMN 2u       // where the codes of the level's dimension begin
#define FIRST_BIT 3u    // of its code among the packed ones, see packed.glsl

layout(std430, binding = LEVELS_AT) readonly buffer Levels {
    uint levels[];
};
layout(location = 12) uniform uint u_levels; // root included

uint of_level(uint level, uint what) { return levels[u_first[LEVELS_AT] + 4u * level + what]; }

uint code_bits(uint level) { return of_level(level + 1u, FIRST_BIT) - of_level(level, FIRST_BIT); }

// Returns the level of a node, which is numbered across all levels.
uint level_of(uint node) {
    uint level = 0u;
    while (level + 1u < u_levels && node >= of_level(level + 1u, FIRST_NODE))
        ++level;
    return level;
}
