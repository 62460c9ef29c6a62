// The part of a query that concerns each level: four words after the records of levels, then bits of codes. Needs
// kernel.glsl.
#define LEVELS_AT 0
#include "cube/levels.glsl"
#define FIRST_CODES 0u // where the bits of the codes that meet the condition begin
#define CODE_WORDS 1u  // words of these bits, or NONE without a condition
#define GROUP_PLACE 2u // index of the level's dimension in group-by, or NONE
#define NONE 0xffffffffu

layout(location = 13) uniform uint u_level;   // of the nodes
layout(location = 14) uniform uint u_highest; // first level that the query names

uint asked(uint level, uint what) { return levels[u_first[LEVELS_AT] + 4u * (u_levels + 1u + level) + what]; }

bool meets(uint level, uint code) {
    uint words = asked(level, CODE_WORDS);
    if (words == NONE)
        return true;
    return code / 32u < words &&
           (levels[u_first[LEVELS_AT] + asked(level, FIRST_CODES) + code / 32u] >> code % 32u & 1u) != 0u;
}
