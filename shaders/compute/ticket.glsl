// What every pass has whose groups look back: tickets, and tiles that keep silent for tests.
// Needs kernel.glsl and rank(). The host defines SILENT: every SILENT-th tile publishes nothing; 0 for none.
layout(std430, binding = 6) coherent volatile buffer States {
    uint states[]; // ticket, fallbacks, groups done (reduce.comp), unused, then the tiles
};
#define TICKET 0
#define FALLBACKS 1

shared uint s_ticket;

// The tile of this group: tickets are taken in the order in which groups begin, so that all tiles before have
// begun. The last one leaves the counter as it was.
uint take_tile() {
    if (rank() == 0u) {
        s_ticket = atomicAdd(states[TICKET], 1u);
        if (s_ticket == group_count() - 1u)
            atomicExchange(states[TICKET], 0u);
    }
    barrier();
    return s_ticket;
}

bool is_silent(uint tile) { return SILENT != 0 && tile % uint(max(SILENT, 1)) == uint(max(SILENT, 1)) - 1u; }

// That this group did what a silent one should have: one invocation counts it.
void count_fallback() { atomicAdd(states[FALLBACKS], 1u); }
