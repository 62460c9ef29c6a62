#include "device_row_sort.h"

namespace scanline::cube {

namespace {

int bits_of_row(const Shape& shape) {
    int bits = 0;
    for (const std::uint32_t cardinality : shape.cardinalities)
        bits += bits_of_codes(cardinality);
    return bits;
}

} // namespace

RowSort::RowSort(compute::Engine& engine, const Shape& shape)
    : bits_(bits_of_row(shape)), words_((bits_ + 31) / 32), pack_(engine, "cube/pack", {}, 1),
      sort_positions_(engine, {.end_bit = words_ == 1 ? bits_ : compute::key_bits}), gather_(engine) {
    if (words_ > 1)
        sort_first_.emplace(engine, compute::RadixSortOptions{.end_bit = bits_ - 32 * (words_ - 1)});
    if (words_ > 2)
        sort_.emplace(engine);
}

void RowSort::sort(const DeviceRows& rows, Words levels, Words order) const {
    compute::Arena::Scope scratch(pack_.engine().arena());
    const std::int64_t n = rows.size();
    const Words words = scratch.take<std::uint32_t>(n * words_), keys = scratch.take<std::uint32_t>(n);
    pack_.run(n, {.pass = "pack",
                  .bindings = {{"codes", rows.codes.view().range()},
                               {"levels", levels.range()},
                               {"words", words.range()}},
                  .uniforms = {static_cast<std::uint32_t>(levels_of(rows.shape)),
                               static_cast<std::uint32_t>(32 * words_ - bits_)}});
    sort_positions_(words.part((words_ - 1) * n, n), keys, order);
    for (int word = words_ - 2; word >= 0; --word) {
        gather_(words.part(word * n, n), order, keys);
        (word == 0 ? sort_first_ : sort_)->operator()(keys, order, keys, order);
    }
}

} // namespace scanline::cube
