// What a query asks of each level: four words behind the records of levels, then bits of codes. Needs kernel.glsl.
#define LEVELS_AT 0
#include "cube/levels.glsl"
#define FIRST_CODES 0u // where the bits of the codes that meet the level's condition begin
#define CODE_WORDS 1u  // of these, or NONE if there is no condition
#define GROUP_PLACE 2u // of the level's dimension among those to group by, or NONE
#define NONE 0xffffffffu

layout(location = 13) uniform uint u_level;   // of the nodes
layout(location = 14) uniform uint u_highest; // level that the query asks anything of

uint asked(uint level, uint what) { return levels[u_first[LEVELS_AT] + 4u * (u_levels + 1u + level) + what]; }

bool meets(uint level, uint code) {
    uint words = asked(level, CODE_WORDS);
    if (words == NONE)
        return true;
    return code / 32u < words &&
           (levels[u_first[LEVELS_AT] + asked(level, FIRST_CODES) + code / 32u] >> code % 32u & 1u) != 0u;
}
