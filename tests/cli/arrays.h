#pragma once
#include "outcome.h"

#include "data/files.h"
#include "scanline/core/random.h"
#include "scanline/data/npy.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace scanline::test {

/// Integers whose sums are exact in float32, negative too if the type is signed.
template <class T>
std::vector<T> small_numbers(std::size_t size, std::uint64_t seed) {
    Random random(seed);
    std::vector<T> list(size);
    const int least = std::numeric_limits<T>::is_signed ? -9 : 0;
    std::ranges::generate(list, [&] { return static_cast<T>(random.between(least, 9)); });
    return list;
}

/// Writes elements as a one-dimensional array.
template <class T>
std::string put_array(const std::filesystem::path& path, const std::vector<T>& elements) {
    data::write_npy(path, data::make_npy<T>(elements, {elements.size()}));
    return path.string();
}

/// Writes an array of `size` zeros as a sparse file, which takes no space on disk.
inline std::string put_zeros(const std::filesystem::path& path, std::size_t size) {
    std::string text = data::test::get(put_array(path, std::vector<std::uint32_t>{}));
    const std::string shape = "(0,)", wanted = "(" + std::to_string(size) + ",)";
    text.replace(text.find(shape), shape.size(), wanted);
    // Spaces pad the header before its line end.
    text.erase(text.size() - 1 - (wanted.size() - shape.size()), wanted.size() - shape.size());
    data::test::put(path, text);
    std::filesystem::resize_file(path, text.size() + size * sizeof(std::uint32_t));
    return path.string();
}

/// The elements of a one-dimensional array of this type.
template <class T>
std::vector<T> get_array(const std::filesystem::path& path) {
    const data::NpyArray array = data::read_npy(path);
    CHECK(array.type == data::element_type_of<T>());
    CHECK(array.shape.size() == 1);
    return array.convert<T>();
}

/// The bits of the elements, to compare NaN and signed zeros.
template <class T>
std::vector<std::uint32_t> bits_of(const std::vector<T>& elements) {
    std::vector<std::uint32_t> bits(elements.size());
    std::ranges::transform(elements, bits.begin(), [](T x) { return std::bit_cast<std::uint32_t>(x); });
    return bits;
}

/// This machine's backends other than raster: cpu always, compute from OpenGL 4.3 on.
inline std::vector<std::string> computing_backends() {
    const nlohmann::json info = run_for_json({"info", "--format", "json"});
    if (info["compute"] == "ready")
        return {"cpu", "compute"};
    WARN("the backend compute is not tried: " << info["compute"].get<std::string>());
    return {"cpu"};
}

/// The value of a report line "  name  value"; fails if there is no such line.
inline std::string report_value(const std::string& report, const std::string& name) {
    for (const std::string& line : lines_of(report)) {
        if (!line.starts_with("  " + name + " "))
            continue;
        return line.substr(line.find_first_not_of(' ', name.size() + 2));
    }
    FAIL_CHECK("there is no line '" << name << "' in:\n" << report);
    return {};
}

} // namespace scanline::test
