#include "rank_files.h"

#include "scanline/core/phases.h"
#include "scanline/data/file.h"
#include "scanline/ranks/lists.h"
#include "terminal.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <numeric>
#include <string>
#include <vector>

namespace scanline::cli {

namespace {

/// Bytes that this rank writes, and their offset in the file.
struct FilePart {
    std::uint64_t at;
    std::span<const std::byte> bytes;
};

void write_file_of_ranks(ranks::Communicator& ranks, const std::filesystem::path& path, std::uint64_t size,
                         std::span<const FilePart> parts) {
    std::optional<data::PartedFile> file;
    std::array<char, 4096> temporary{}; // the system's longest path
    ranks::agree_on(ranks, [&] {
        if (ranks.rank() > 0)
            return;
        file.emplace(path, size);
        std::strncpy(temporary.data(), file->temporary().c_str(), temporary.size() - 1);
    });
    temporary = ranks::gather(ranks, temporary).front();
    ranks::agree_on(ranks, [&] {
        for (const FilePart& part : parts)
            data::write_part(temporary.data(), path, part.at, part.bytes);
    });
    ranks::agree_on(ranks, [&] {
        if (file)
            file->replace_target();
    });
}

/// A rank's elements of an array.
struct NpzSlice {
    std::string name;
    data::NpyLayout layout;           ///< of the whole array
    std::int64_t first = 0;           ///< element
    std::span<const std::byte> bytes; ///< of the own elements
};

void write_slices(ranks::Communicator& ranks, const std::filesystem::path& path,
                  std::span<const NpzSlice> slices) {
    struct Sum {
        std::uint64_t bytes;
        std::uint32_t sum;
    };
    std::vector<data::NpzArray> arrays;
    for (const NpzSlice& slice : slices) {
        std::uint32_t sum = 0;
        for (const Sum& of : ranks::gather(ranks, Sum{slice.bytes.size(), data::checksum_of(slice.bytes)}))
            sum = data::combine_checksums(sum, of.sum, of.bytes);
        arrays.push_back({slice.name, slice.layout, sum});
    }
    const data::NpzPlan plan = data::plan_npz(path, arrays);
    std::vector<FilePart> parts;
    for (std::size_t i = 0; i < slices.size(); ++i)
        parts.push_back({plan.elements_at(i) +
                             static_cast<std::uint64_t>(slices[i].first) * slices[i].layout.element_size(),
                         slices[i].bytes});
    if (ranks.rank() == 0)
        for (const data::NpzPlan::Header& header : plan.headers)
            parts.push_back({header.at, std::as_bytes(std::span(header.text))});
    write_file_of_ranks(ranks, path, plan.size, parts);
}

/// Turns the layout of this rank's rows into that of all ranks' rows. Returns the index of its first element.
std::int64_t take_place(ranks::Communicator& ranks, data::NpyLayout& layout) {
    const ranks::Share rows = ranks::share_of(ranks, static_cast<std::int64_t>(layout.shape.front()));
    layout.shape.front() = 1;
    const std::int64_t first = rows.slice.first * static_cast<std::int64_t>(layout.element_count());
    layout.shape.front() = static_cast<std::size_t>(rows.all);
    return first;
}

} // namespace

void write_own_npy(const std::filesystem::path& path, const data::NpyLayout& layout,
                   std::span<const std::byte> elements) {
    ranks::Communicator* const ranks = joined_ranks();
    if (!ranks) {
        const std::string start = data::format_npy_start(layout);
        return data::write_file(path, {std::as_bytes(std::span(start)), elements});
    }
    data::NpyLayout whole = layout;
    const auto first = static_cast<std::size_t>(take_place(*ranks, whole));
    const std::string start = data::format_npy_start(whole);
    std::vector<FilePart> parts{{start.size() + first * layout.element_size(), elements}};
    if (ranks->rank() == 0)
        parts.push_back({0, std::as_bytes(std::span(start))});
    write_file_of_ranks(*ranks, path, start.size() + whole.byte_count(), parts);
}

void write_own_npz(const std::filesystem::path& path, std::span<const data::NpzPart> arrays,
                   bool has_offsets) {
    const PhaseSpan span(Phase::write);
    ranks::Communicator* const ranks = joined_ranks();
    if (!ranks)
        return data::write_npz(path, arrays);
    std::vector<NpzSlice> slices;
    std::deque<std::vector<std::int64_t>> offsets;
    for (const data::NpzPart& array : arrays) {
        NpzSlice slice{array.name, array.layout, 0, array.bytes};
        if (has_offsets && array.name.ends_with("offset")) {
            std::vector<std::int64_t>& offset = offsets.emplace_back(array.layout.shape.front());
            std::ranges::copy(array.bytes, std::as_writable_bytes(std::span(offset)).begin());
            const std::vector<std::int64_t> ends =
                ranks::gather(*ranks, offset.empty() ? std::int64_t{-1} : offset.back());
            const auto own = ends.begin() + ranks->rank();
            for (const std::int64_t end : std::span(ends.begin(), own))
                for (std::int64_t& at : offset)
                    at += std::max<std::int64_t>(end, 0);
            // The next rank begins where this one ends.
            if (std::any_of(own + 1, ends.end(), [](std::int64_t end) { return end >= 0; }))
                offset.resize(offset.size() - std::min<std::size_t>(offset.size(), 1));
            slice.layout.shape = {offset.size()};
            slice.bytes = std::as_bytes(std::span(offset));
        }
        if (!slice.layout.shape.empty())
            slice.first = take_place(*ranks, slice.layout);
        else if (ranks->rank() > 0)
            slice.bytes = {};
        slices.push_back(std::move(slice));
    }
    write_slices(*ranks, path, slices);
}

void write_own_text(const std::optional<std::filesystem::path>& path, std::string_view text) {
    ranks::Communicator* const ranks = joined_ranks();
    if (!ranks && path)
        return data::write_file(*path, text);
    if (!ranks)
        return print(std::string(text));
    if (path) {
        const ranks::Share share = ranks::share_of(*ranks, std::ssize(text));
        const std::array part{
            FilePart{static_cast<std::uint64_t>(share.slice.first), std::as_bytes(std::span(text))}};
        return write_file_of_ranks(*ranks, *path, static_cast<std::uint64_t>(share.all), part);
    }
    // Rank 0 prints what is sent to it.
    std::vector<std::int64_t> sent(static_cast<std::size_t>(ranks->size()));
    sent.front() = std::ssize(text);
    const RawArray<char> all = ranks::exchange_lists(*ranks, std::span<const char>(text), sent);
    on_all_ranks([&] { print({all.data(), all.size()}); });
}

std::unique_ptr<data::Table> read_table_part(const std::filesystem::path& path, const data::TextForm& form,
                                             const data::FilePlace& place) {
    ranks::Communicator* const ranks = joined_ranks();
    if (!ranks)
        return data::read_table(path, form);
    const auto on_all_parts = [ranks](const auto& step) {
        data::PartCounts own;
        on_all_ranks([&] { own = step(); });
        return ranks::gather(*ranks, own);
    };
    return data::read_table_part(path, form, static_cast<std::size_t>(ranks->rank()),
                                 static_cast<std::size_t>(ranks->size()), on_all_parts, place);
}

std::vector<std::byte> deal_rows(ranks::Communicator& ranks, std::span<const std::int32_t> owners,
                                 std::span<const std::byte> bytes, std::span<const std::int64_t> sizes) {
    std::vector<std::int64_t> sent_rows, sent_bytes, next;
    auto size = sizes.begin();
    for (int rank = 0; rank < ranks.size(); ++rank) {
        const ranks::Slice slice = ranks::slice_of(std::ssize(owners), rank, ranks.size());
        const auto first = owners.begin() + slice.first;
        sent_rows.push_back(std::count(first, first + slice.size, ranks.rank()));
        sent_bytes.push_back(std::accumulate(size, size + sent_rows.back(), std::int64_t{0}));
        size += sent_rows.back();
    }
    // The rows of each sender arrive together, in the order in which it sent them.
    const RawArray<std::int64_t> lengths = ranks::exchange_lists(ranks, sizes, sent_rows, &next);
    const RawArray<std::byte> rows = ranks::exchange_lists(ranks, bytes, sent_bytes);
    std::vector<std::int64_t> begins(lengths.size());
    std::exclusive_scan(lengths.begin(), lengths.end(), begins.begin(), std::int64_t{0});
    std::exclusive_scan(next.begin(), next.end(), next.begin(), std::int64_t{0});
    const ranks::Slice own = ranks::slice_of(std::ssize(owners), ranks.rank(), ranks.size());
    std::vector<std::byte> written;
    written.reserve(rows.size());
    for (const std::int32_t owner :
         owners.subspan(static_cast<std::size_t>(own.first), static_cast<std::size_t>(own.size))) {
        const auto row = static_cast<std::size_t>(next[static_cast<std::size_t>(owner)]++);
        const auto first = rows.begin() + begins[row];
        written.insert(written.end(), first, first + lengths[row]);
    }
    return written;
}

} // namespace scanline::cli
