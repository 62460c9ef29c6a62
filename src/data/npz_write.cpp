#include "scanline/data/npz.h"

#include "npy_prologue.h"

#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace scanline::data {

namespace {

using Bytes = std::span<const std::byte>;

// The numbers of "APPNOTE.TXT - .ZIP File Format Specification" of PKWARE, version 6.3.
constexpr std::uint32_t local_header = 0x04034b50, central_header = 0x02014b50, end_record = 0x06054b50,
                        wide_end_record = 0x06064b50, wide_end_locator = 0x07064b50;
constexpr std::uint16_t made_by = 3 << 8 | 63, // Unix, version 6.3
    plain_version = 10, wide_version = 45, stored = 0, utf_8 = 1 << 11, wide_field = 1;
/// The first day that time stamps can represent, as numpy writes it.
constexpr std::uint16_t first_day = 1 << 5 | 1;
/// Stands for numbers that are in a field of 64 bits.
constexpr std::uint32_t see_wide = std::numeric_limits<std::uint32_t>::max();

/// Appends little-endian numbers.
class Record {
public:
    template <class... Numbers>
    explicit Record(Numbers... numbers) {
        (append(numbers), ...);
    }
    template <class Number>
    void append(Number number) {
        for (std::size_t byte = 0; byte < sizeof number; ++byte)
            text_ += static_cast<char>(static_cast<std::uint64_t>(number) >> 8 * byte);
    }
    void append(const std::string& text) { text_ += text; }

    const std::string& text() const { return text_; }

private:
    std::string text_;
};

std::uint32_t narrow(std::uint64_t number) {
    return number >= see_wide ? see_wide : static_cast<std::uint32_t>(number);
}

/// A stored entry, and the place of its header in the archive.
struct Entry {
    std::string file, prologue;
    std::uint64_t element_bytes, offset;
    std::uint32_t sum = 0;

    std::uint64_t size() const { return prologue.size() + element_bytes; }
    bool is_wide() const { return size() >= see_wide || offset >= see_wide; }

    std::uint16_t flags() const {
        return std::ranges::any_of(file, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) ? utf_8
                                                                                                       : 0;
    }
    /// What both headers have from the version on. extra: fields after the name.
    Record common(std::size_t extra) const {
        return Record(is_wide() ? wide_version : plain_version, flags(), stored, std::uint16_t{0}, first_day,
                      sum, narrow(size()), narrow(size()), static_cast<std::uint16_t>(file.size()),
                      static_cast<std::uint16_t>(extra));
    }
    std::string local() const {
        Record record(local_header);
        const bool wide = size() >= see_wide;
        const Record fields = wide ? Record(wide_field, std::uint16_t{16}, size(), size()) : Record();
        record.append(common(fields.text().size()).text() + file + fields.text());
        return record.text();
    }
    std::string central() const {
        Record record(central_header, made_by);
        Record numbers;
        if (size() >= see_wide) {
            numbers.append(size());
            numbers.append(size());
        }
        if (offset >= see_wide)
            numbers.append(offset);
        Record fields;
        if (!numbers.text().empty()) {
            fields.append(wide_field);
            fields.append(static_cast<std::uint16_t>(numbers.text().size()));
            fields.append(numbers.text());
        }
        constexpr std::uint32_t readable_file = 0100666u << 16;
        record.append(
            common(fields.text().size()).text() +
            Record(std::uint16_t{0}, std::uint16_t{0}, std::uint16_t{0}, readable_file, narrow(offset))
                .text() +
            file + fields.text());
        return record.text();
    }
};

std::string end_of(std::uint64_t entries, std::uint64_t central_size, std::uint64_t central_offset) {
    constexpr std::uint16_t see_wide_entries = std::numeric_limits<std::uint16_t>::max();
    const bool wide = entries >= see_wide_entries || central_offset >= see_wide || central_size >= see_wide;
    std::string text;
    if (wide)
        text = Record(wide_end_record, std::uint64_t{44}, wide_version, wide_version, 0u, 0u, entries,
                      entries, central_size, central_offset)
                   .text() +
               Record(wide_end_locator, 0u, central_offset + central_size, 1u).text();
    const auto narrow_entries =
        static_cast<std::uint16_t>(std::min<std::uint64_t>(entries, see_wide_entries));
    return text + Record(end_record, std::uint16_t{0}, std::uint16_t{0}, narrow_entries, narrow_entries,
                         narrow(central_size), narrow(central_offset), std::uint16_t{0})
                      .text();
}

Bytes bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

} // namespace

NpzPlan plan_npz(const std::filesystem::path& path, std::span<const NpzArray> arrays) {
    if (arrays.empty())
        throw usage_error(
            fmt::format("cannot write {}: there are no arrays; give it at least one", printable_path(path)));
    NpzPlan plan;
    std::string central;
    for (const NpzArray& array : arrays) {
        Entry entry{array.name + ".npy", format_prologue(array.layout), array.layout.byte_count(), plan.size};
        entry.sum = combine_checksums(checksum_of(bytes_of(entry.prologue)), array.sum, entry.element_bytes);
        const std::string& header = plan.headers.emplace_back(plan.size, entry.local() + entry.prologue).text;
        plan.size += header.size() + entry.element_bytes;
        central += entry.central();
    }
    const std::string& end =
        plan.headers.emplace_back(plan.size, central + end_of(arrays.size(), central.size(), plan.size)).text;
    plan.size += end.size();
    return plan;
}

void write_npz(const std::filesystem::path& path, std::span<const NpzPart> parts) {
    const PhaseSpan span(Phase::write);
    std::vector<NpzArray> arrays;
    for (const NpzPart& part : parts) {
        require_whole(path, part.layout, part.bytes.size());
        arrays.push_back({part.name, part.layout, checksum_of(part.bytes)});
    }
    const NpzPlan plan = plan_npz(path, arrays);
    std::vector<Bytes> written;
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (const Bytes bytes : {bytes_of(plan.headers[i].text), parts[i].bytes})
            written.push_back(bytes);
    written.push_back(bytes_of(plan.headers.back().text));
    write_file(path, std::span<const Bytes>(written));
}

void write_npz(const std::filesystem::path& path, const NpzArrays& arrays) {
    std::vector<NpzPart> parts;
    for (const auto& [name, array] : arrays)
        parts.push_back({name, array, array.bytes});
    write_npz(path, std::span<const NpzPart>(parts));
}

} // namespace scanline::data
