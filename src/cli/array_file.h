#pragma once
#include "scanline/compute/element.h"
#include "scanline/data/npy.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace scanline::cli {

/// An array of one dimension from a NumPy file, and its type in the words of the compute room.
struct ArrayFile {
    data::NpyArray array;
    compute::ElementType type = compute::ElementType::uint32;

    /// Calls with the elements, a std::vector of their type.
    template <class Action>
    void with_elements(Action action) const {
        switch (type) {
        case compute::ElementType::uint32: action(array.convert<std::uint32_t>()); return;
        case compute::ElementType::int32: action(array.convert<std::int32_t>()); return;
        case compute::ElementType::float32: action(array.convert<float>()); return;
        case compute::ElementType::uint64: action(array.convert<std::uint64_t>()); return;
        case compute::ElementType::pair: return; // no file has any
        }
    }
};

/// Errors: as data::read_npy(); usage where the array has not one dimension, or none of the types taken,
/// which it lists. what: for messages, "scan".
ArrayFile read_array(const std::filesystem::path& path, std::string_view what,
                     std::span<const compute::ElementType> taken);

/// Whole or not at all; the path may be the one that was read from.
template <class T>
void write_array(const std::filesystem::path& path, const std::vector<T>& elements) {
    data::write_npy(path, data::make_npy<T>(elements, {elements.size()}));
}

} // namespace scanline::cli
