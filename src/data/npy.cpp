#include "scanline/data/npy.h"

#include "input_file.h"
#include "npy_stream.h"
#include "out_of_memory.h"
#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/atomic_file.h"
#include "scanline/data/read_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace scanline::data {
namespace {

static_assert(std::endian::native == std::endian::little,
              "NPY files are written in the machine's own byte order");

struct ElementInfo {
    ElementType type;
    std::string_view name;
    std::string_view code; ///< as in a header's 'descr', after the byte order
    std::size_t size;
};

constexpr std::array elements{
    ElementInfo{ElementType::u8, "uint8", "u1", 1},    ElementInfo{ElementType::i8, "int8", "i1", 1},
    ElementInfo{ElementType::u16, "uint16", "u2", 2},  ElementInfo{ElementType::i16, "int16", "i2", 2},
    ElementInfo{ElementType::u32, "uint32", "u4", 4},  ElementInfo{ElementType::i32, "int32", "i4", 4},
    ElementInfo{ElementType::u64, "uint64", "u8", 8},  ElementInfo{ElementType::i64, "int64", "i8", 8},
    ElementInfo{ElementType::f32, "float32", "f4", 4}, ElementInfo{ElementType::f64, "float64", "f8", 8},
};

const ElementInfo& info(ElementType type) {
    return *std::ranges::find(elements, type, &ElementInfo::type);
}

/// Calls with a value of the C++ type of the elements.
template <class Action>
decltype(auto) with_type(ElementType type, Action action) {
    switch (type) {
    case ElementType::u8: return action(std::uint8_t{});
    case ElementType::i8: return action(std::int8_t{});
    case ElementType::u16: return action(std::uint16_t{});
    case ElementType::i16: return action(std::int16_t{});
    case ElementType::u32: return action(std::uint32_t{});
    case ElementType::i32: return action(std::int32_t{});
    case ElementType::u64: return action(std::uint64_t{});
    case ElementType::i64: return action(std::int64_t{});
    case ElementType::f32: return action(float{});
    case ElementType::f64: return action(double{});
    }
    throw usage_error(fmt::format("there is no element type {}", static_cast<int>(type)));
}

/// The number of bytes of an array, nothing where that is more than a machine can address.
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

std::size_t addressable(const std::vector<std::size_t>& shape, std::size_t element_size) {
    const std::optional<std::size_t> count = byte_count(shape, element_size);
    if (!count)
        throw usage_error(
            fmt::format("an array of shape {} is larger than this machine can address", shape_text(shape)));
    return *count;
}

/// Where an element stands, counted from 0.
std::string place_text(std::size_t element, const std::vector<std::size_t>& shape) {
    return shape.size() == 2 ? fmt::format("row {}, column {}", element / shape[1], element % shape[1])
                             : fmt::format("element {}", element);
}

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t max_header_bytes = std::size_t{1} << 20;

struct NpyHeader {
    std::string descr;
    bool fortran_order = false;
    std::vector<std::size_t> shape;
};

/// Reads the header's one Python dictionary: the keys 'descr', 'fortran_order' and 'shape' in any order.
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

/// The element type that 'descr' names and whether its bytes are to be swapped.
std::pair<ElementType, bool> parse_type(const std::filesystem::path& path, std::string_view descr) {
    const std::string_view code = descr.substr(std::min<std::size_t>(descr.size(), 1));
    const auto found = std::ranges::find(elements, code, &ElementInfo::code);
    if (found == elements.end() || std::string_view("<>|=").find(descr[0]) == std::string_view::npos)
        throw read_error(
            path, fmt::format("its element type '{}' is not read; turn it into int8 to int64, uint8 to "
                              "uint64, float32 or float64 with numpy's astype",
                              printable(descr)));
    return {found->type, descr[0] == '>'};
}

/// As many bytes, or fewer where the file ends before. Memory grows with what comes, because a damaged file
/// may announce any size.
std::vector<std::byte> read_up_to(const Read& read, std::size_t most) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    std::vector<std::byte> bytes;
    while (bytes.size() < most) {
        const std::size_t used = bytes.size();
        bytes.resize(used + std::min(most - used, std::max(used, piece)));
        const std::size_t filled = used + read(std::span(bytes).subspan(used));
        if (filled < bytes.size()) {
            bytes.resize(filled);
            break;
        }
    }
    return bytes;
}

struct Prologue {
    NpyLayout layout;
    bool swapped = false, fortran_order = false;
    std::size_t size = 0; ///< where the elements begin
};

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
    const auto [type, swapped] = parse_type(path, header.descr);
    return {
        {type, std::move(header.shape)}, swapped, header.fortran_order, version_end + length_bytes + length};
}

/// The bytes of the elements that a header announces.
std::size_t announced_bytes(const std::filesystem::path& path, const NpyLayout& layout) {
    const std::optional<std::size_t> bytes = byte_count(layout.shape, size_of(layout.type));
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
                    found, shape_text(layout.shape), to_string(layout.type), announced_bytes(path, layout)));
}

void require_size(const std::filesystem::path& path, const NpyLayout& layout, std::size_t found) {
    if (found != announced_bytes(path, layout))
        throw size_error(path, layout, std::to_string(found));
}

/// The same of a file of so many bytes, with which it must agree.
Prologue read_prologue(const std::filesystem::path& path, std::uint64_t size, const Read& read) {
    Prologue prologue = read_prologue(path, read);
    require_size(path, prologue.layout, std::max<std::uint64_t>(size, prologue.size) - prologue.size);
    return prologue;
}

void swap_bytes(std::span<std::byte> bytes, std::size_t element_size) {
    for (std::size_t i = 0; i < bytes.size(); i += element_size)
        std::ranges::reverse(bytes.subspan(i, element_size));
}

/// From the first index fastest to the last index fastest.
std::vector<std::byte> c_order(std::span<const std::byte> bytes, const std::vector<std::size_t>& shape,
                               std::size_t element_size) {
    std::vector<std::size_t> stride(shape.size(), element_size);
    for (std::size_t d = 1; d < shape.size(); ++d)
        stride[d] = stride[d - 1] * shape[d - 1];

    std::vector<std::byte> result(bytes.size());
    std::vector<std::size_t> index(shape.size(), 0);
    std::size_t source = 0;
    for (std::size_t target = 0; target < result.size(); target += element_size) {
        std::memcpy(result.data() + target, bytes.data() + source, element_size);
        for (std::size_t d = shape.size(); d-- > 0;) {
            source += stride[d];
            if (++index[d] < shape[d])
                break;
            source -= stride[d] * shape[d];
            index[d] = 0;
        }
    }
    return result;
}

/// To native bytes and C order.
void make_native(std::span<std::byte> bytes, const Prologue& prologue) {
    const NpyLayout& layout = prologue.layout;
    if (prologue.swapped)
        swap_bytes(bytes, size_of(layout.type));
    if (prologue.fortran_order && layout.shape.size() > 1)
        std::ranges::copy(c_order(bytes, layout.shape, size_of(layout.type)), bytes.begin());
}

template <class T, class S>
bool holds(S value) {
    if constexpr (std::is_floating_point_v<T>) {
        return true;
    } else if constexpr (std::is_floating_point_v<S>) {
        // The bounds are powers of two, so exact; 2^digits is the first whole number that T does not hold.
        const double whole = std::trunc(static_cast<double>(value));
        return whole >= static_cast<double>(std::numeric_limits<T>::min()) &&
               whole < std::ldexp(1.0, std::numeric_limits<T>::digits);
    } else {
        return std::in_range<T>(value);
    }
}

template <class S>
S element_at(std::span<const std::byte> bytes, std::size_t i) {
    S value;
    std::memcpy(&value, bytes.data() + i * sizeof(S), sizeof(S));
    return value;
}

/// Magic, version, length and dictionary, padded so that the elements begin at a multiple of 64 bytes.
std::string format_prologue(ElementType type, const std::vector<std::size_t>& shape) {
    const ElementInfo& element = info(type);
    const std::string dictionary =
        fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}",
                    element.size == 1 ? '|' : '<', element.code, shape_text(shape));
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

void require_count(std::size_t count, const std::vector<std::size_t>& shape) {
    if (const std::size_t wanted = addressable(shape, 1); wanted != count)
        throw usage_error(fmt::format("{} elements do not make an array of shape {}; give it {}", count,
                                      shape_text(shape), wanted));
}

void require_whole(const std::filesystem::path& path, const NpyArray& array) {
    if (byte_count(array.shape, size_of(array.type)) != array.bytes.size())
        throw usage_error(
            fmt::format("cannot write {}: the array holds {} bytes, which is not what its shape {} of {} "
                        "needs; give it as many",
                        printable_path(path), array.bytes.size(), shape_text(array.shape), to_string(array.type)));
}

void write_elements(const std::filesystem::path& path, ElementType type,
                    const std::vector<std::size_t>& shape, std::span<const std::byte> bytes) {
    const std::string prologue = format_prologue(type, shape);
    write_file(path, {std::as_bytes(std::span(prologue)), bytes});
}

} // namespace

std::string_view to_string(ElementType type) {
    return info(type).name;
}

std::size_t size_of(ElementType type) {
    return info(type).size;
}

template <class T>
ElementType element_type_of() {
    if constexpr (std::is_same_v<T, float>)
        return ElementType::f32;
    else if constexpr (std::is_same_v<T, double>)
        return ElementType::f64;
    else
        return std::ranges::find_if(elements,
                                    [](const ElementInfo& element) {
                                        return element.size == sizeof(T) &&
                                               element.code[0] == (std::is_signed_v<T> ? 'i' : 'u');
                                    })
            ->type;
}

std::size_t NpyArray::element_count() const {
    return addressable(shape, 1);
}

std::size_t NpyLayout::byte_count() const {
    return addressable(shape, size_of(type));
}

template <class T>
std::vector<T> NpyArray::convert() const {
    return with_type(type, [this](auto example) {
        using Source = decltype(example);
        std::vector<T> result(bytes.size() / sizeof(Source));
        if constexpr (std::is_same_v<T, Source>) {
            std::ranges::copy(bytes, std::as_writable_bytes(std::span(result)).begin());
            return result;
        }
        for (std::size_t i = 0; i < result.size(); ++i) {
            const Source value = element_at<Source>(bytes, i);
            if (!holds<T>(value))
                throw Error(fmt::format("{} is {}, which {} cannot hold; read it as a wider type",
                                        place_text(i, shape), value, to_string(element_type_of<T>())));
            // An int8 is a number here, not a character.
            result[i] = static_cast<T>(value); // NOLINT(bugprone-signed-char-misuse)
        }
        return result;
    });
}

NpyArray read_npy(const std::filesystem::path& path) {
    NpyArray array;
    read_npy(path, [&](const NpyLayout& layout) {
        array.type = layout.type;
        array.shape = layout.shape;
        const std::size_t wanted = layout.byte_count();
        with_memory_for(path, wanted, [&] { array.bytes.resize(wanted); });
        return std::span(array.bytes);
    });
    return array;
}

void read_npy(const std::filesystem::path& path,
              const std::function<std::span<std::byte>(const NpyLayout& layout)>& place) {
    InputFile file(path);
    const Read read = [&file](std::span<std::byte> bytes) { return file.read(bytes); };
    const Prologue prologue = read_prologue(path, read);
    const NpyLayout& layout = prologue.layout;
    const std::size_t wanted = announced_bytes(path, layout);
    if (file.size()) {
        require_size(path, layout, std::max(*file.size(), prologue.size) - prologue.size);
        const std::span<std::byte> elements = place(layout).first(wanted);
        require_size(path, layout, file.read(elements));
        make_native(elements, prologue);
        return;
    }
    const std::vector<std::byte> bytes =
        with_memory_for(path, wanted, [&] { return read_up_to(read, wanted + 1); });
    if (bytes.size() > wanted)
        throw size_error(path, layout, fmt::format("more than {}", wanted));
    require_size(path, layout, bytes.size());
    const std::span<std::byte> elements = place(layout).first(wanted);
    std::ranges::copy(bytes, elements.begin());
    make_native(elements, prologue);
}

NpyLayout read_npy_layout(const std::filesystem::path& path, std::uint64_t size, const Read& read) {
    return read_prologue(path, size, read).layout;
}

NpyArray read_npy(const std::filesystem::path& path, std::uint64_t size, const Read& read) {
    const Prologue prologue = read_prologue(path, size, read);
    NpyArray array{prologue.layout.type, prologue.layout.shape, {}};
    const std::size_t wanted = prologue.layout.byte_count();
    with_memory_for(path, wanted, [&] { array.bytes.resize(wanted); });
    require_size(path, prologue.layout, read(array.bytes));
    make_native(array.bytes, prologue);
    return array;
}

void write_npy(const std::filesystem::path& path, const NpyArray& array) {
    require_whole(path, array);
    write_elements(path, array.type, array.shape, array.bytes);
}

template <class T>
void write_npy(const std::filesystem::path& path, std::span<const T> values,
               const std::vector<std::size_t>& shape) {
    require_count(values.size(), shape);
    write_elements(path, element_type_of<T>(), shape, std::as_bytes(values));
}

std::vector<std::byte> format_npy(const NpyArray& array, const std::filesystem::path& path) {
    require_whole(path, array);
    const std::string prologue = format_prologue(array.type, array.shape);
    const std::span<const std::byte> start = std::as_bytes(std::span(prologue));
    std::vector<std::byte> file;
    file.reserve(start.size() + array.bytes.size());
    file.insert(file.end(), start.begin(), start.end());
    file.insert(file.end(), array.bytes.begin(), array.bytes.end());
    return file;
}

template <class T>
NpyArray make_npy(std::span<const T> values, std::vector<std::size_t> shape) {
    require_count(values.size(), shape);
    NpyArray array{element_type_of<T>(), std::move(shape), {}};
    const std::span<const std::byte> bytes = std::as_bytes(values);
    array.bytes.assign(bytes.begin(), bytes.end());
    return array;
}

#define SCANLINE_INSTANTIATE(T)                                                                              \
    template ElementType element_type_of<T>();                                                               \
    template std::vector<T> NpyArray::convert<T>() const;                                                    \
    template NpyArray make_npy<T>(std::span<const T>, std::vector<std::size_t>);                             \
    template void write_npy<T>(const std::filesystem::path&, std::span<const T>,                             \
                               const std::vector<std::size_t>&);
SCANLINE_INSTANTIATE(std::uint8_t)
SCANLINE_INSTANTIATE(std::int8_t)
SCANLINE_INSTANTIATE(std::uint16_t)
SCANLINE_INSTANTIATE(std::int16_t)
SCANLINE_INSTANTIATE(std::uint32_t)
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(std::uint64_t)
SCANLINE_INSTANTIATE(std::int64_t)
SCANLINE_INSTANTIATE(float)
SCANLINE_INSTANTIATE(double)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::data
