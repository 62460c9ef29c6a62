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

/// --sizes: numbers of elements.
CLI::Option* add_sizes_option(CLI::App& command, std::vector<std::int64_t>& sizes);

/// --threads: numbers of threads. text: what is taken where none is given.
CLI::Option* add_threads_option(CLI::App& command, std::vector<int>& threads, const std::string& text);

/// --peer: which of the usual ones are known. See find_peers().
CLI::Option* add_peers_option(CLI::App& command, std::vector<std::string>& values,
                              std::span<const std::string_view> usual);
struct FoundPeers {
    std::vector<bench::Peer> peers;
    std::string without; ///< for the report: a line for each usual one that is not there
};

/// Whether no peer shall take part: "none" alone was asked for.
bool asks_for_none(const std::vector<std::string>& asked);

/// The peers that were asked for, which must be there, or none for "none"; where nothing was asked for, those
/// of the usual ones that are there. Errors: those of bench::find_peer().
FoundPeers find_peers(const std::vector<std::string>& asked, std::span<const std::string_view> usual);

} // namespace scanline::cli
