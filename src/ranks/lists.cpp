#include "scanline/ranks/lists.h"

namespace scanline::ranks {

std::vector<std::string> gather_texts(Communicator& ranks, std::span<const std::string> own,
                                      std::vector<std::int64_t>* counts) {
    std::vector<std::size_t> sizes;
    std::string joined;
    for (const std::string& text : own) {
        sizes.push_back(text.size());
        joined += text;
    }
    const std::vector<std::size_t> all_sizes =
        gather_lists(ranks, std::span<const std::size_t>(sizes), counts);
    const std::vector<char> all_joined = gather_lists(ranks, std::span<const char>(joined));
    std::vector<std::string> texts;
    for (std::size_t first = 0; const std::size_t size : all_sizes) {
        texts.emplace_back(all_joined.data() + first, size);
        first += size;
    }
    return texts;
}

} // namespace scanline::ranks
