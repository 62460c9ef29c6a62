#include "scanline/bench/peer.h"

#include "scanline/core/error.h"
#include "scanline/core/module.h"
#include "scanline/core/text.h"
#include "scanline/data/user_folders.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::bench {

namespace {

bool is_name(std::string_view name) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    return !name.empty() && name.find_first_not_of(letters) == std::string_view::npos;
}

} // namespace

Peer::Functions Peer::load(const std::filesystem::path& file) {
    const Module module(file, "peer");
    const auto find = [&module]<class Function>(Function*& function, const char* name) {
        function = module.function<Function>(name);
    };
    decltype(&scanline_peer_interface) interface = nullptr;
    find(interface, "scanline_peer_interface");
    if (interface() != SCANLINE_PEER_INTERFACE)
        throw Error(
            fmt::format("{} was made for interface {} of peers, and this program has {}: build it again",
                        printable_path(file), interface(), SCANLINE_PEER_INTERFACE));
    Functions functions{};
    find(functions.name, "scanline_peer_name");
    find(functions.error, "scanline_peer_error");
    find(functions.open, "scanline_peer_open");
    find(functions.run, "scanline_peer_run");
    find(functions.result, "scanline_peer_result");
    find(functions.close, "scanline_peer_close");
    return functions;
}

Peer::Peer(std::string name, const std::filesystem::path& file)
    : name_(std::move(name)), functions_(load(file)) {
    const char* description = functions_.name();
    if (description == nullptr)
        throw Error(fmt::format("{} cannot work here: {}", printable_path(file), functions_.error()));
    description_ = description;
}

Peer::Task Peer::open(const PeerCase& work) const {
    const ScanlinePeerCase plain{work.operation.c_str(), work.arrays.data(), work.arrays.size(),
                                 work.numbers.data(), work.numbers.size()};
    void* const opened = functions_.open(&plain);
    if (opened == nullptr)
        throw Error(fmt::format("{} of {}: {}", work.operation, name_, functions_.error()));
    return {*this, Task::Opened(opened, functions_.close)};
}

double Peer::Task::run() const {
    const double milliseconds = functions_.run(opened_.get());
    if (!(milliseconds >= 0))
        throw Error(fmt::format("a run of {}: {}", name_, functions_.error()));
    return milliseconds;
}

std::vector<std::uint32_t> Peer::Task::output(ScanlinePeerOutput output, std::size_t size) const {
    std::vector<std::uint32_t> words(size);
    if (functions_.result(opened_.get(), output, words.data(), words.size()) == 0)
        throw Error(fmt::format("a result of {}: {}", name_, functions_.error()));
    return words;
}

std::vector<std::filesystem::path> peer_folders() {
    std::vector<std::filesystem::path> folders;
    if (const char* named = std::getenv("SCANLINE_PEER_DIR"))
        folders.emplace_back(named);
    if (const std::filesystem::path program = data::this_program(); !program.empty()) {
        folders.push_back(program.parent_path());
        // The program is bin/scanline there.
        folders.push_back(program.parent_path().parent_path() / "tests" / "peers");
    }
    return folders;
}

Peer find_peer(std::string_view name, const std::vector<std::filesystem::path>& folders) {
    if (!is_name(name))
        throw usage_error(fmt::format("'{}' is not the name of a peer, such as cub or cpu", printable(name)));
    const std::string file = fmt::format("scanline_peer_{}.so", name);
    const auto found = std::ranges::find_if(folders, [&file](const std::filesystem::path& folder) {
        std::error_code error;
        return std::filesystem::exists(folder / file, error);
    });
    if (found != folders.end())
        return {std::string(name), *found / file};
    std::vector<std::string> places(folders.size());
    std::ranges::transform(folders, places.begin(),
                           [](const auto& folder) { return printable_path(folder); });
    throw Error(fmt::format("there is no {} in {}: build it, or name its folder with SCANLINE_PEER_DIR",
                            printable(file), fmt::join(places, ", ")));
}

std::vector<Peer> find_usable_peers(std::span<const std::string_view> names,
                                    const std::vector<std::filesystem::path>& folders,
                                    const std::function<void(const std::string& line)>& missing) {
    std::vector<Peer> peers;
    for (const std::string_view name : names) {
        try {
            peers.push_back(find_peer(name, folders));
        } catch (const Error& error) {
            missing(fmt::format("Without {}: {}", name, error.what()));
        }
    }
    return peers;
}

} // namespace scanline::bench
