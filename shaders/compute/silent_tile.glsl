// Tiles whose group has not yet published anything: shared by every pass whose groups look back.
// Needs kernel.glsl. The host defines SILENT: for tests, every SILENT-th tile publishes nothing; 0 for none.
layout(std430, binding = 6) coherent volatile buffer States {
    uint states[]; // ticket, fallbacks, groups done and what they accumulate (reduce.comp), then the tiles
};
#define TICKET 0
#define FALLBACKS 1

bool is_silent(uint tile) { return SILENT != 0 && tile % uint(max(SILENT, 1)) == uint(max(SILENT, 1)) - 1u; }

// Records that this group did a silent group's work. Call it from one invocation.
void count_fallback() { atomicAdd(states[FALLBACKS], 1u); }
