// An integer's bin is floor((x - low) * BINS / (high - low)), exactly. The float quotient is off by at most
// one, since BINS is at most 2^16; comparing 64-bit products corrects it.
layout(location = 12) uniform uint u_low;  // as a key
layout(location = 13) uniform uint u_span; // high - low
layout(location = 14) uniform float u_bins_by_span;

uvec2 product(uint a, uint b) {
    uvec2 result;
    umulExtended(a, b, result.y, result.x);
    return result;
}
bool less(uvec2 a, uvec2 b) {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

uint bin_of(Value key) {
    uint offset = key - u_low; // wraps around below low
    if (offset >= u_span)
        return BINS;
    // Mesa 22.3 returns the other factor as the upper half of a product with the constant 1.
    if (BINS == 1u)
        return 0u;
    uint bin = min(uint(float(offset) * u_bins_by_span), BINS - 1u);
    uvec2 scaled = product(offset, BINS);
    if (less(scaled, product(bin, u_span)))
        --bin;
    else if (!less(scaled, product(bin + 1u, u_span)))
        ++bin;
    return bin;
}
