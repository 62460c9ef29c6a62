#pragma once
#include "scanline/bench/peer_interface.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scanline::bench {

/// A piece of work for a peer, see ScanlinePeerCase. The arrays are not owned.
struct PeerCase {
    std::string operation;
    std::vector<ScanlinePeerArray> arrays{};
    std::vector<ScanlinePeerNumber> numbers{};
};

/// T: std::uint32_t, std::int32_t or float. The name is not copied.
template <class T>
ScanlinePeerArray peer_array(const char* name, std::span<T> elements) {
    using Element = std::remove_const_t<T>;
    constexpr bool is_float = std::is_same_v<Element, float>,
                   is_signed = std::is_same_v<Element, std::int32_t>;
    static_assert(is_float || is_signed || std::is_same_v<Element, std::uint32_t>);
    return {name, is_float ? SCANLINE_PEER_FLOAT32 : (is_signed ? SCANLINE_PEER_INT32 : SCANLINE_PEER_UINT32),
            const_cast<Element*>(elements.data()), elements.size()};
}

/// A library that does the same work, to be compared with: a module with the functions of peer_interface.h.
/// Stays loaded until the program ends, because the run times of devices do not bear to be unloaded.
class Peer {
    struct Functions {
        decltype(&scanline_peer_name) name;
        decltype(&scanline_peer_error) error;
        decltype(&scanline_peer_open) open;
        decltype(&scanline_peer_run) run;
        decltype(&scanline_peer_result) result;
        decltype(&scanline_peer_close) close;
    };

public:
    /// Errors (failure): the file is no such module, was made for another interface, or cannot work here; one
    /// line with the path and the reason.
    Peer(std::string name, const std::filesystem::path& file);

    const std::string& name() const { return name_; } ///< as it is asked for: "cub"
    /// The library with its version, and the device: "CUB 3.0.1, NVIDIA H200".
    const std::string& description() const { return description_; }

    /// A piece of work on the peer's device. Move-only.
    class Task {
    public:
        /// Does it once: the milliseconds by the device's clock. Errors: failure, with the peer's reason.
        double run() const;
        /// The first `size` words of an output of the last run. Errors: as run().
        std::vector<std::uint32_t> output(ScanlinePeerOutput output, std::size_t size) const;

    private:
        friend class Peer;
        using Opened = std::unique_ptr<void, void (*)(void*)>;
        Task(const Peer& peer, Opened opened)
            : name_(peer.name_), functions_(peer.functions_), opened_(std::move(opened)) {}

        std::string name_;
        Functions functions_;
        Opened opened_;
    };

    /// Errors: failure, with the peer's reason.
    Task open(const PeerCase& work) const;

private:
    static Functions load(const std::filesystem::path& file);

    std::string name_, description_;
    Functions functions_;
};

/// Where modules are looked for, in this order: the folder that the environment variable SCANLINE_PEER_DIR
/// names, the folder of the program, and tests/peers of a build tree that the program lies in.
std::vector<std::filesystem::path> peer_folders();

/// The peer from the first of the folders that has scanline_peer_NAME.so. Errors: usage where the name is
/// none; failure where no folder has it, naming them, and those of Peer().
///
///     const Peer cub = find_peer("cub", peer_folders());
///     const std::vector<std::uint32_t> numbers{3, 1, 2};
///     const Peer::Task sort = cub.open({"sort", {peer_array("elements", std::span(numbers))}});
///     sort.run();                              // 0.08
///     sort.output(SCANLINE_PEER_RESULTS, 3);   // 1 2 3
Peer find_peer(std::string_view name, const std::vector<std::filesystem::path>& folders);

/// Finds the named peers and skips those that are missing or do not work here. Calls missing(line) for each
/// skipped peer: "Without cub: there is no ...".
std::vector<Peer> find_usable_peers(std::span<const std::string_view> names,
                                    const std::vector<std::filesystem::path>& folders,
                                    const std::function<void(const std::string& line)>& missing);

} // namespace scanline::bench
