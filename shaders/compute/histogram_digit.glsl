// A key's bin is a range of its bits. BINS is a power of two.
layout(location = 12) uniform uint u_shift;

uint bin_of(Value key) {
    return key >> u_shift & (BINS - 1u);
}
