#include "device_row_sort.h"

namespace scanline::cube {

RowSort::RowSort(compute::Engine& engine, const Shape& shape)
    : bits_(bits_of_row(shape)), words_((bits_ + 31) / 32), levels_(word(levels_of(shape))),
      pack_(engine, "cube/pack", {}, 1),
      sort_positions_(engine, {.end_bit = words_ == 1 ? bits_ : compute::key_bits}), gather_(engine) {
    if (words_ > 1)
        sort_first_.emplace(engine, compute::RadixSortOptions{.end_bit = bits_ - 32 * (words_ - 1)});
    if (words_ > 2)
        sort_.emplace(engine);
}

void RowSort::sort(compute::ArrayView<const std::uint32_t> codes, std::int64_t rows, Words records,
                   Words words, Words order) const {
    compute::Arena::Scope scratch(pack_.engine().arena());
    pack_.run(rows,
              {.pass = "pack",
               .bindings = {{"levels", records.range()}, {"codes", codes.range()}, {"words", words.range()}},
               .uniforms = {levels_}});
    const Words keys = scratch.take<std::uint32_t>(rows);
    sort_positions_(words.part((words_ - 1) * rows, rows), keys, order);
    for (int number = words_ - 2; number >= 0; --number) {
        gather_(words.part(number * rows, rows), order, keys);
        (number == 0 ? sort_first_ : sort_)->operator()(keys, order, keys, order);
    }
}

} // namespace scanline::cube
