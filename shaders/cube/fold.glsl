// Measures: 64-bit integers with a sign, as two words, of which the low one comes first. A fold is the number of a Fold.
#define FOLD_SUM 0u
#define FOLD_MIN 1u
#define FOLD_MAX 2u

bool is_less(uvec2 a, uvec2 b) { return int(a.y) < int(b.y) || (a.y == b.y && a.x < b.x); }

uvec2 folded(uint fold, uvec2 a, uvec2 b) {
    if (fold == FOLD_SUM) {
        uint low = a.x + b.x;
        return uvec2(low, a.y + b.y + (low < a.x ? 1u : 0u));
    }
    return is_less(a, b) == (fold == FOLD_MIN) ? a : b;
}

uvec2 identity_of(uint fold) {
    if (fold == FOLD_SUM)
        return uvec2(0u);
    return fold == FOLD_MIN ? uvec2(0xffffffffu, 0x7fffffffu) : uvec2(0u, 0x80000000u);
}
