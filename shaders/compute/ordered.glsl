// Maps elements to unsigned integer keys with the same order. Floats use the total order of IEEE 754; every bit
// is kept, so the round trip is exact.
uint ordered_from_float(uint bits) {
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}
uint float_from_ordered(uint key) {
    return (key & 0x80000000u) != 0u ? key & 0x7fffffffu : ~key;
}
