#include "array_file.h"

#include "scanline/core/error.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::cli {

namespace {

using compute::ElementType;

template <class T>
std::span<std::byte> make_elements(ArrayFile& file, std::size_t size) {
    return std::as_writable_bytes(std::span(file.elements.emplace<RawArray<T>>(size)));
}

// Memory for elements of the file's type.
std::span<std::byte> make_elements(ArrayFile& file, std::size_t size) {
    switch (file.type) {
    case ElementType::uint32: return make_elements<std::uint32_t>(file, size);
    case ElementType::int32: return make_elements<std::int32_t>(file, size);
    case ElementType::float32: return make_elements<float>(file, size);
    case ElementType::uint64: return make_elements<std::uint64_t>(file, size);
    case ElementType::pair: break; // no file has any
    }
    return {};
}

} // namespace

ArrayFile read_array(const std::filesystem::path& path, std::string_view what,
                     std::span<const ElementType> taken) {
    ArrayFile file;
    data::read_npy(path, [&](const data::NpyLayout& layout) {
        // The names of both rooms are NumPy's.
        const auto type = std::ranges::find_if(
            taken, [&](ElementType one) { return to_string(one) == to_string(layout.type); });
        if (type == taken.end())
            throw usage_error(
                fmt::format("{} is an array of {}, and {} takes {}: turn it into one of these with "
                            "numpy's astype",
                            printable_path(path), to_string(layout.type), what, names_of(taken)));
        if (layout.shape.size() != 1)
            throw usage_error(
                fmt::format("{} is an array of the shape ({}), and {} takes one dimension: flatten it "
                            "with numpy's ravel",
                            printable_path(path), fmt::join(layout.shape, ", "), what));
        file.type = *type;
        return make_elements(file, layout.shape.front());
    });
    return file;
}

} // namespace scanline::cli
