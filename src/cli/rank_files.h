// The files of commands that may work over ranks. All ranks write one file together, each its rows, which
// follow those of the ranks before it: wholly or not at all. One process alone writes its rows.
#pragma once
#include "ranks.h"
#include "scanline/data/npz.h"
#include "scanline/data/table_part.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::cli {

/// layout: of the own rows.
void write_own_npy(const std::filesystem::path& path, const data::NpyLayout& layout,
                   std::span<const std::byte> elements);

/// The same arrays in the same order on every rank. Those named offset, or whose names end so, divide other
/// arrays, unless has_offsets is false: this rank's begin at 0, or it has none. An array without a shape is
/// that of the first rank.
void write_own_npz(const std::filesystem::path& path, std::span<const data::NpzPart> arrays,
                   bool has_offsets = true);

/// path: none for standard output.
void write_own_text(const std::optional<std::filesystem::path>& path, std::string_view text);

/// This rank's rows of a table, see data::Table::first_row(); all rows without ranks. Errors: those of
/// data::read_table(); failure for a pipe, which ranks cannot share. place: among files whose rows the ranks
/// share as if they were one file's.
std::unique_ptr<data::Table> read_table_part(const std::filesystem::path& path, const data::TextForm& form,
                                             const data::FilePlace& place = {});

/// Sends rows of all ranks, in any order, to those that write them: each a slice. owners: the rank that has
/// the row, for each row in that order; the same on all ranks. bytes, sizes: of this rank's rows, in that
/// order. Returns the bytes that this rank writes; no rank gets more.
std::vector<std::byte> deal_rows(ranks::Communicator& ranks, std::span<const std::int32_t> owners,
                                 std::span<const std::byte> bytes, std::span<const std::int64_t> sizes);

} // namespace scanline::cli
