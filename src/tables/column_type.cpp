#include "scanline/tables/column_type.h"

#include "scanline/core/text.h"
#include "scanline/ranks/lists.h"
#include "scanline/tables/column_work.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <variant>

namespace scanline::tables {

namespace {

constexpr std::array<std::string_view, 12> missing_texts{"",     "NA",   "N/A",  "n/a", "<NA>", "#N/A",
                                                         "null", "NULL", "None", "NaN", "nan",  "-nan"};
constexpr std::string_view missing_in_dumps = "\\N";
constexpr std::size_t longest_missing = 4;

} // namespace

bool is_missing(std::string_view cell, const Reading& reading) {
    const bool is_number = !cell.empty() && cell.front() >= '0' && cell.front() <= '9';
    return (cell.size() <= longest_missing && !is_number &&
            (cell == missing_in_dumps || std::ranges::find(missing_texts, cell) != missing_texts.end())) ||
           (!reading.missing.empty() && std::ranges::find(reading.missing, cell) != reading.missing.end());
}

bool ColumnType::takes(std::string_view cell) const {
    switch (kind) {
    case Kind::unknown:
    case Kind::text: return true;
    case Kind::number: return !is_code(cell) && number(cell);
    case Kind::date: return !dates || dates->read(cell);
    }
    return false;
}

namespace {

/// A number of up to 15 digits without an exponent, else none. It is the quotient of two doubles that are
/// exact, so it is rounded once. Source: Clinger, "How to Read Floating Point Numbers Accurately", 1990.
std::optional<double> short_double(std::string_view cell) {
    static constexpr std::array powers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool is_negative = cell.starts_with('-');
    if (is_negative)
        cell.remove_prefix(1);
    std::int64_t units = 0;
    std::size_t point = cell.size();
    if (point > powers.size())
        return std::nullopt;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell[i] >= '0' && cell[i] <= '9')
            units = units * 10 + (cell[i] - '0');
        else if (cell[i] == '.' && point == cell.size())
            point = i;
        else
            return std::nullopt;
    }
    const std::size_t decimals = point == cell.size() ? 0 : cell.size() - point - 1,
                      digits = cell.size() - (point == cell.size() ? 0 : 1);
    if (digits == 0 || digits == powers.size())
        return std::nullopt;
    const double number = static_cast<double>(units) / powers[decimals];
    return is_negative ? -number : number;
}

/// True for digits with at most one point, but a leading zero: most numbers, told quickly.
bool is_plain_number(std::string_view cell) {
    if (cell.empty() || cell.front() == '.' || is_code(cell))
        return false;
    std::size_t points = 0;
    for (const char c : cell) {
        points += c == '.';
        if (c != '.' && (c < '0' || c > '9'))
            return false;
    }
    constexpr std::size_t most = 18;
    return points <= 1 && cell.size() <= most;
}

} // namespace

void TypeSniffer::add(std::string_view cell) {
    const Readers before = readers();
    if (before == numbers && !reading_->numbers.decimal_comma && is_plain_number(cell))
        return;
    Readers left = 0;
    if ((before & numbers) != 0 && !is_code(cell) && read_cell(cell, reading_->numbers))
        left = numbers;
    if ((before & dates) != 0 && !reading_->dates) {
        dates_.add(cell);
        left |= dates_.fitting();
    } else if ((before & dates) != 0 && reading_->dates->read(cell)) {
        left |= before & dates;
    }
    if (left != before)
        narrowings_.push_back({left, std::string(cell)});
}

void TypeSniffer::set(Kind kind) {
    narrowings_ = {{kind == Kind::number ? elements | numbers : 0}};
}

void TypeSniffer::add(const TypeSniffer& later) {
    for (const auto& [of_later, cell] : later.narrowings_)
        if (const Readers left = readers() & of_later; left != readers())
            narrowings_.push_back({left, cell});
    dates_.add(later.dates_);
}

ColumnType TypeSniffer::type() const {
    if (narrowings_.empty())
        return {};
    const Readers by_first = narrowings_.front().readers;
    if ((by_first & elements) != 0)
        return {.kind = Kind::number};
    ColumnType type{.kind = Kind::number, .numbers = reading_->numbers};
    // A column that begins with a number is never one of dates, 20240703.
    const Readers wanted = (by_first & numbers) != 0 ? numbers : dates;
    const auto other = std::ranges::find_if(
        narrowings_, [&](const Narrowing& narrowing) { return (narrowing.readers & wanted) == 0; });
    if (other != narrowings_.end()) {
        type.kind = Kind::text;
        type.example = other->cell;
    } else if (wanted == dates) {
        type.kind = Kind::date;
        type.dates = reading_->dates;
        if (const std::vector<DateFormat> fitting = dates_.candidates(); !type.dates && fitting.size() == 1)
            type.dates = fitting.front();
    }
    return type;
}

void merge_over_ranks(ranks::Communicator& ranks, std::span<TypeSniffer> sniffers) {
    struct Part {
        DateSniffer dates;
        std::size_t narrowings = 0;
    };
    std::vector<Part> parts;
    std::vector<TypeSniffer::Readers> readers;
    std::vector<std::string> cells;
    for (TypeSniffer& sniffer : sniffers) {
        parts.push_back({sniffer.dates_, sniffer.narrowings_.size()});
        for (const auto& [left, cell] : sniffer.narrowings_) {
            readers.push_back(left);
            cells.push_back(cell);
        }
        sniffer = TypeSniffer(*sniffer.reading_);
    }
    parts = gather_lists(ranks, std::span<const Part>(parts));
    readers = gather_lists(ranks, std::span<const TypeSniffer::Readers>(readers));
    cells = gather_texts(ranks, cells);
    for (std::size_t part = 0, next = 0; part < parts.size(); ++part) {
        TypeSniffer& sniffer = sniffers[part % sniffers.size()];
        TypeSniffer later(*sniffer.reading_);
        later.dates_ = parts[part].dates;
        for (const std::size_t end = next + parts[part].narrowings; next < end; ++next)
            later.narrowings_.push_back({readers[next], std::move(cells[next])});
        sniffer.add(later);
    }
}

bool is_text_as_written(const data::Table& table, std::size_t column, const Reading& reading) {
    return std::ranges::any_of(
        reading.texts, [&](const std::string& name) { return table.column("--text", name) == column; });
}

void sniff(const data::Table& table, std::size_t column, const Reading& reading, TypeSniffer& sniffer,
           CancelPoll& poll) {
    if (is_text_as_written(table, column, reading))
        return sniffer.set(Kind::text);
    if (table.rows() > 0 && table.element(0, column))
        return sniffer.set(Kind::number);
    std::string buffer;
    for (std::size_t row = 0; row < table.rows() && !sniffer.is_text(); ++row) {
        poll.count(16);
        if (const std::string_view cell = table.text_view(row, column, buffer); !is_missing(cell, reading))
            sniffer.add(cell);
    }
}

ColumnType type_of(const data::Table& table, std::size_t column, const Reading& reading, CancelPoll poll) {
    TypeSniffer sniffer(reading);
    sniff(table, column, reading, sniffer, poll);
    return sniffer.type();
}

std::vector<ColumnType> types_of(const data::Table& table, std::span<const std::size_t> columns,
                                 const Reading& reading, const cpu::Options& options,
                                 ranks::Communicator* ranks) {
    std::vector<TypeSniffer> sniffers(columns.size(), TypeSniffer(reading));
    for_each_column(columns.size(), table.rows(), options, {},
                    [&](std::size_t number, const ColumnWork& work) {
                        sniff(table, columns[number], reading, sniffers[number], work.poll());
                    });
    if (ranks != nullptr)
        merge_over_ranks(*ranks, sniffers);
    std::vector<ColumnType> types(columns.size());
    std::ranges::transform(sniffers, types.begin(), &TypeSniffer::type);
    return types;
}

std::optional<Decimal> number_in(const data::Table& table, std::size_t row, std::size_t column,
                                 const Reading& reading) {
    // Texts that the user names may be numbers, -999.
    if (!reading.missing.empty() && is_missing(table.text(row, column), reading))
        return std::nullopt;
    if (const std::optional<data::ArrayNumber> element = table.element(row, column))
        return std::visit(
            [](auto value) -> std::optional<Decimal> {
                if constexpr (std::is_floating_point_v<decltype(value)>)
                    if (std::isnan(value))
                        return std::nullopt;
                return decimal_of(value);
            },
            *element);
    std::string buffer;
    const std::string_view cell = table.text_view(row, column, buffer);
    if (const std::optional<Decimal> number = read_cell(cell, reading.numbers))
        return number;
    if (is_missing(cell, reading))
        return std::nullopt;
    throw table.cell_error(row, column,
                           mismatch_text(cell, {.kind = Kind::number, .numbers = reading.numbers}));
}

std::optional<double> plain_double(std::string_view cell, const Reading& reading) {
    if (!reading.missing.empty() || reading.numbers != NumberForm{})
        return std::nullopt;
    if (const std::optional<double> number = short_double(cell))
        return number;
    double number = 0;
    const auto [rest, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    const bool is_whole_cell = error == std::errc{} && rest == cell.data() + cell.size();
    return is_whole_cell && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> double_in(const data::Table& table, std::size_t row, std::size_t column,
                                const Reading& reading) {
    constexpr double exact = 0x1p53; // up to here, doubles hold every whole number
    const std::optional<data::ArrayNumber> element = table.element(row, column);
    const bool names_missing = !reading.missing.empty(); // which may be numbers, -999
    if (element && !names_missing &&
        (std::holds_alternative<float>(*element) || std::holds_alternative<double>(*element))) {
        const double number = std::visit([](auto value) { return static_cast<double>(value); }, *element);
        return std::isnan(number) ? std::nullopt : std::optional(number);
    }
    if (!element) {
        std::string buffer;
        const std::optional<double> number = plain_double(table.text_view(row, column, buffer), reading);
        if (number && std::abs(*number) < exact)
            return number;
    }
    const std::optional<Decimal> decimal = number_in(table, row, column, reading);
    if (!decimal || !decimal->is_finite())
        return decimal ? std::optional(number_of(*decimal)) : std::nullopt;
    const double number = number_of(*decimal);
    if (std::isinf(number) || (number == 0 && decimal->units != 0))
        throw table.cell_error(row, column,
                               fmt::format("is {}e{}, which double precision cannot hold: scale the column",
                                           text_of(decimal->units), decimal->exponent));
    constexpr Int128 most = (Int128{1} << 64) - 1;
    const std::optional<Int128> whole = in_units(*decimal, 0);
    const bool has_exponent = !element && table.text(row, column).find_first_of("eE") != std::string::npos;
    if (whole && *whole >= -most && *whole <= most && !has_exponent && static_cast<Int128>(number) != *whole)
        throw table.cell_error(
            row, column,
            fmt::format("is {}, which float64 does not hold: subtract an offset, or scale", text_of(*whole)));
    return number;
}

std::string mismatch_text(std::string_view cell, const ColumnType& type) {
    const std::string quoted = printable(cell);
    if (type.kind == Kind::date)
        return fmt::format("is '{}', which is not a date {}: correct it, or name it with --null if "
                           "it stands for no value",
                           quoted,
                           type.dates ? "of the form " + type.dates->pattern() : "like those of the column");
    if (is_code(cell) && type.number(cell))
        return fmt::format(
            "is '{}', a code with leading zeros, in a column of numbers: correct it, or build with "
            "--text for this column",
            quoted);
    if (const std::string_view options = options_that_read(cell, type.numbers); !options.empty())
        return fmt::format("is '{}', which is not a number without {}", quoted, options);
    return fmt::format(
        "is '{}', which is not a number: correct it, leave the column out, or name it with --null if "
        "it stands for no value",
        quoted);
}

} // namespace scanline::tables
