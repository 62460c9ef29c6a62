#include "scanline/data/table_part.h"

#include "csv_cells.h"
#include "encodings.h"
#include "scanline/core/phases.h"

namespace scanline::data {
namespace {

using AllCounts = std::span<const PartCounts>;

std::uint64_t sum_of(AllCounts parts, std::uint64_t PartCounts::*count) {
    std::uint64_t sum = 0;
    for (const PartCounts& part : parts)
        sum += part.*count;
    return sum;
}

/// Shares the bytes behind a text's first line equally: a part's rows begin at the first line behind the
/// beginning of its share. In quotes no line ends, and the number of quotes before a byte tells whether it is
/// in quotes: as long as each opens, closes or is doubled.
class TextPart {
public:
    /// None if the beginning of the file is not enough.
    static std::unique_ptr<TextPart> open(const std::filesystem::path& path, const TextForm& form,
                                          RowPart part) {
        constexpr std::size_t few = std::size_t{1} << 16, most = std::size_t{1} << 24;
        constexpr std::byte utf_16{0xfe}; // or 0xff
        const InputFile file(path);
        const std::size_t all = file.size().value_or(0);
        const std::string ending = table_ending_of(path);
        const bool may_be_text =
            ending != ".npy" && ending != ".npz" && std::ranges::count(table_endings, ending) > 0;
        for (std::size_t size = few; may_be_text && size <= most; size *= 16) {
            std::vector<std::byte> bytes(std::min(size, all));
            file.require_at(0, bytes);
            if (bytes.empty() || bytes.front() >= utf_16 || content_of(bytes) != Content::text)
                break;
            CellReader start(path, as_text(bytes), kind_of(ending), form);
            // A line end has two bytes at most.
            const auto is_cut = [&](std::size_t at) { return size < all && at + 2 > size; };
            try {
                start.read_start();
                if (!is_cut(start.first_line_end()))
                    return std::make_unique<TextPart>(path, part, start, as_text(bytes));
            } catch (const Error&) {
                if (!is_cut(start.at()))
                    throw;
            }
        }
        return nullptr;
    }

    TextPart(const std::filesystem::path& path, RowPart part, const CellReader& start, std::string_view text)
        : path_(path), file_(path), part_(part), start_(start),
          above_(LineEnds::of(text.substr(0, start.at()))) {}

    std::uint64_t quotes() const {
        return static_cast<std::uint64_t>(
            std::ranges::count(as_text(read(share(part_.number), share(part_.number + 1))), '"'));
    }

    PartCounts read_rows(AllCounts all) {
        // Else a part might take all bytes for one field.
        if (sum_of(all, &PartCounts::quotes) % 2 == 1)
            return {.needs_whole = 1};
        bytes_ = read_lines(part_.number, all);
        CellReader reader(start_, as_text(bytes_), 0);
        try {
            reader.read_rows();
        } catch (const Error& error) {
            error_ = error;
        }
        cells_ = reader.take();
        return {.rows = cells_.rows(),
                .lines = reader.line(),
                .feeds = cells_.line_ends.feeds,
                .returns = cells_.line_ends.returns,
                .is_wrong = error_ ? 1u : 0u,
                .needs_whole = reader.has_inner_quote() ? 1u : 0u};
    }

    std::unique_ptr<Table> table(AllCounts quotes, AllCounts all) {
        if (const auto wrong = std::ranges::find(all, 1u, &PartCounts::is_wrong); wrong != all.end()) {
            // All parts find the first wrong row, and name its line.
            const auto part = static_cast<std::size_t>(wrong - all.begin());
            const std::vector<std::byte> bytes = read_lines(part, quotes);
            const std::size_t line = start_.line() + sum_of(all.first(part), &PartCounts::lines);
            CellReader(start_, as_text(bytes), line).read_rows();
            if (error_)
                throw *error_;
        }
        const AllCounts before = all.first(part_.number);
        return make_csv_table(
            path_, std::move(bytes_), std::move(cells_), sum_of(before, &PartCounts::rows),
            sum_of(all, &PartCounts::rows),
            above_ + LineEnds{sum_of(before, &PartCounts::feeds), sum_of(before, &PartCounts::returns)});
    }

private:
    std::vector<std::byte> read(std::size_t begin, std::size_t end) const {
        std::vector<std::byte> bytes;
        with_memory_for(path_, end - begin, [&] { bytes.resize(end - begin); });
        file_.require_at(begin, bytes);
        return bytes;
    }

    std::size_t share(std::size_t part) const {
        return start_.at() + part_.begin_of(part, *file_.size() - start_.at());
    }

    /// Where the first line of a part begins.
    std::size_t line_of(std::size_t part, AllCounts quotes) const {
        const std::size_t end = *file_.size();
        bool in_quotes = sum_of(quotes.first(part), &PartCounts::quotes) % 2 == 1, follows_return = false;
        std::vector<std::byte> piece(std::size_t{1} << 18);
        const std::size_t begin = share(part);
        for (std::size_t at = begin; begin > start_.at() && at < end;) {
            const std::span<std::byte> bytes = std::span(piece).first(std::min(piece.size(), end - at));
            file_.require_at(at, bytes);
            for (const std::byte byte : bytes) {
                const char c = static_cast<char>(byte);
                if (c == '\n' && !in_quotes)
                    return at + 1;
                if (follows_return)
                    return at;
                in_quotes ^= c == '"';
                follows_return = c == '\r' && !in_quotes;
                ++at;
            }
        }
        return begin > start_.at() ? end : begin;
    }

    std::vector<std::byte> read_lines(std::size_t part, AllCounts quotes) const {
        return read(line_of(part, quotes), line_of(part + 1, quotes));
    }

    const std::filesystem::path& path_;
    const InputFile file_;
    const RowPart part_;
    const CellReader start_;
    const LineEnds above_; ///< the rows
    std::vector<std::byte> bytes_;
    Cells cells_;
    std::optional<Error> error_;
};

} // namespace

std::unique_ptr<Table> read_table_part(const std::filesystem::path& path, const TextForm& form,
                                       std::size_t part, std::size_t parts, const OnAllParts& on_all_parts,
                                       const FilePlace& place) {
    const PhaseSpan span(Phase::read);
    const RowPart own{part, parts, place};
    std::unique_ptr<TextPart> text;
    std::unique_ptr<Table> table;
    const std::vector<PartCounts> quotes = on_all_parts([&] {
        const InputFile readable(path); // throws the proper error for a missing or unreadable file
        if (is_standard(path) || !std::filesystem::is_regular_file(path))
            throw read_error(shown(path),
                             "it is no regular file, and several ranks read parts of it; save it first");
        text = TextPart::open(path, form, own);
        return PartCounts{.quotes = text ? text->quotes() : 0};
    });
    const std::vector<PartCounts> counts = on_all_parts([&] {
        if (text)
            return text->read_rows(quotes);
        std::uint32_t checksum = 0;
        table = read_rows(path, form, own, &checksum);
        return PartCounts{.checksum = checksum};
    });
    on_all_parts([&] {
        std::uint64_t checksum = 0;
        for (const PartCounts& of : counts)
            checksum ^= of.checksum;
        if (checksum != 0 || sum_of(counts, &PartCounts::needs_whole) > 0)
            table = read_rows(path, form, own);
        else if (text)
            table = text->table(quotes, counts);
        return PartCounts{};
    });
    return table;
}

} // namespace scanline::data
