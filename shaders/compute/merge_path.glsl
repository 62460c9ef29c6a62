// Splits two sorted arrays so that the parts before the split merge to the first `diagonal` elements. Returns how
// many come from the first array; the rest come from the second. Equal elements of the first array come first.
// The includer defines key_a(index) and key_b(index).
uint merge_path(uint diagonal, uint size_a, uint size_b) {
    uint low = diagonal > size_b ? diagonal - size_b : 0u;
    uint high = min(diagonal, size_a);
    while (low < high) {
        uint middle = low + (high - low) / 2u;
        if (key_a(middle) <= key_b(diagonal - 1u - middle))
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}
