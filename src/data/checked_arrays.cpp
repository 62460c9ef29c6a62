#include "scanline/data/checked_arrays.h"

#include "scanline/data/file.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::data {

void put_texts(NpzArrays& arrays, const std::string& name, const std::vector<std::string>& texts) {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint64_t> offsets{0};
    for (const std::string& text : texts) {
        bytes.insert(bytes.end(), text.begin(), text.end());
        offsets.push_back(bytes.size());
    }
    arrays.emplace_back(name, make_npy<std::uint8_t>(bytes, {bytes.size()}));
    arrays.emplace_back(name + "_offset", make_npy<std::uint64_t>(offsets, {offsets.size()}));
}

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

std::vector<std::string> CheckedArrays::texts(const std::string& name,
                                              std::optional<std::size_t> size) const {
    const std::vector<std::uint8_t> bytes = list<std::uint8_t>(name);
    const std::vector<std::uint64_t> offsets = list<std::uint64_t>(name + "_offset");
    if (offsets.empty() || offsets.front() != 0 || offsets.back() != bytes.size() ||
        !std::ranges::is_sorted(offsets))
        throw wrong(fmt::format("its array {0}_offset does not divide {0}", name));
    std::vector<std::string> texts;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
        texts.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(offsets[i]),
                           bytes.begin() + static_cast<std::ptrdiff_t>(offsets[i + 1]));
    if (size && texts.size() != *size)
        throw wrong(fmt::format("its array {} has {} texts, not {}", name, texts.size(), *size));
    return texts;
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
