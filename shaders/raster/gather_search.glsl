// Horn's gather-search: the survivor for output position c lies at c + d, where d invalid elements precede it. Horn
// 2005; GRAPP 2009, section 3.1. Needs common/stream.glsl.
// unit 1  u_inv   1 where an element is invalid
// unit 2  u_sums  inclusive prefix sums of u_inv

uniform sampler2D u_inv;
uniform sampler2D u_sums;
uniform int u_max_probes; // log2(elements searched) + 1

// The texel of the element at a position. The including shader defines it.
vec2 element(float position);

// The texel of the survivor for an output position, which must have one. `invalid`: number of invalid elements.
vec2 gather_search(float position, float invalid) {
    float low = 0.0;
    float high = invalid;
    vec2 source = vec2(0.0);
    for (int probe = 0; probe < u_max_probes; ++probe) {
        // Not 0.5 * (low + high): the sum may be an odd number above 2^24, which no float can hold.
        float displacement = low + floor(0.5 * (high - low));
        source = element(position + displacement);
        float sum = fetch(u_sums, source);
        if (sum == displacement && fetch(u_inv, source) < 0.5)
            break;
        // Invalid elements right after the survivor have such a sum too: from these the search continues to the left.
        if (sum > displacement)
            low = displacement + 1.0;
        else
            high = displacement;
    }
    return source;
}
