#pragma once
#include "scanline/compute/element.h"
#include "scanline/core/raw_array.h"
#include "scanline/data/npy.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

namespace scanline::cli {

/// An array of one dimension from a NumPy file, and its type in the words of the compute room.
struct ArrayFile {
    std::variant<RawArray<std::uint32_t>, RawArray<std::int32_t>, RawArray<float>, RawArray<std::uint64_t>>
        elements;
    compute::ElementType type = compute::ElementType::uint32;

    std::size_t size() const {
        return std::visit([](const auto& all) { return all.size(); }, elements);
    }
    std::int64_t bytes() const { return static_cast<std::int64_t>(size()) * compute::element_bytes(type); }
};

/// Errors: as data::read_npy(); usage where the array has not one dimension, or none of the types taken,
/// which it lists. what: for messages, "scan".
ArrayFile read_array(const std::filesystem::path& path, std::string_view what,
                     std::span<const compute::ElementType> taken);

/// Whole or not at all; the path may be the one that was read from.
template <class T>
void write_array(const std::filesystem::path& path, const RawArray<T>& elements) {
    data::write_npy<T>(path, elements, {elements.size()});
}

} // namespace scanline::cli
