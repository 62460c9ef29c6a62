// Keys whose order as unsigned integers is that of the elements. Floats: the total order of IEEE 754, every
// bit kept, so that what comes back is what went in.
uint ordered_from_float(uint bits) {
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}
uint float_from_ordered(uint key) {
    return (key & 0x80000000u) != 0u ? key & 0x7fffffffu : ~key;
}
