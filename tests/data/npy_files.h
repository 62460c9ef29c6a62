#pragma once
#include "scanline/data/npy.h"

#include "files.h"
#include "support/temporary_folder.h"

#include <initializer_list>
#include <span>

namespace scanline::data::test {

using Shape = std::vector<std::size_t>;

/// A handmade NPY file.
inline std::string npy(std::string_view header, std::string_view elements, char major = 1) {
    std::string bytes = "\x93NUMPY";
    bytes += major;
    bytes += '\0';
    for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
        bytes += static_cast<char>(header.size() >> (8 * i) & 0xff);
    bytes += header;
    bytes += elements;
    return bytes;
}

inline NpyArray read_array(std::string_view bytes) {
    const scanline::test::TemporaryFolder folder;
    return read_npy(put(folder / "array.npy", bytes));
}

/// The error from reading a file, without "cannot read PATH: ".
inline std::string array_error(std::string_view bytes) {
    const scanline::test::TemporaryFolder folder;
    const std::filesystem::path path = put(folder / "array.npy", bytes);
    const std::string message = error_of([&] { read_npy(path); });
    REQUIRE(message.find('\n') == std::string::npos);
    const std::string prefix = "cannot read " + path.string() + ": ";
    return message.starts_with(prefix) ? message.substr(prefix.size()) : message;
}

template <class T>
NpyArray array_of(std::initializer_list<T> values, Shape shape) {
    return make_npy<T>(std::span<const T>(values.begin(), values.size()), std::move(shape));
}

} // namespace scanline::data::test
