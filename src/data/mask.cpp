#include "scanline/data/mask.h"

#include "scanline/core/first_bytes.h"
#include "scanline/core/phases.h"

#include "input_file.h"
#include "npy_elements.h"
#include "scanline/data/image.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <type_traits>

namespace scanline::data {
namespace {

bool is_npy(const std::filesystem::path& path) {
    if (ending_of(path) == ".npy")
        return true;
    constexpr std::string_view magic = "\x93NUMPY";
    return first_bytes(path, magic.size()) == magic;
}

Mask read_array(const std::filesystem::path& path, std::size_t max_elements) {
    Mask mask;
    NpyArray& array = mask.numbers;
    read_npy(path, [&](const NpyLayout& layout) {
        if (layout.shape.empty() || layout.shape.size() > 2)
            throw read_error(path,
                             fmt::format("it is an array of {} dimensions; give it two: rows and columns",
                                         layout.shape.size()));
        if (!layout.holds_numbers())
            throw read_error(path, fmt::format("its elements are {}, which are no numbers; give it numbers",
                                               layout.type_name()));
        const std::size_t width = layout.shape.back();
        const std::size_t height = layout.shape.size() == 2 ? layout.shape.front() : 1;
        if (width == 0 || height == 0)
            throw read_error(path,
                             fmt::format("it has {} x {} elements; give it at least one", width, height));
        if (width > max_elements / height)
            throw read_error(
                path, fmt::format("it has {} x {} elements, more than the limit of {}; make it smaller",
                                  width, height, max_elements));
        static_cast<NpyLayout&>(array) = layout;
        with_memory_for(path, layout.byte_count(), [&] { array.bytes.resize(layout.byte_count()); });
        mask.width = static_cast<int>(width);
        mask.height = static_cast<int>(height);
        return std::span<std::byte>(array.bytes);
    });
    return mask;
}

Mask read_picture(const std::filesystem::path& path, std::size_t max_pixels) {
    GreyImage image = read_grey(path, max_pixels);
    Mask mask{image.width, image.height, {}, image.white, std::move(image.note)};
    const std::vector<std::size_t> shape{static_cast<std::size_t>(image.height),
                                         static_cast<std::size_t>(image.width)};
    const std::vector<std::uint16_t>& values = image.values;
    mask.numbers =
        image.white > 255
            ? make_npy<std::uint16_t>(values, shape)
            : make_npy<std::uint8_t>(std::vector<std::uint8_t>(values.begin(), values.end()), shape);
    return mask;
}

/// The test against a threshold, exact for integers.
template <class T>
auto at_least(double threshold) {
    if constexpr (std::is_floating_point_v<T>) {
        return [least = static_cast<T>(threshold)](T number) { return number >= least; };
    } else {
        using Limits = std::numeric_limits<T>;
        const double least = std::ceil(threshold);
        const bool all = least <= static_cast<double>(Limits::min());
        const bool none = least >= std::ldexp(1.0, Limits::digits);
        const T whole = all || none ? T{0} : static_cast<T>(least);
        return [all, none, whole](T number) { return all || (!none && number >= whole); };
    }
}

} // namespace

double Mask::default_threshold() const {
    return white ? (*white + 1) / 2 : 1;
}

Mask read_mask(const std::filesystem::path& path, std::size_t max_elements) {
    const PhaseSpan span(Phase::read);
    return is_npy(path) ? read_array(path, max_elements) : read_picture(path, max_elements);
}

std::vector<std::uint8_t> valid_numbers(const NpyArray& numbers, double threshold, bool negate) {
    std::vector<std::uint8_t> valid(numbers.element_count());
    with_number_type(numbers, [&]<class Stored>(Stored /*type*/) {
        const auto test = at_least<decltype(number_at<Stored>({}, 0))>(threshold);
        for (std::size_t i = 0; i < valid.size(); ++i)
            valid[i] = static_cast<std::uint8_t>(test(number_at<Stored>(numbers.bytes, i)) != negate);
    });
    return valid;
}

NpyArray numbers_at(const NpyArray& numbers, std::span<const std::uint32_t> positions) {
    NpyArray found{static_cast<const NpyLayout&>(numbers), {}};
    found.shape = {positions.size()};
    const std::size_t size = numbers.element_size();
    found.bytes.resize(found.byte_count());
    for (std::size_t i = 0; i < positions.size(); ++i)
        std::memcpy(found.bytes.data() + i * size, numbers.bytes.data() + positions[i] * size, size);
    return found;
}

} // namespace scanline::data
