#pragma once
#include "cube_arrays.h"

#include "scanline/core/error.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace scanline::cube {

/// The arrays of a file, whose layouts are checked before they are read: a file may hold anything.
class CheckedArrays {
public:
    explicit CheckedArrays(const std::filesystem::path& path)
        : path_(path), file_(path), names_(file_.names()) {}

    bool has(const std::string& name) const { return std::ranges::count(names_, name) > 0; }

    /// An array of one dimension and any size.
    template <class T>
    std::vector<T> list(const std::string& name) const {
        const data::NpyLayout found = layout(name);
        if (found.type != data::element_type_of<T>() || found.shape.size() != 1)
            throw wrong(
                fmt::format("its array {} is no list of {}", name, to_string(data::element_type_of<T>())));
        return file_.read(name).convert<T>();
    }
    template <class T>
    std::vector<T> list(const std::string& name, std::size_t size) const {
        return read<T>(name, {size});
    }
    /// The rows of an array of two dimensions.
    template <class T>
    std::vector<std::vector<T>> columns(const std::string& name, std::size_t count, std::size_t size) const {
        const std::vector<T> elements = read<T>(name, {count, size});
        std::vector<std::vector<T>> columns;
        for (std::size_t i = 0; i < count; ++i)
            columns.emplace_back(elements.begin() + static_cast<std::ptrdiff_t>(i * size),
                                 elements.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
        return columns;
    }
    template <class T>
    T scalar(const std::string& name) const {
        return read<T>(name, {}).front();
    }
    std::vector<std::string> texts(const std::string& name) const {
        const std::vector<std::uint8_t> bytes = list<std::uint8_t>(name);
        const std::vector<std::uint64_t> offsets = list<std::uint64_t>(offset_name(name));
        if (offsets.empty() || offsets.front() != 0 || offsets.back() != bytes.size() ||
            !std::ranges::is_sorted(offsets))
            throw wrong(fmt::format("its array {} does not divide those of {}", offset_name(name), name));
        std::vector<std::string> texts;
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
            texts.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                               bytes.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
        return texts;
    }

    /// Some elements for each of several things, as a list of their numbers says.
    template <class T>
    std::vector<std::vector<T>> divided(const std::vector<T>& all, const std::string& numbers,
                                        std::size_t count) const {
        std::vector<std::vector<T>> parts;
        std::size_t first = 0;
        for (const std::uint64_t number : list<std::uint64_t>(numbers, count)) {
            const std::size_t last = first + std::min<std::uint64_t>(number, all.size() - first);
            parts.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(first),
                               all.begin() + static_cast<std::ptrdiff_t>(last));
            if (parts.back().size() != number)
                break;
            first = last;
        }
        if (first != all.size() || parts.size() != count)
            throw wrong(fmt::format("its array {} does not add up to {}", numbers, all.size()));
        return parts;
    }

    Error wrong(const std::string& what,
                std::string_view remedy = "give what scanline cube build wrote") const {
        return data::read_error(path_, fmt::format("{}; {}", what, remedy));
    }

private:
    data::NpyLayout layout(const std::string& name) const {
        if (!has(name))
            throw wrong(fmt::format("it has no array {}", name));
        return file_.layout(name);
    }

    template <class T>
    std::vector<T> read(const std::string& name, const std::vector<std::size_t>& shape) const {
        const data::NpyLayout found = layout(name);
        if (found.type != data::element_type_of<T>() || found.shape != shape)
            throw wrong(fmt::format("its array {} is not {} of shape ({})", name,
                                    to_string(data::element_type_of<T>()), fmt::join(shape, ", ")));
        return file_.read(name).convert<T>();
    }

    const std::filesystem::path& path_;
    const data::NpzFile file_;
    const std::vector<std::string> names_;
};

} // namespace scanline::cube
