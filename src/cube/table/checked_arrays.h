#pragma once
#include "cube_arrays.h"

#include "scanline/core/error.h"
#include "scanline/data/file.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace scanline::cube {

/// The arrays of a file, whose types and sizes are checked before they are read: a file may hold anything.
class CheckedArrays {
public:
    explicit CheckedArrays(const std::filesystem::path& path)
        : path_(path), file_(path, foreign), names_(file_.names()) {}

    bool has(const std::string& name) const { return std::ranges::count(names_, name) > 0; }

    template <class T>
    std::vector<T> list(const std::string& name) const {
        layout<T>(name);
        return file_.read(name).convert<T>();
    }
    template <class T>
    std::vector<T> list(const std::string& name, std::size_t size) const {
        const data::NpyLayout found = layout<T>(name);
        if (found.shape.front() != size)
            throw wrong(fmt::format("its array {} has {} elements, not {}", name, found.shape.front(), size));
        return file_.read(name).convert<T>();
    }
    std::vector<std::string> texts(const std::string& name) const {
        const std::vector<std::uint8_t> bytes = list<std::uint8_t>(name);
        const std::vector<std::uint64_t> offsets = list<std::uint64_t>(offset_name(name));
        if (offsets.empty() || offsets.front() != 0 || offsets.back() != bytes.size() ||
            !std::ranges::is_sorted(offsets))
            throw wrong(fmt::format("its array {} does not divide {}", offset_name(name), name));
        std::vector<std::string> texts;
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
            texts.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                               bytes.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
        return texts;
    }

    Error wrong(std::string_view what, std::string_view remedy = foreign) const {
        return data::read_error(path_, fmt::format("{}; {}", what, remedy));
    }

private:
    static constexpr std::string_view foreign = "give what scanline cube build wrote";

    template <class T>
    data::NpyLayout layout(const std::string& name) const {
        if (!has(name))
            throw wrong(fmt::format("it has no array {}", name));
        data::NpyLayout found = file_.layout(name);
        if (found.type != data::element_type_of<T>() || found.shape.size() != 1)
            throw wrong(
                fmt::format("its array {} is no list of {}", name, to_string(data::element_type_of<T>())));
        return found;
    }

    const std::filesystem::path& path_;
    const data::NpzFile file_;
    const std::vector<std::string> names_;
};

} // namespace scanline::cube
