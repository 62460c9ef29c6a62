#include "scanline/tables/coded_column.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <ranges>
#include <span>
#include <unordered_map>
#include <utility>

namespace scanline::tables {

std::string edge_text(const Decimal& edge) {
    constexpr int long_number = 20;
    return std::abs(edge.exponent) <= long_number ? text_of(edge)
                                                  : fmt::format("{}e{}", text_of(edge.units), edge.exponent);
}

namespace {

/// The power of ten of the difference of two numbers, or up to two below.
int magnitude_of_difference(const Decimal& least, const Decimal& greatest) {
    const int digits = -std::min(least.exponent, greatest.exponent);
    const std::optional<Int128> low = in_units(least, digits), high = in_units(greatest, digits);
    Int128 difference = 0;
    if (low && high && !__builtin_sub_overflow(*high, *low, &difference))
        return static_cast<int>(text_of(difference).size()) - 1 - digits;
    // The larger one is far larger, or has nearly 39 digits.
    const auto places = [](const Decimal& number) {
        return static_cast<int>(text_of(number.units).size()) + number.exponent;
    };
    return std::max(places(least), places(greatest)) - 3;
}

std::optional<Int128> ceiling_of_ratio(Decimal a, const Decimal& b) {
    a.units = -a.units;
    const std::optional<Int128> floor = floor_of_ratio(a, b);
    return floor ? std::optional(-*floor) : std::nullopt;
}

/// Returns edges at multiples of 1, 2 or 5 times a power of ten: the smallest such step that needs at most
/// `most` bins, of which there must be at least two.
std::vector<Decimal> even_edges(int most, const Decimal& least, const Decimal& greatest, bool are_integers) {
    int exponent = magnitude_of_difference(least, greatest) - static_cast<int>(std::log10(most)) - 2;
    if (are_integers)
        exponent = std::max(exponent, 0);
    for (;; ++exponent)
        for (const int digit : {1, 2, 5}) {
            const Decimal step{digit, exponent};
            const std::optional<Int128> first = floor_of_ratio(least, step),
                                        end = ceiling_of_ratio(greatest, step);
            if (!first || !end)
                continue;
            if (*end - *first > most)
                continue;
            std::vector<Decimal> edges;
            for (Int128 multiple = *first; multiple <= *end; ++multiple)
                edges.push_back(normal_decimal(multiple * digit, exponent));
            return edges;
        }
}

std::vector<Decimal> quantile_edges(int most, std::vector<Decimal> numbers) {
    std::ranges::sort(numbers);
    std::vector<Decimal> edges;
    const auto bins = static_cast<std::size_t>(most);
    for (std::size_t bin = 0; bin < bins; ++bin)
        edges.push_back(numbers[numbers.size() / bins * bin + numbers.size() % bins * bin / bins]);
    edges.push_back(numbers.back());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

/// Returns the edges of bins for numbers, of which there is at least one: round numbers, or quantiles.
std::vector<Decimal> edges_for(std::vector<Decimal> numbers, const BinPlan& plan) {
    const auto [least, greatest] = std::ranges::minmax(numbers);
    if (least == greatest || plan.most == 1) // round steps on both sides of 0 would give two
        return {least, greatest};
    if (plan.are_quantiles)
        return quantile_edges(plan.most, std::move(numbers));
    return even_edges(plan.most, least, greatest, std::ranges::all_of(numbers, [](const Decimal& number) {
                          return number.exponent >= 0;
                      }));
}

/// "below 10" and "above 90".
std::string below_text(const CodedColumn& column) {
    return "below " + edge_text(column.edges.front());
}

std::string above_text(const CodedColumn& column) {
    return "above " + edge_text(column.edges.back());
}

struct HashOfDecimal {
    std::size_t operator()(const Decimal& decimal) const {
        const auto low = static_cast<std::uint64_t>(decimal.units),
                   high = static_cast<std::uint64_t>(decimal.units >> 64);
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
        return static_cast<std::size_t>(
            ((low * odd) ^ high ^ static_cast<std::uint64_t>(decimal.exponent)) * odd >> 16);
    }
};

/// True for a number in the only form that Decimal's text has, or a code: no other plain text equals it.
bool is_plain(std::string_view text) {
    if (text == "0")
        return true;
    if (text.starts_with('-'))
        text.remove_prefix(1);
    const bool begins = !text.empty() && text.front() >= '0' && text.front() <= '9' && text != "0";
    const bool has_point = text.find('.') != std::string_view::npos;
    return begins && text.find_first_not_of("0123456789.") == std::string_view::npos &&
           !(has_point && (text.back() == '0' || text.back() == '.'));
}

/// Codes the values of a column for the distinct cells of a table.
class ValueCoder {
public:
    ValueCoder(const Dictionary& cells, CodedColumn& column) : cells_(cells), column_(column) {
        const ColumnType& type = column.type;
        merges_ = type.kind == Kind::number &&
                  (type.numbers != NumberForm{} || !all_plain(column.dictionary) || !all_plain(cells));
        for (std::uint32_t code = 0; merges_ && code < column.dictionary.size(); ++code)
            if (const std::optional<Decimal> number = type.number(column.dictionary.text(code)))
                codes_.try_emplace(*number, code);
    }

    bool merges() const { return merges_; } ///< some cells may share a value

    /// cell: of the column's type.
    std::uint32_t code(const std::string& cell) {
        if (!merges_)
            return column_.dictionary.add(cell);
        const auto [found, is_new] = codes_.try_emplace(column_.type.number(cell).value(), 0);
        if (is_new)
            found->second = column_.dictionary.add(cell);
        return found->second;
    }

private:
    static bool all_plain(const Dictionary& dictionary) {
        for (std::uint32_t code = 0; code < dictionary.size(); ++code)
            if (const std::string& text = dictionary.text(code); !text.empty() && !is_plain(text))
                return false;
        return true;
    }

    const Dictionary& cells_;
    CodedColumn& column_;
    bool merges_ = false; ///< different texts may be equal numbers
    std::unordered_map<Decimal, std::uint32_t, HashOfDecimal> codes_;
};

class CellCoder {
public:
    CellCoder(const data::Table& table, std::size_t number, const Reading& reading, CodedColumn& column,
              const ColumnWork& work)
        : table_(table), number_(number), reading_(reading), column_(column), work_(work),
          is_as_written_(is_text_as_written(table, number, reading)) {}

    std::vector<std::uint32_t> values() {
        Dictionary cells;
        std::vector<std::uint32_t> first_rows; // of each distinct cell
        std::vector<std::uint32_t> codes = codes_of_rows([&](std::size_t row) {
            const std::uint32_t code = cells.add(table_.text(row, number_));
            if (code == first_rows.size()) {
                require_few(code, row);
                first_rows.push_back(static_cast<std::uint32_t>(row));
            }
            return code;
        });
        const bool is_first = column_.type.kind == Kind::unknown && column_.dictionary.size() == 0;
        if (column_.type.kind == Kind::unknown)
            column_.type = type_of_cells(cells);
        ValueCoder coder(cells, column_);
        if (is_first && !coder.merges() && are_missing_cells_empty(cells)) {
            column_.dictionary = std::move(cells);
            return codes;
        }
        std::vector<std::uint32_t> of_cell;
        for (std::uint32_t cell = 0; cell < cells.size(); ++cell) {
            work_.poll().count();
            const std::string& text = cells.text(cell);
            if (is_missing_cell(text)) {
                of_cell.push_back(column_.dictionary.add(""));
                continue;
            }
            const std::size_t row = first_rows[cell];
            if (!column_.type.takes(text))
                throw table_.cell_error(row, number_, mismatch_text(text, column_.type));
            of_cell.push_back(coder.code(text));
            require_few(of_cell.back(), row);
        }
        if (!std::ranges::equal(of_cell, std::views::iota(0u, static_cast<std::uint32_t>(of_cell.size()))))
            for (std::uint32_t& code : codes)
                code = of_cell[code];
        return codes;
    }

    std::vector<std::uint32_t> parts() {
        if (!column_.source)
            column_.source = reading_.dates ? reading_.dates : format_of_dates();
        return codes_of_rows([this](std::size_t row) {
            const std::string cell = table_.text(row, number_);
            if (is_missing(cell, reading_))
                return column_.dictionary.add("");
            const std::optional<Date> date = column_.source->read(cell);
            if (!date)
                throw table_.cell_error(row, number_,
                                        mismatch_text(cell, {.kind = Kind::date, .dates = column_.source}));
            return column_.dictionary.add(part_of(*date, column_.part));
        });
    }

    std::vector<std::uint32_t> bins(const std::optional<BinPlan>& plan) {
        column_.type = {.kind = Kind::number, .numbers = reading_.numbers};
        std::vector<std::optional<Decimal>> numbers;
        std::vector<Decimal> present;
        numbers.reserve(table_.rows());
        work_.for_each_row([&](std::size_t row) {
            numbers.push_back(finite_number_in(row));
            if (numbers.back() && plan)
                present.push_back(*numbers.back());
            else if (numbers.back() && column_.edges.empty())
                throw table_.cell_error(
                    row, number_,
                    "cannot be binned: the cube had no numbers to derive bins from; build it "
                    "again from all rows");
        });
        if (plan && !present.empty()) {
            column_.edges = edges_for(std::move(present), *plan);
            for (std::size_t bin = 0; bin + 1 < column_.edges.size(); ++bin)
                column_.dictionary.add(
                    fmt::format("{}..{}", edge_text(column_.edges[bin]), edge_text(column_.edges[bin + 1])));
        }
        std::vector<std::uint32_t> codes;
        codes.reserve(numbers.size());
        for (const std::optional<Decimal>& number : numbers) {
            work_.poll().count();
            codes.push_back(number ? code_of_bin(*number) : column_.dictionary.add(""));
        }
        return codes;
    }

private:
    template <class Code>
    std::vector<std::uint32_t> codes_of_rows(Code code) {
        std::vector<std::uint32_t> codes;
        codes.reserve(table_.rows());
        work_.for_each_row([&](std::size_t row) { codes.push_back(code(row)); });
        return codes;
    }

    bool is_missing_cell(const std::string& cell) const {
        return is_as_written_ ? cell.empty() : is_missing(cell, reading_);
    }

    bool are_missing_cells_empty(const Dictionary& cells) const {
        for (std::uint32_t cell = 0; cell < cells.size(); ++cell)
            if (const std::string& text = cells.text(cell); !text.empty() && is_missing_cell(text))
                return false;
        return true;
    }

    void require_few(std::uint32_t code, std::size_t row) const {
        if (code >= max_distinct)
            throw table_.cell_error(
                row, number_,
                fmt::format("exceeds the limit of {} distinct values: put the column into bins, "
                            "or leave it out",
                            max_distinct));
    }

    ColumnType type_of_cells(const Dictionary& cells) const {
        if (is_as_written_)
            return {.kind = Kind::text};
        if (table_.rows() > 0 && table_.element(0, number_))
            return {.kind = Kind::number};
        TypeSniffer sniffer(reading_);
        for (std::uint32_t cell = 0; cell < cells.size() && !sniffer.is_text(); ++cell)
            if (!is_missing(cells.text(cell), reading_))
                sniffer.add(cells.text(cell));
        return sniffer.type();
    }

    /// None if all cells are missing.
    std::optional<DateFormat> format_of_dates() const {
        DateSniffer sniffer;
        bool has_dates = false;
        constexpr std::size_t some = 1024;
        for (std::size_t row = 0; row < table_.rows(); ++row) {
            if (const std::string cell = table_.text(row, number_); !is_missing(cell, reading_)) {
                sniffer.add(cell);
                if (!sniffer.fits())
                    throw table_.cell_error(row, number_,
                                            fmt::format("is '{}', which is not a date{}: correct it, name it "
                                                        "with --null if it stands for "
                                                        "no value, or give --date-format",
                                                        printable(cell),
                                                        has_dates ? " like those above" : ""));
                has_dates = true;
            }
            if (row % some == some - 1 && has_dates && sniffer.candidates().size() == 1)
                break;
        }
        const std::vector<DateFormat> fitting = has_dates ? sniffer.candidates() : std::vector<DateFormat>();
        if (fitting.size() > 1)
            throw usage_error(fmt::format("{}: the dates of {} fit {} and {}: choose one by --date-format",
                                          printable(column_.name), printable(column_.column),
                                          fitting[0].pattern(), fitting[1].pattern()));
        return fitting.empty() ? std::nullopt : std::optional(fitting.front());
    }

    std::optional<Decimal> finite_number_in(std::size_t row) const {
        std::optional<Decimal> number = number_in(table_, row, number_, reading_);
        if (number && !number->is_finite())
            throw table_.cell_error(row, number_, "is infinite: correct it, or leave the column out");
        return number;
    }

    std::uint32_t code_of_bin(const Decimal& number) const {
        return number < column_.edges.front()  ? column_.dictionary.add(below_text(column_))
               : number > column_.edges.back() ? column_.dictionary.add(above_text(column_))
                                               : *column_.bin_of(number);
    }

    const data::Table& table_;
    const std::size_t number_;
    const Reading& reading_;
    CodedColumn& column_;
    const ColumnWork& work_;
    const bool is_as_written_;
};

std::vector<std::uint32_t> all_codes(const Dictionary& dictionary) {
    std::vector<std::uint32_t> codes(static_cast<std::size_t>(dictionary.size()));
    std::iota(codes.begin(), codes.end(), 0u);
    return codes;
}

/// Sorts by key_of(code), which is computed once for each.
template <class KeyOf>
void sort_by(std::vector<std::uint32_t>& codes, KeyOf key_of) {
    std::vector<std::pair<decltype(key_of(0u)), std::uint32_t>> keyed;
    keyed.reserve(codes.size());
    for (const std::uint32_t code : codes)
        keyed.emplace_back(key_of(code), code);
    std::ranges::sort(keyed);
    std::ranges::transform(keyed, codes.begin(), [](const auto& one) { return one.second; });
}

} // namespace

std::optional<std::uint32_t> CodedColumn::bin_of(const Decimal& number) const {
    if (edges.empty())
        return std::nullopt;
    if (number < edges.front())
        return dictionary.find(below_text(*this));
    if (number > edges.back())
        return dictionary.find(above_text(*this));
    const auto inner = std::span(edges).subspan(1, edges.size() - 2);
    return static_cast<std::uint32_t>(std::ranges::upper_bound(inner, number) - inner.begin());
}

std::vector<std::uint32_t> CodedColumn::ascending() const {
    return ascending(all_codes(dictionary));
}

std::vector<std::uint32_t> CodedColumn::ascending(std::vector<std::uint32_t> codes) const {
    if (derivation == Derivation::bin) {
        sort_by(codes, [this](std::uint32_t code) -> std::int64_t {
            if (code < bins())
                return code;
            return dictionary.text(code).empty()                ? -2
                   : dictionary.text(code) == above_text(*this) ? std::int64_t{bins()}
                                                                : -1;
        });
    } else if (type.kind == Kind::number) {
        sort_by(codes, [this](std::uint32_t code) { return type.number(dictionary.text(code)); });
    } else if (type.kind == Kind::date && type.dates) {
        sort_by(codes, [this](std::uint32_t code) {
            return std::pair(type.dates->read(dictionary.text(code)),
                             std::string_view(dictionary.text(code)));
        });
    } else {
        sort_by(codes, [this](std::uint32_t code) { return std::string_view(dictionary.text(code)); });
    }
    return codes;
}

ColumnType type_of_part(DatePart part) {
    if (part == DatePart::year_month || part == DatePart::date)
        return {.kind = Kind::date, .dates = DateFormat::parse("iso")};
    return {.kind = Kind::number};
}

std::vector<std::uint32_t> code_cells(const data::Table& table, std::size_t number, const Reading& reading,
                                      const std::optional<BinPlan>& bins, CodedColumn& column,
                                      const ColumnWork& work) {
    CellCoder coder(table, number, reading, column, work);
    switch (column.derivation) {
    case Derivation::value: return coder.values();
    case Derivation::part: return coder.parts();
    case Derivation::bin: break;
    }
    return coder.bins(bins);
}

namespace {

std::uint32_t hash_of(std::string_view text) {
    return static_cast<std::uint32_t>(std::hash<std::string_view>()(text));
}

} // namespace

std::size_t Dictionary::slot_of(std::string_view text, std::uint32_t hash) const {
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = hash & last;
    while (slots_[slot].number != 0 && (slots_[slot].hash != hash || texts_[slots_[slot].number - 1] != text))
        slot = (slot + 1) & last;
    return slot;
}

void Dictionary::make_slots() {
    constexpr std::size_t least = 16;
    std::vector<Slot> slots(std::max(least, 2 * slots_.size()));
    std::swap(slots, slots_);
    for (const Slot& slot : slots)
        if (slot.number != 0)
            slots_[slot_of(texts_[slot.number - 1], slot.hash)] = slot;
}

std::uint32_t Dictionary::add(std::string_view text) {
    if (2 * texts_.size() >= slots_.size())
        make_slots();
    const std::uint32_t hash = hash_of(text);
    Slot& slot = slots_[slot_of(text, hash)];
    if (slot.number == 0) {
        texts_.emplace_back(text);
        slot = {static_cast<std::uint32_t>(texts_.size()), hash};
    }
    return slot.number - 1;
}

std::optional<std::uint32_t> Dictionary::find(std::string_view text) const {
    if (slots_.empty())
        return std::nullopt;
    const std::uint32_t number = slots_[slot_of(text, hash_of(text))].number;
    return number == 0 ? std::nullopt : std::optional(number - 1);
}

} // namespace scanline::tables
