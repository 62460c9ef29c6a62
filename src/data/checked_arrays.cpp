#include "scanline/data/checked_arrays.h"

#include "scanline/data/file.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::data {

CheckedArrays::CheckedArrays(const std::filesystem::path& path, std::string_view remedy)
    : path_(path), remedy_(remedy), file_(path, remedy), names_(file_.names()) {}

bool CheckedArrays::has(const std::string& name) const {
    return std::ranges::count(names_, name) > 0;
}

NpyLayout CheckedArrays::layout(const std::string& name) const {
    if (!has(name))
        throw wrong(fmt::format("it has no array {}", name));
    return file_.layout(name);
}

Error CheckedArrays::wrong(std::string_view what, std::string_view remedy) const {
    return read_error(path_, fmt::format("{}; {}", what, remedy));
}

void CheckedArrays::require_list(const std::string& name, ElementType type,
                                 std::optional<std::size_t> size) const {
    const NpyLayout found = layout(name);
    if (found.type != type || found.shape.size() != 1)
        throw wrong(fmt::format("its array {} is not a list of {}", name, to_string(type)));
    if (size && found.shape.front() != *size)
        throw wrong(fmt::format("its array {} has {} elements, not {}", name, found.shape.front(), *size));
}

} // namespace scanline::data
