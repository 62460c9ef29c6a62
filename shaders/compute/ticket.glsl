// Tickets, and silent tiles for tests: shared by every pass whose groups look back.
// Needs kernel.glsl and rank(). The host defines SILENT: every SILENT-th tile publishes nothing; 0 for none.
layout(std430, binding = 6) coherent volatile buffer States {
    uint states[]; // ticket, fallbacks, groups done (reduce.comp), unused, then the tiles
};
#define TICKET 0
#define FALLBACKS 1

shared uint s_ticket;

// The tile of this group. Groups take tickets in the order in which they start, so all earlier tiles have
// started. The last group resets the counter.
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

// Records that this group did a silent group's work. Call it from one invocation.
void count_fallback() { atomicAdd(states[FALLBACKS], 1u); }
