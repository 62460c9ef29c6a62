#include "scanline/data/npy.h"

#include "input_file.h"
#include "npy_elements.h"
#include "npy_prologue.h"
#include "scanline/core/error.h"
#include "scanline/core/memory.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <bit>
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

std::size_t addressable(const std::vector<std::size_t>& shape, std::size_t element_size) {
    const std::optional<std::size_t> count = byte_count(shape, element_size);
    if (!count)
        throw usage_error(
            fmt::format("an array of shape {} is larger than this machine can address", shape_text(shape)));
    return *count;
}

/// The position of an element, counted from 0.
std::string place_text(std::size_t element, const std::vector<std::size_t>& shape) {
    return shape.size() == 2 ? fmt::format("row {}, column {}", element / shape[1], element % shape[1])
                             : fmt::format("element {}", element);
}

void swap_bytes(std::span<std::byte> bytes, std::size_t size) {
    for (std::size_t i = 0; i < bytes.size(); i += size)
        std::ranges::reverse(bytes.subspan(i, size));
}

/// Converts from first-index-fastest to last-index-fastest.
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

template <class T, class S>
bool holds(S value) {
    if constexpr (std::is_floating_point_v<T>) {
        return true;
    } else if constexpr (std::is_floating_point_v<S>) {
        // The bounds are powers of two, so exact; 2^digits is the first whole number beyond T.
        const double whole = std::trunc(static_cast<double>(value));
        return whole >= static_cast<double>(std::numeric_limits<T>::min()) &&
               whole < std::ldexp(1.0, std::numeric_limits<T>::digits);
    } else {
        return std::in_range<T>(value);
    }
}

void require_count(std::size_t count, const std::vector<std::size_t>& shape) {
    if (const std::size_t wanted = addressable(shape, 1); wanted != count)
        throw usage_error(fmt::format("{} elements do not make an array of shape {}; give it {}", count,
                                      shape_text(shape), wanted));
}

void write_elements(const std::filesystem::path& path, const NpyLayout& layout,
                    std::span<const std::byte> bytes) {
    const std::string prologue = format_prologue(layout);
    write_file(path, {std::as_bytes(std::span(prologue)), bytes});
}

} // namespace

void make_native(std::span<std::byte> bytes, const Prologue& prologue) {
    const NpyLayout& layout = prologue.layout;
    if (prologue.swapped)
        swap_bytes(bytes, size_of(layout.type));
    if (prologue.fortran_order && layout.shape.size() > 1)
        std::ranges::copy(c_order(bytes, layout.shape, layout.element_size()), bytes.begin());
}

void copy_rows(const NpyArray& whole, const NpyPart& part) {
    const std::size_t row = part.first == 0 ? 0 : whole.bytes.size() / whole.shape.front();
    std::ranges::copy(std::span(whole.bytes).subspan(part.first * row, part.elements.size()),
                      part.elements.begin());
}

void require_whole(const std::filesystem::path& path, const NpyLayout& layout, std::size_t bytes) {
    if (byte_count(layout.shape, layout.element_size()) != bytes)
        throw usage_error(
            fmt::format("cannot write {}: the array holds {} bytes, which is not what its shape {} of {} "
                        "needs; give it as many",
                        printable_path(path), bytes, shape_text(layout.shape), layout.type_name()));
}

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

template <class T>
ElementType element_type_of() {
    if constexpr (std::is_same_v<T, float>)
        return ElementType::f32;
    else if constexpr (std::is_same_v<T, double>)
        return ElementType::f64;
    else
        return layout_of_code(fmt::format("{}{}", std::is_signed_v<T> ? 'i' : 'u', sizeof(T)))->type;
}

std::size_t NpyLayout::element_count() const {
    return addressable(shape, 1);
}

std::size_t NpyLayout::byte_count() const {
    return addressable(shape, element_size());
}

template <class T>
std::vector<T> NpyArray::convert() const {
    return with_number_type(*this, [this]<class Source>(Source /*type*/) {
        std::vector<T> result;
        allocate(result, static_cast<std::int64_t>(bytes.size() / sizeof(Source)), "converting an array");
        if constexpr (std::is_same_v<T, Source>) {
            if (!bytes.empty())
                std::memcpy(result.data(), bytes.data(), bytes.size());
            return result;
        }
        for (std::size_t i = 0; i < result.size(); ++i) {
            const auto value = number_at<Source>(bytes, i);
            if (!holds<T>(value))
                throw Error(fmt::format("{} is {}, which {} cannot hold; read it as a wider type",
                                        place_text(i, shape), value, to_string(element_type_of<T>())));
            // int8 is a number here, not a character.
            result[i] = static_cast<T>(value); // NOLINT(bugprone-signed-char-misuse)
        }
        return result;
    });
}

NpyArray read_npy(const std::filesystem::path& path) {
    NpyArray array;
    read_npy(path, [&](const NpyLayout& layout) {
        static_cast<NpyLayout&>(array) = layout;
        const std::size_t wanted = layout.byte_count();
        with_memory_for(path, wanted, [&] {
            array.bytes.reserve(wanted);
            prefer_huge_pages(array.bytes.data(), wanted);
            array.bytes.resize(wanted);
        });
        return std::span(array.bytes);
    });
    return array;
}

NpyLayout read_npy_layout(const std::filesystem::path& path) {
    InputFile file(path);
    return read_prologue(path, [&file](std::span<std::byte> bytes) { return file.read(bytes); }).layout;
}

void read_npy(const std::filesystem::path& path,
              const std::function<std::span<std::byte>(const NpyLayout& layout)>& place) {
    const PhaseSpan span(Phase::read);
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

void read_npy_part(const std::filesystem::path& path,
                   const std::function<NpyPart(const NpyLayout& layout)>& place) {
    const PhaseSpan span(Phase::read);
    InputFile file(path);
    const Prologue prologue =
        read_prologue(path, [&file](std::span<std::byte> bytes) { return file.read(bytes); });
    const NpyLayout& layout = prologue.layout;
    if (!file.size() || is_standard(path))
        throw read_error(path, "it is no regular file, and several ranks read parts of it; save it first");
    require_size(path, layout, std::max(*file.size(), prologue.size) - prologue.size);
    const NpyPart part = place(layout);
    if (part.elements.empty())
        return;
    if (prologue.fortran_order && layout.shape.size() > 1)
        return copy_rows(read_npy(path), part);
    const std::size_t row = layout.byte_count() / (layout.shape.empty() ? 1 : layout.shape.front());
    file.require_at(prologue.size + part.first * row, part.elements);
    make_native(part.elements, prologue);
}

NpyLayout read_npy_layout(const std::filesystem::path& path, std::uint64_t size, const Read& read) {
    return read_prologue(path, size, read).layout;
}

NpyArray read_npy(const std::filesystem::path& path, std::uint64_t size, const Read& read) {
    const Prologue prologue = read_prologue(path, size, read);
    NpyArray array{prologue.layout, {}};
    const std::size_t wanted = prologue.layout.byte_count();
    with_memory_for(path, wanted, [&] { array.bytes.resize(wanted); });
    require_size(path, prologue.layout, read(array.bytes));
    make_native(array.bytes, prologue);
    return array;
}

void write_npy(const std::filesystem::path& path, const NpyArray& array) {
    require_whole(path, array, array.bytes.size());
    write_elements(path, array, array.bytes);
}

template <class T>
void write_npy(const std::filesystem::path& path, std::span<const T> values,
               const std::vector<std::size_t>& shape) {
    require_count(values.size(), shape);
    write_elements(path, {element_type_of<T>(), shape}, std::as_bytes(values));
}

std::string format_npy_start(const NpyLayout& layout) {
    return format_prologue(layout);
}

std::vector<std::byte> format_npy(const NpyArray& array, const std::filesystem::path& path) {
    require_whole(path, array, array.bytes.size());
    const std::string prologue = format_prologue(array);
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
    NpyArray array{{element_type_of<T>(), std::move(shape)}, {}};
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
