#include "array_file.h"

#include "scanline/core/error.h"
#include "scanline/core/names.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>
#include <utility>
#include <vector>

namespace scanline::cli {

ArrayFile read_array(const std::filesystem::path& path, std::string_view what,
                     std::span<const compute::ElementType> taken) {
    data::NpyArray array = data::read_npy(path);
    // The names of both rooms are NumPy's.
    const auto type = std::ranges::find_if(
        taken, [&](compute::ElementType one) { return to_string(one) == to_string(array.type); });
    if (type == taken.end())
        throw usage_error(fmt::format("{} is an array of {}, and {} takes {}: turn it into one of these with "
                                      "numpy's astype",
                                      path.string(), to_string(array.type), what, names_of(taken)));
    if (array.shape.size() != 1)
        throw usage_error(
            fmt::format("{} is an array of the shape ({}), and {} takes one dimension: flatten it "
                        "with numpy's ravel",
                        path.string(), fmt::join(array.shape, ", "), what));
    return {std::move(array), *type};
}

void check_npy_name(const std::filesystem::path& path) {
    if (path.extension() != ".npy")
        throw usage_error(fmt::format(
            "the output {} does not end in .npy, the only format that is written here", path.string()));
}

bool same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
    namespace fs = std::filesystem;
    std::error_code error; // whoever reads or writes such a file tells it
    const auto canonical = [&error](const fs::path& path) {
        return error ? fs::path() : fs::weakly_canonical(fs::absolute(path), error);
    };
    const fs::path first = canonical(one), second = canonical(other);
    return !error && first == second;
}

} // namespace scanline::cli
