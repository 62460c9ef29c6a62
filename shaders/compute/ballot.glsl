// Sets of lanes. Needs kernel.glsl, TIER 2. The host defines LANES, the number of lanes in a row.
#if LANES <= 32
#define LaneSet uint
LaneSet lanes_where(bool holds) { return subgroupBallot(holds).x; }
LaneSet lanes_below() { return gl_SubgroupLtMask.x; }
uint lane_count(LaneSet set) { return uint(bitCount(set)); }
bool is_empty(LaneSet set) { return set == 0u; }
uint first_of(LaneSet set) { return uint(findLSB(set)); }
#else
#define LaneSet uvec4
LaneSet lanes_where(bool holds) { return subgroupBallot(holds); }
LaneSet lanes_below() { return gl_SubgroupLtMask; }
uint lane_count(LaneSet set) {
    ivec4 counts = bitCount(set);
    return uint(counts.x + counts.y + counts.z + counts.w);
}
bool is_empty(LaneSet set) { return set == uvec4(0u); }
uint first_of(LaneSet set) { return subgroupBallotFindLSB(set); }
#endif

// The lanes of the row that have the same digit, `bits` bits wide, as this lane.
LaneSet lanes_with_same(uint digit, uint bits) {
    LaneSet same = lanes_where(true);
    for (uint bit = 0u; bit < bits; ++bit) {
        bool set = (digit >> bit & 1u) != 0u;
        LaneSet with_bit = lanes_where(set);
        same &= set ? with_bit : ~with_bit;
    }
    return same;
}
