#include "scanline/tables/number_form.h"

#include "scanline/core/text.h"

#include <array>
#include <string>

namespace scanline::tables {

namespace {

/// Currency and percent signs, in UTF-8.
constexpr std::array<std::string_view, 9> loose_signs{
    "$",       "\xe2\x82\xac", "\xc2\xa3", "\xc2\xa5", "%", "\xe2\x80\xb0", "\xe2\x82\xb9", "\xe2\x82\xa9",
    "\xc2\xa2"};
/// Spaces that do not break a line; a plain one may stand between thousands, too.
constexpr std::array<std::string_view, 2> wide_spaces{"\xc2\xa0", "\xe2\x80\xaf"};
constexpr std::string_view wide_minus = "\xe2\x88\x92";

template <class Signs>
bool remove_any(std::string_view& text, const Signs& signs) {
    for (const std::string_view sign : signs) {
        if (text.starts_with(sign)) {
            text.remove_prefix(sign.size());
            return true;
        }
        if (text.ends_with(sign)) {
            text.remove_suffix(sign.size());
            return true;
        }
    }
    return false;
}

/// Without loose signs and the spaces beside them; a minus before a sign stays.
std::string without_loose_signs(std::string_view cell) {
    std::string minus;
    for (;;) {
        cell = trimmed(cell);
        if (minus.empty() && cell.starts_with(wide_minus)) {
            minus = "-";
            cell.remove_prefix(wide_minus.size());
        } else if (minus.empty() && cell.starts_with('-')) {
            minus = "-";
            cell.remove_prefix(1);
        } else if (!remove_any(cell, loose_signs) && !remove_any(cell, wide_spaces)) {
            return minus.append(cell);
        }
    }
}

std::size_t digits_at(std::string_view text) {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9')
        ++digits;
    return digits;
}

/// The size of the separator of thousands at the front; 0 if there is none.
std::size_t separator_at(std::string_view text, char separator) {
    if (text.starts_with(separator) || text.starts_with(' ') || text.starts_with('\''))
        return 1;
    for (const std::string_view space : wide_spaces)
        if (text.starts_with(space))
            return space.size();
    return 0;
}

/// Removes the separators of an integral part in groups of three; none if it has other groups.
std::optional<std::string> without_thousands(std::string_view cell, char separator) {
    std::string plain;
    if (cell.starts_with('-') || cell.starts_with('+')) {
        plain = cell.front();
        cell.remove_prefix(1);
    }
    constexpr std::size_t group = 3;
    std::size_t digits = digits_at(cell);
    const bool may_have_groups = digits > 0 && digits <= group;
    plain.append(cell.substr(0, digits));
    cell.remove_prefix(digits);
    while (const std::size_t size = may_have_groups ? separator_at(cell, separator) : 0) {
        digits = digits_at(cell.substr(size));
        if (digits != group)
            return std::nullopt;
        plain.append(cell.substr(size, group));
        cell.remove_prefix(size + group);
    }
    return plain.append(cell);
}

} // namespace

std::optional<Decimal> read_cell(std::string_view cell, const NumberForm& form) {
    if (form == NumberForm{})
        return read_decimal(cell);
    std::string plain(cell);
    if (form.loose)
        plain = without_loose_signs(plain);
    if (form.thousands) {
        std::optional<std::string> joined = without_thousands(plain, form.decimal_comma ? '.' : ',');
        if (!joined)
            return std::nullopt;
        plain = *std::move(joined);
    }
    if (form.decimal_comma) {
        if (plain.find('.') != std::string::npos)
            return std::nullopt;
        if (const std::size_t comma = plain.find(','); comma != std::string::npos)
            plain[comma] = '.';
    }
    return read_decimal(plain);
}

std::string_view options_that_read(std::string_view cell, const NumberForm& form) {
    struct Option {
        std::string_view text;
        NumberForm form;
    };
    // The first that reads the cell. "1,234" is more often 1234 than 1.234.
    const std::array options{
        Option{"--thousands", {form.decimal_comma, true, form.loose}},
        Option{"--decimal-comma", {true, form.thousands, form.loose}},
        Option{"--decimal-comma --thousands", {true, true, form.loose}},
        Option{"--numbers loose", {form.decimal_comma, form.thousands, true}},
        Option{"--numbers loose --thousands", {form.decimal_comma, true, true}},
        Option{"--numbers loose --decimal-comma", {true, form.thousands, true}},
        Option{"--numbers loose --decimal-comma --thousands", {true, true, true}},
    };
    for (const Option& option : options)
        if (read_cell(cell, option.form))
            return option.text;
    return "";
}

bool is_code(std::string_view cell) {
    if (cell.starts_with('-') || cell.starts_with('+'))
        cell.remove_prefix(1);
    return cell.size() > 1 && cell[0] == '0' && cell[1] >= '0' && cell[1] <= '9';
}

} // namespace scanline::tables
