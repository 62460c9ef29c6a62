#include "npy_prologue.h"

#include "npy_elements.h"
#include "scanline/core/bits.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <string_view>
#include <utility>

namespace scanline::data {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_header_bytes = std::size_t{1} << 20;

struct NpyHeader {
    std::string descr;
    bool fortran_order = false;
    std::vector<std::size_t> shape;
};

/// Parses the header's Python dictionary: the keys 'descr', 'fortran_order' and 'shape' in any order.
class NpyHeaderParser {
public:
    NpyHeaderParser(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

    NpyHeader parse() {
        expect('{');
        while (!accept('}')) {
            parse_entry();
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skip_spaces();
        if (at_ != text_.size() || !has_descr_ || !has_order_ || !has_shape_)
            throw failure();
        return std::move(header_);
    }

private:
    void parse_entry() {
        const std::string key = parse_string();
        expect(':');
        if (key == "descr" && !std::exchange(has_descr_, true))
            header_.descr = parse_descr();
        else if (key == "fortran_order" && !std::exchange(has_order_, true))
            header_.fortran_order = parse_bool();
        else if (key == "shape" && !std::exchange(has_shape_, true))
            header_.shape = parse_shape();
        else
            throw failure();
    }

    std::string parse_descr() {
        skip_spaces();
        if (at_ < text_.size() && text_[at_] == '[')
            throw read_error(
                path_, "its elements are records (a structured type), which are not read; save one field");
        return parse_string();
    }

    std::string parse_string() {
        skip_spaces();
        if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"'))
            throw failure();
        const std::size_t end = text_.find(text_[at_], at_ + 1);
        if (end == std::string_view::npos)
            throw failure();
        std::string value(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return value;
    }

    bool parse_bool() {
        skip_spaces();
        for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {"False", false}})
            if (text_.substr(at_).starts_with(word)) {
                at_ += word.size();
                return value;
            }
        throw failure();
    }

    std::vector<std::size_t> parse_shape() {
        std::vector<std::size_t> shape;
        expect('(');
        while (!accept(')')) {
            skip_spaces();
            std::size_t extent = 0;
            const char* const begin = text_.data() + at_;
            const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), extent);
            if (error == std::errc::result_out_of_range)
                throw read_error(path_,
                                 "its shape is larger than this machine can address; the file is damaged");
            if (error != std::errc{})
                throw failure();
            at_ += static_cast<std::size_t>(end - begin);
            if (at_ < text_.size() && text_[at_] == 'L') // Python 2: "(10L,)"
                ++at_;
            shape.push_back(extent);
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return shape;
    }

    bool accept(char c) {
        skip_spaces();
        if (at_ == text_.size() || text_[at_] != c)
            return false;
        ++at_;
        return true;
    }

    void expect(char c) {
        if (!accept(c))
            throw failure();
    }

    void skip_spaces() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    Error failure() const {
        return read_error(
            path_, fmt::format("its NPY header does not parse at character {}; the file is damaged", at_));
    }

    const std::filesystem::path& path_;
    std::string_view text_;
    std::size_t at_ = 0;
    NpyHeader header_;
    bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

/// The element type named by 'descr', without a shape, and true if its bytes must be swapped.
std::pair<NpyLayout, bool> parse_type(const std::filesystem::path& path, std::string_view descr) {
    const std::optional<NpyLayout> layout =
        layout_of_code(descr.substr(std::min<std::size_t>(descr.size(), 1)));
    if (!layout || std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
        throw read_error(
            path, fmt::format("its element type '{}' is not read; turn it into int8 to int64, uint8 to "
                              "uint64, float16 to float64, bool, str, or datetime64 of Y, M, W, D, h, m, s, "
                              "ms, us or ns with numpy's astype",
                              printable(descr)));
    return {*layout, descr[0] == '>'};
}

} // namespace

std::optional<std::size_t> byte_count(const std::vector<std::size_t>& shape, std::size_t element_size) {
    if (std::ranges::find(shape, std::size_t{0}) != shape.end())
        return 0;
    std::size_t count = element_size;
    for (const std::size_t extent : shape) {
        if (count > std::numeric_limits<std::size_t>::max() / extent)
            return std::nullopt;
        count *= extent;
    }
    return count;
}

std::string shape_text(const std::vector<std::size_t>& shape) {
    return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

Prologue read_prologue(const std::filesystem::path& path, const Read& read) {
    const auto text_of = [&read](std::size_t size) {
        const std::vector<std::byte> bytes = read_up_to(read, size);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    const auto require = [&path](const std::string& text, std::size_t size) {
        if (text.size() < size)
            throw read_error(path, "the file ends within its NPY header; copy or save it again");
    };
    const std::size_t version_end = magic.size() + 2;
    const std::string start = text_of(version_end);
    if (!start.starts_with(magic))
        throw read_error(path, "it is not an NPY file; save it with numpy.save");
    require(start, version_end);
    const auto byte_at = [](const std::string& text, std::size_t i) {
        return std::size_t{static_cast<unsigned char>(text[i])};
    };
    const std::size_t major = byte_at(start, magic.size()), minor = byte_at(start, magic.size() + 1);
    if (major < 1 || major > 3 || minor != 0)
        throw read_error(
            path,
            fmt::format("it is of NPY format version {}.{}, and 1.0, 2.0 and 3.0 are read; save it with "
                        "numpy.save",
                        major, minor));
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    const std::string length_text = text_of(length_bytes);
    require(length_text, length_bytes);
    std::size_t length = 0;
    for (std::size_t i = length_bytes; i-- > 0;)
        length = length << 8 | byte_at(length_text, i);
    if (length > max_header_bytes)
        throw read_error(path, fmt::format("its NPY header has {} bytes, over the limit of {}; the file is "
                                           "damaged",
                                           length, max_header_bytes));
    const std::string text = text_of(length);
    require(text, length);
    NpyHeader header = NpyHeaderParser(path, text).parse();
    auto [layout, swapped] = parse_type(path, header.descr);
    layout.shape = std::move(header.shape);
    return {std::move(layout), swapped, header.fortran_order, version_end + length_bytes + length};
}

std::size_t announced_bytes(const std::filesystem::path& path, const NpyLayout& layout) {
    const std::optional<std::size_t> bytes = byte_count(layout.shape, layout.element_size());
    if (!bytes)
        throw read_error(
            path, fmt::format("its shape {} is larger than this machine can address; the file is damaged",
                              shape_text(layout.shape)));
    return *bytes;
}

Error size_error(const std::filesystem::path& path, const NpyLayout& layout, const std::string& found) {
    return read_error(
        path,
        fmt::format("it holds {} bytes of elements where its shape {} of {} needs {}; copy or save it again",
                    found, shape_text(layout.shape), layout.type_name(), announced_bytes(path, layout)));
}

void require_size(const std::filesystem::path& path, const NpyLayout& layout, std::size_t found) {
    if (found != announced_bytes(path, layout))
        throw size_error(path, layout, std::to_string(found));
}

Prologue read_prologue(const std::filesystem::path& path, std::uint64_t size, const Read& read) {
    Prologue prologue = read_prologue(path, read);
    require_size(path, prologue.layout, std::max<std::uint64_t>(size, prologue.size) - prologue.size);
    return prologue;
}

std::string format_prologue(const NpyLayout& layout) {
    const std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                               descr_of(layout), shape_text(layout.shape));
    const auto padded_size = [&dictionary](std::size_t length_bytes) {
        const std::size_t fixed = magic.size() + 2 + length_bytes;
        return divide_rounding_up<std::size_t>(fixed + dictionary.size() + 1, 64) * 64 - fixed;
    };
    const bool fits_version_1 = padded_size(2) <= std::numeric_limits<std::uint16_t>::max();
    const std::size_t length_bytes = fits_version_1 ? 2 : 4;
    const std::size_t length = padded_size(length_bytes);

    std::string text(magic);
    text += fits_version_1 ? '\1' : '\2';
    text += '\0';
    for (std::size_t i = 0; i < length_bytes; ++i)
        text += static_cast<char>(length >> (8 * i) & 0xff);
    text += dictionary;
    text.append(length - dictionary.size() - 1, ' ');
    text += '\n';
    return text;
}

} // namespace scanline::data
