#include "array_file.h"

#include "scanline/core/error.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
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
                                      printable_path(path), to_string(array.type), what, names_of(taken)));
    if (array.shape.size() != 1)
        throw usage_error(
            fmt::format("{} is an array of the shape ({}), and {} takes one dimension: flatten it "
                        "with numpy's ravel",
                        printable_path(path), fmt::join(array.shape, ", "), what));
    return {std::move(array), *type};
}

} // namespace scanline::cli
