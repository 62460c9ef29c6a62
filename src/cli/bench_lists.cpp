#include "bench_lists.h"

#include "options.h"

#include "scanline/core/error.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace scanline::cli {

namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 30;
constexpr std::string_view no_peer = "none";

} // namespace

CLI::Option* add_sizes_option(CLI::App& command, std::vector<std::int64_t>& sizes) {
    return add_numbers(command, "--sizes", sizes, {1, most_elements},
                       "numbers of elements, as 1048576 or 2^20");
}

CLI::Option* add_threads_option(CLI::App& command, std::vector<int>& threads, const std::string& text) {
    return add_numbers(command, "--threads", threads, {1, cpu::ThreadTeam::max_threads},
                       fmt::format("numbers of threads (default: {})", text));
}

CLI::Option* add_peers_option(CLI::App& command, std::vector<std::string>& values,
                              std::span<const std::string_view> usual) {
    return add_list(command, "--peer", values,
                    fmt::format("libraries to compare with ({}), or none (default: all that are here)",
                                fmt::join(usual, ", ")));
}

bool asks_for_none(const std::vector<std::string>& asked) {
    return !asked.empty() && std::ranges::count(asked, no_peer) == std::ssize(asked);
}

FoundPeers find_peers(const std::vector<std::string>& asked, std::span<const std::string_view> usual) {
    const std::vector<std::filesystem::path> folders = bench::peer_folders();
    FoundPeers found;
    for (const std::string& name : asked) {
        if (name != no_peer)
            found.peers.push_back(bench::find_peer(name, folders));
    }
    if (!asked.empty())
        return found;
    for (const std::string_view name : usual) {
        try {
            found.peers.push_back(bench::find_peer(name, folders));
        } catch (const Error& error) {
            found.without += fmt::format("Without {}: {}.\n", name, error.what());
        }
    }
    return found;
}

} // namespace scanline::cli
