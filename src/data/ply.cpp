#include "scanline/data/ply.h"

#include "input_file.h"
#include "number_text.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scanline::data {
namespace {

enum class Format { text, little_endian, big_endian };
enum class Number { i8, u8, i16, u16, i32, u32, f32, f64 };

constexpr std::pair<std::string_view, Number> number_names[]{
    {"char", Number::i8},   {"uchar", Number::u8},   {"short", Number::i16},   {"ushort", Number::u16},
    {"int", Number::i32},   {"uint", Number::u32},   {"float", Number::f32},   {"double", Number::f64},
    {"int8", Number::i8},   {"uint8", Number::u8},   {"int16", Number::i16},   {"uint16", Number::u16},
    {"int32", Number::i32}, {"uint32", Number::u32}, {"float32", Number::f32}, {"float64", Number::f64},
};

struct Property {
    std::string name;
    Number type = Number::f32;
    std::optional<Number> count; ///< for lists: the type of the length
};

struct Element {
    std::string name;
    std::uint64_t size = 0;
    std::vector<Property> properties;
};

struct PlyHeader {
    std::optional<Format> format;
    std::vector<Element> elements;
    std::size_t size = 0; ///< in bytes
    std::size_t lines = 0;
};

constexpr std::string_view spaces = " \t\r";

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(spaces); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(spaces, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(spaces, end);
    }
    return words;
}

class PlyHeaderParser {
public:
    PlyHeaderParser(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

    PlyHeader parse() {
        if (words_of(next_line()) != std::vector<std::string_view>{"ply"})
            throw read_error(path_, "it is no PLY file: its first line is not 'ply'");
        for (;;) {
            const std::vector<std::string_view> words = words_of(next_line());
            if (words.empty() || words[0] == "comment" || words[0] == "obj_info")
                continue;
            if (words[0] == "end_header")
                break;
            if (words[0] == "format" && words.size() == 3 && !header_.format)
                header_.format = format_of(words[1]);
            else if (words[0] == "element" && words.size() == 3)
                header_.elements.push_back({std::string(words[1]), size_of(words[2]), {}});
            else if (words[0] == "property" && !header_.elements.empty())
                header_.elements.back().properties.push_back(property_of(words));
            else
                throw failure();
        }
        if (!header_.format)
            throw read_error(path_, "its PLY header has no line 'format'; save it again");
        // Its rows could be blank lines or missing.
        for (const Element& element : header_.elements)
            if (element.properties.empty() && element.size > 0)
                throw read_error(path_, fmt::format("its PLY header has an element '{}' of {} rows and no "
                                                    "properties; save it without",
                                                    printable(element.name), element.size));
        header_.size = at_;
        header_.lines = line_;
        return std::move(header_);
    }

private:
    std::string_view next_line() {
        const std::size_t end = text_.find('\n', at_);
        if (end == std::string_view::npos)
            throw read_error(path_, "it ends within its PLY header; copy or save it again");
        const std::string_view line = text_.substr(at_, end - at_);
        at_ = end + 1;
        ++line_;
        return line;
    }

    Format format_of(std::string_view word) const {
        if (word == "ascii")
            return Format::text;
        if (word == "binary_little_endian")
            return Format::little_endian;
        if (word == "binary_big_endian")
            return Format::big_endian;
        throw failure();
    }

    std::uint64_t size_of(std::string_view word) const {
        std::uint64_t size = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), size);
        if (error != std::errc{} || end != word.data() + word.size())
            throw failure();
        return size;
    }

    Number number_of(std::string_view word) const {
        const auto* const found =
            std::ranges::find(number_names, word, &std::pair<std::string_view, Number>::first);
        if (found == std::end(number_names))
            throw failure();
        return found->second;
    }

    Property property_of(const std::vector<std::string_view>& words) const {
        if (words.size() == 5 && words[1] == "list")
            return {std::string(words[4]), number_of(words[3]), number_of(words[2])};
        if (words.size() == 3)
            return {std::string(words[2]), number_of(words[1]), std::nullopt};
        throw failure();
    }

    Error failure() const {
        return read_error(
            path_, fmt::format("line {} of its PLY header does not parse; the file is damaged", line_));
    }

    const std::filesystem::path& path_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 0;
    PlyHeader header_;
};

Error ends_early(const std::filesystem::path& path) {
    return read_error(path, "it has fewer elements than its header says; copy or save it again");
}

/// Reads the body of a text file: one line per row.
class TextRows {
public:
    TextRows(const std::filesystem::path& path, std::string_view text, const PlyHeader& header)
        : path_(path), text_(text), at_(header.size), line_(header.lines) {}

    void begin_row() {
        if (is_blank_from_here())
            throw ends_early(path_);
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        row_ = text_.substr(at_, end - at_);
        at_ = std::min(end + 1, text_.size());
        ++line_;
    }

    double next(Number /*type*/) {
        pass_spaces();
        if (row_.empty())
            throw too_few();
        const NumberText number = number_at_front(row_);
        const bool whole = number.size == row_.size() || is_blank(row_[number.size]);
        if (number.error != std::errc{} || !whole)
            throw line_error(fmt::format("'{}' is not a number of double precision",
                                         printable(row_.substr(0, row_.find_first_of(spaces)))));
        row_.remove_prefix(number.size);
        return number.value;
    }

    void end_row() {
        pass_spaces();
        if (!row_.empty())
            throw line_error("it has more numbers than its element has properties");
    }

    void end() {
        if (is_blank_from_here())
            return;
        ++line_;
        throw line_error("it follows the last row that the header declares");
    }

    /// Upper bound on the count of numbers.
    std::uint64_t most() const { return row_.size() + (text_.size() - at_); }

    Error too_few() const { return line_error("it has fewer numbers than its element has properties"); }
    Error wrong_length(double length) const {
        return line_error(fmt::format("one of its lists has the length {}", length));
    }

private:
    void pass_spaces() {
        while (!row_.empty() && is_blank(row_.front()))
            row_.remove_prefix(1);
    }
    bool is_blank_from_here() const {
        return text_.find_first_not_of(" \t\r\n", at_) == std::string_view::npos;
    }

    Error line_error(std::string_view what) const {
        return read_error(path_, fmt::format("line {}: {}; the file is damaged", line_, what));
    }

    const std::filesystem::path& path_;
    std::string_view text_;
    std::size_t at_;
    std::size_t line_;
    std::string_view row_; ///< unread rest
};

/// Reads the body of a binary file, number by number.
class BinaryRows {
public:
    BinaryRows(const std::filesystem::path& path, std::string_view text, const PlyHeader& header)
        : path_(path), text_(text.substr(header.size)),
          swapped_((*header.format == Format::big_endian) != (std::endian::native == std::endian::big)) {}

    void begin_row() const {}
    void end_row() const {}

    double next(Number type) {
        begin_ = at_;
        switch (type) {
        case Number::i8: return bits<std::int8_t>();
        case Number::u8: return bits<std::uint8_t>();
        case Number::i16: return bits<std::int16_t>();
        case Number::u16: return bits<std::uint16_t>();
        case Number::i32: return bits<std::int32_t>();
        case Number::u32: return bits<std::uint32_t>();
        case Number::f32: return static_cast<double>(bits<float>());
        case Number::f64: break;
        }
        return bits<double>();
    }

    void end() const {
        if (most() > 0)
            throw read_error(path_, fmt::format("it has {} bytes more than its header declares; the file is "
                                                "damaged",
                                                most()));
    }

    std::uint64_t most() const { return text_.size() - at_; }

    Error too_few() const { return ends_early(path_); }
    Error wrong_length(double length) const {
        return read_error(path_,
                          fmt::format("one of its lists has the length {} at byte {} after the header; "
                                      "the file is damaged",
                                      length, begin_));
    }

private:
    template <class T>
    T bits() {
        if (text_.size() - at_ < sizeof(T))
            throw ends_early(path_);
        std::array<char, sizeof(T)> bytes;
        std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(at_), sizeof(T), bytes.begin());
        at_ += sizeof(T);
        if (swapped_)
            std::ranges::reverse(bytes);
        return std::bit_cast<T>(bytes);
    }

    const std::filesystem::path& path_;
    std::string_view text_;
    bool swapped_;
    std::size_t at_ = 0;
    std::size_t begin_ = 0; ///< of the last number
};

/// The indices of x, y and z among the properties; none if one is missing.
std::optional<std::array<std::size_t, 3>> places_of_coordinates(const Element& element) {
    std::array<std::size_t, 3> places{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
        const auto found = std::ranges::find_if(element.properties, [&](const Property& property) {
            return property.name == names[axis] && !property.count;
        });
        if (found == element.properties.end())
            return std::nullopt;
        places[axis] = static_cast<std::size_t>(found - element.properties.begin());
    }
    return places;
}

template <class Rows>
void pass_list(Rows& rows, const Property& list) {
    const double length = rows.next(*list.count);
    // Written to also catch NaN.
    if (!(length >= 0 && length == std::floor(length)))
        throw rows.wrong_length(length);
    if (length > static_cast<double>(rows.most()))
        throw rows.too_few();
    for (auto left = static_cast<std::uint64_t>(length); left > 0; --left)
        rows.next(list.type);
}

/// The scalar numbers of one row, by property.
template <class Rows>
void read_row(Rows& rows, const Element& element, std::vector<double>& row) {
    rows.begin_row();
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
        const Property& property = element.properties[i];
        if (property.count)
            pass_list(rows, property);
        else
            row[i] = rows.next(property.type);
    }
    rows.end_row();
}

/// Reads all elements, also those after the vertices, to check that nothing follows them.
template <class Rows>
std::vector<double> read_vertices(Rows rows, const std::filesystem::path& path, const PlyHeader& header) {
    std::optional<std::vector<double>> vertices;
    for (const Element& element : header.elements) {
        const auto places = element.name == "vertex" && !vertices
                                ? places_of_coordinates(element)
                                : std::optional<std::array<std::size_t, 3>>();
        if (places) {
            // A damaged header may declare any number.
            const std::uint64_t most = 3 * std::min(element.size, rows.most());
            with_memory_for(path, most * sizeof(double), [&] { vertices.emplace().reserve(most); });
        }
        std::vector<double> row(element.properties.size());
        for (std::uint64_t i = 0; i < element.size; ++i) {
            read_row(rows, element, row);
            if (places) {
                for (const std::size_t place : *places)
                    vertices->push_back(row[place]);
            }
        }
    }
    if (!vertices)
        throw read_error(path, "it has no vertices with x, y and z; give points of three coordinates");
    rows.end();
    return std::move(*vertices);
}

} // namespace

std::vector<double> read_ply_vertices(const std::filesystem::path& path) {
    const auto bytes = read_file(path);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const PlyHeader header = PlyHeaderParser(path, text).parse();
    return *header.format == Format::text ? read_vertices(TextRows(path, text, header), path, header)
                                          : read_vertices(BinaryRows(path, text, header), path, header);
}

} // namespace scanline::data
