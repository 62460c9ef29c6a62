// Horn's gather-search: the survivor of output position c lies d to the right, where d invalid elements precede it. Horn
// 2005; GRAPP 2009, section 3.1. Needs common/stream.glsl.
// unit 1  u_inv   1 where an element is invalid
// unit 2  u_sums  inclusive prefix sums of u_inv

uniform sampler2D u_inv;
uniform sampler2D u_sums;
uniform int u_max_probes; // log2(elements searched) + 1

// The texel of the element in some position: the shader's own.
vec2 element(float position);

// The texel of the survivor of an output position that has one. `invalid`: how many invalid elements there are.
vec2 gather_search(float position, float invalid) {
    float low = 0.0;
    float high = invalid;
    vec2 source = vec2(0.0);
    for (int probe = 0; probe < u_max_probes; ++probe) {
        // Not half of low + high, which may be an odd number above 2^24 and then no float.
        float displacement = low + floor(0.5 * (high - low));
        source = element(position + displacement);
        float sum = fetch(u_sums, source);
        if (sum == displacement && fetch(u_inv, source) < 0.5)
            break;
        // The invalid elements behind a survivor have its sum: from those the search goes on to the left.
        if (sum > displacement)
            low = displacement + 1.0;
        else
            high = displacement;
    }
    return source;
}
