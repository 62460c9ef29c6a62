#pragma once
#include "scanline/bench/peer.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cli {

// Lists that measurements take from the command line, separated by commas.

CLI::Option* add_list_option(CLI::App& command, const char* name, std::vector<std::string>& values,
                             const std::string& text);

/// --sizes: numbers of elements, see element_counts().
CLI::Option* add_sizes_option(CLI::App& command, std::vector<std::string>& values);
/// The numbers that texts checked by add_sizes_option() are: "1048576" or "2^20".
std::vector<std::int64_t> element_counts(const std::vector<std::string>& texts);

/// --threads: numbers of threads. text: what is taken where none is given.
CLI::Option* add_threads_option(CLI::App& command, std::vector<int>& threads, const std::string& text);

/// --peer: which of the usual ones are known. See find_peers().
CLI::Option* add_peers_option(CLI::App& command, std::vector<std::string>& values,
                              std::span<const std::string_view> usual);
struct FoundPeers {
    std::vector<bench::Peer> peers;
    std::string without; ///< for the report: a line for each usual one that is not there
};

/// The peers that were asked for, which must be there, or none for "none"; where nothing was asked for, those
/// of the usual ones that are there. Errors: those of bench::find_peer().
FoundPeers find_peers(const std::vector<std::string>& asked, std::span<const std::string_view> usual);

} // namespace scanline::cli
