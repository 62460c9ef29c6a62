// The codes of each item, packed in the order of the path into one long number, with padding at the front; the first
// words of all items come first. Needs levels.glsl.
// The host defines WORDS_AT, a binding.
layout(std430, binding = WORDS_AT) readonly buffer Words {
    uint words[];
};

uint words_of_item() { return of_level(u_levels, FIRST_BIT) / 32u; }
uint word_at(uint word, uint item) { return u_first[WORDS_AT] + word * u_length + item; }

// Returns the first bit in which two items differ, or their number of bits if they are equal.
uint first_difference(uint a, uint b) {
    uint n = words_of_item();
    for (uint word = 0u; word < n; ++word) {
        uint bits = words[word_at(word, a)] ^ words[word_at(word, b)];
        if (bits != 0u)
            return 32u * word + 31u - uint(findMSB(bits));
    }
    return 32u * n;
}

uint code_of(uint level, uint item) {
    uint first = of_level(level, FIRST_BIT), end = of_level(level + 1u, FIRST_BIT), bits = end - first;
    uint word = (end - 1u) / 32u, shift = 32u * (word + 1u) - end;
    uint code = words[word_at(word, item)] >> shift;
    if (first / 32u < word)
        code |= words[word_at(word - 1u, item)] << (32u - shift);
    return bits == 32u ? code : code & (1u << bits) - 1u;
}
