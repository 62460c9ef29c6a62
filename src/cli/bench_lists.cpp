#include "bench_lists.h"

#include "command.h"

#include "scanline/core/error.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::cli {

namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 30;
constexpr std::string_view no_peer = "none";

// "1048576" or "2^20"; 0 where it is neither, or out of range.
std::int64_t elements_of(const std::string& text) {
    const auto number_of = [](std::string_view digits) {
        std::int64_t number = 0;
        const char* end = digits.data() + digits.size();
        const auto [rest, error] = std::from_chars(digits.data(), end, number);
        return error == std::errc{} && rest == end ? number : -1;
    };
    if (text.starts_with("2^")) {
        const std::int64_t exponent = number_of(std::string_view(text).substr(2));
        return exponent >= 0 && exponent <= 30 ? std::int64_t{1} << exponent : 0;
    }
    const std::int64_t number = number_of(text);
    return number <= most_elements ? std::max<std::int64_t>(number, 0) : 0;
}

std::string is_size(const std::string& text) {
    return elements_of(text) > 0
               ? std::string()
               : fmt::format("'{}' is no number of elements from 1 to 2^30, as 1048576 or 2^20", text);
}

} // namespace

CLI::Option* add_list_option(CLI::App& command, const char* name, std::vector<std::string>& values,
                             const std::string& text) {
    return command.add_option(name, values, text)->delimiter(',')->check(not_empty)->type_name("LIST");
}

CLI::Option* add_sizes_option(CLI::App& command, std::vector<std::string>& values) {
    return add_list_option(command, "--sizes", values,
                           "numbers of elements, separated by commas, as 1048576 or 2^20")
        ->check(is_size);
}

std::vector<std::int64_t> element_counts(const std::vector<std::string>& texts) {
    std::vector<std::int64_t> counts(texts.size());
    std::ranges::transform(texts, counts.begin(), elements_of);
    return counts;
}

CLI::Option* add_threads_option(CLI::App& command, std::vector<int>& threads, const std::string& text) {
    return command
        .add_option("--threads", threads,
                    fmt::format("numbers of threads, separated by commas; default: {}", text))
        ->delimiter(',')
        ->check(CLI::Range(1, cpu::ThreadTeam::max_threads))
        ->type_name("LIST");
}

CLI::Option* add_peers_option(CLI::App& command, std::vector<std::string>& values,
                              std::span<const std::string_view> usual) {
    return add_list_option(
        command, "--peer", values,
        fmt::format("libraries to compare with, separated by commas: {}, or none; default: "
                    "all that are here",
                    fmt::join(usual, ", ")));
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
