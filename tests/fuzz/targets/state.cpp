// State lines of the visualizer, with the right checksum.
#include "scanline/data/npz.h"
#include "scanline/view/view_request.h"
#include "support/environment_variable.h"
#include "target.h"

#include <fmt/format.h>

namespace scanline::fuzz {

const Target state_target{
    "state",
    [](Bytes bytes, Folder folder) {
        const std::filesystem::path cache = folder / "cache";
        std::filesystem::remove_all(cache);
        std::filesystem::create_directory(cache);
        const test::EnvironmentVariable home("XDG_CACHE_HOME", cache.string());
        std::string line = std::string(view::state_scheme) + bytes;
        std::erase_if(line, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
        const std::uint32_t sum = data::checksum_of(std::as_bytes(std::span(line)));
        view::ViewRequest request;
        take_state(line + fmt::format("#{:08x}", sum), request);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(cache))
            require(!entry.is_regular_file() ||
                        entry.path().parent_path().parent_path() == cache / "scanline/states",
                    "a state has a file in another folder");
    },
    [] {
        return split_seeds("kdtree?count=32&step=4|cube?file=@a.csv:eJyr0KnkMtQx4gIACboBwQ&set=%41%zz&x|"
                           "compaction-small?algorithm=bt&stream=1,0,1");
    }};

} // namespace scanline::fuzz
