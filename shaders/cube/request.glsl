// A batch of queries: records of levels; conditions, level by level, of each query; sets of codes; runs, which
// locate.comp writes. Needs kernel.glsl.
#define LEVELS_AT 0
#include "cube/levels.glsl"
#define ANY_CODE 0xffffffffu
#define IN_SET 0x80000000u // a condition with this bit is the number of a set
#define SET_WORDS 3u       // where its bits begin, its least code, its greatest
#define RUN_WORDS 6u
#define NODES_RUN 0x100u // of the run's level: it names nodes, not side links

layout(location = 13) uniform uint u_sets;
layout(location = 14) uniform uint u_runs;
layout(location = 15) uniform uint u_first_query;
layout(location = 16) uniform uint u_condition_bits; // 8, 16 or 32
layout(location = 17) uniform uint u_set_count;

uint request_word(uint at) { return levels[u_first[LEVELS_AT] + at]; }

// The greatest number that fits stands for any code, and those just below it for sets.
uint condition_of(uint query, uint level) {
    uint place = query * (u_levels - 1u) + level - 1u, in_word = 32u / u_condition_bits;
    uint any = 0xffffffffu >> (32u - u_condition_bits);
    uint word = request_word(4u * (u_levels + 1u) + place / in_word);
    uint condition = word >> place % in_word * u_condition_bits & any;
    if (condition == any)
        return ANY_CODE;
    return condition < any - u_set_count ? condition : IN_SET | any - 1u - condition;
}
bool is_one_code(uint condition) { return condition < IN_SET; }
uint set_word(uint condition, uint word) { return request_word(u_sets + (condition ^ IN_SET) * SET_WORDS + word); }
uint least_code(uint condition) { return is_one_code(condition) ? condition : set_word(condition, 1u); }
uint greatest_code(uint condition) { return is_one_code(condition) ? condition : set_word(condition, 2u); }

bool meets(uint key, uint condition) {
    if (is_one_code(condition) || condition == ANY_CODE)
        return key == condition || condition == ANY_CODE;
    if (key < least_code(condition) || key > greatest_code(condition))
        return false;
    return (request_word(set_word(condition, 0u) + key / 32u) >> key % 32u & 1u) != 0u;
}

// A query scans the nodes [first, end) of `level`, or the side links there, and skips nodes outside [least_node,
// end_node). They lie below one node of the level `prefix`, which meets the conditions down to there. If the levels are
// equal, that node is the answer.
struct Run {
    uint first, end, level, prefix, least_node, end_node;
};
bool is_answer(Run run) { return run.level == run.prefix; }
Run run_of(uint query) {
    uint at = u_runs + query * RUN_WORDS;
    uint level = request_word(at + 2u);
    return Run(request_word(at), request_word(at + 1u), level, request_word(at + 3u), request_word(at + 4u),
               request_word(at + 5u));
}
