// A float's bin is the last one whose lower edge, low + bin * width, is not above it. The quotient is off by at
// most one, see histogram.cpp; comparing with the edges corrects it. They are compared as keys, because drivers
// may flush denormals to zero.
layout(location = 12) uniform uint u_low;  // as a key
layout(location = 13) uniform uint u_high; // as a key
layout(location = 14) uniform float u_origin; // low
layout(location = 15) uniform float u_width;
layout(location = 16) uniform float u_bins_by_span;

#define MINUS_ZERO 0x7fffffffu
#define ZERO 0x80000000u

Value lower_edge(uint bin) {
    precise float edge = u_origin + float(bin) * u_width;
    return value_of(floatBitsToUint(edge));
}

uint bin_of(Value key) {
    key = key == MINUS_ZERO ? ZERO : key;
    if (key < u_low || key >= u_high)
        return BINS;
    float offset = uintBitsToFloat(memory_of(key)) - u_origin;
    uint bin = min(uint(max(offset * u_bins_by_span, 0.0)), BINS - 1u);
    if (bin > 0u && key < lower_edge(bin))
        --bin;
    else if (bin + 1u < BINS && key >= lower_edge(bin + 1u))
        ++bin;
    return bin;
}
