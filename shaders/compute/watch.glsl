// When each group did what, and for whom it waited: see group_watch.h. Needs kernel.glsl and rank(). The host defines
// WATCHED for kernels that are watched.
#ifdef WATCHED
#define WATCHED_WORDS 16u // a tile
layout(std430, binding = 8) writeonly buffer Watched {
    uint watched[];
};

// For the first invocation:
uint t_waits = 0u;      // looks that found nothing
uint t_waited_for = 0u; // the tile of the last one, plus 1
uint t_lanes = 0u;      // those that found something in the last look, a bit each

// event: 0 to 3, the times of GroupTimes in their order.
void watch(uint tile, uint event) {
    uvec2 now = clock2x32ARB();
    if (gl_LocalInvocationIndex == 0u) {
        watched[WATCHED_WORDS * tile + 2u * event] = now.x;
        watched[WATCHED_WORDS * tile + 2u * event + 1u] = now.y;
    }
}
void watch_end(uint tile) {
    watch(tile, 3u);
    if (gl_LocalInvocationIndex == 0u) {
#ifdef GL_NV_shader_thread_group
        watched[WATCHED_WORDS * tile + 8u] = gl_SMIDNV;
#else
        watched[WATCHED_WORDS * tile + 8u] = 0u;
#endif
        watched[WATCHED_WORDS * tile + 9u] = t_waits;
        watched[WATCHED_WORDS * tile + 10u] = t_waited_for;
        watched[WATCHED_WORDS * tile + 11u] = t_lanes;
    }
}
#define WATCH_WAIT(next_tile) (++t_waits, t_waited_for = next_tile)
#define WATCH_LANES(lanes) t_lanes = lanes
#else
#define watch(tile, event)
#define watch_end(tile)
#define WATCH_WAIT(next_tile)
#define WATCH_LANES(lanes)
#endif
