#pragma once
#include "scanline/bench/axis.h"
#include "scanline/bench/peer.h"
#include "scanline/core/clock.h"
#include "scanline/cpu/scan_model.h"
#include "scanline/machine/machine.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::raster {
class AutoModel;
}

namespace scanline::bench {

/// What auto goes by among the compactions.
struct AutoCosts {
    std::shared_ptr<const raster::AutoModel> model{}; ///< null: what it comes with
    std::string origin = "shipped";                   ///< for people: or a file with its date
};

/// A measurement as a person asked for it, and what it runs on. An experiment takes of it what it knows.
struct Request {
    /// By Axis::option. What is missing has its default.
    std::map<std::string, std::vector<std::string>, std::less<>> values{};
    bool quick = false;            ///< fewer and smaller cases, seconds instead of minutes
    std::filesystem::path masks{}; ///< the folder of hand.png, bunny.png and finger.png
    std::vector<Peer> peers{};     ///< that take part
    bool without_peers = false;    ///< none shall, where `peers` are not looked for yet
    /// Null: without OpenGL. Not owned; outlives the plan.
    machine::Machine* machine = nullptr;
    /// What auto goes by, read only where it takes part. Empty: what the program comes with.
    std::function<AutoCosts()> auto_costs{};
    std::function<cpu::ScanModel()> scan_model{};
    Clock clock = steady_time; ///< of what has none of its own, as peers have

    /// Empty where nothing was given and there is no default.
    const std::vector<std::string>& names(std::string_view option) const;
    bool flag(std::string_view option) const { return !names(option).empty(); }
    /// Of checked values. T: int, std::int64_t, std::uint64_t or double.
    template <class T>
    std::vector<T> numbers(std::string_view option) const;
    /// The first of them, or `otherwise` where there is none.
    template <class T>
    T number(std::string_view option, T otherwise) const {
        const std::vector<T> all = numbers<T>(option);
        return all.empty() ? otherwise : all.front();
    }
};

} // namespace scanline::bench
