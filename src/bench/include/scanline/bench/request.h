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

/// The cost model by which auto chooses a compaction.
struct AutoCosts {
    std::shared_ptr<const raster::AutoModel> model{}; ///< null: the shipped one
    std::string origin = "shipped";                   ///< for people: "shipped", or a file with its date
};

/// The values and the resources for the plan of an experiment, which reads those that it has a use for.
struct Request {
    /// By Axis::option. An axis that is missing has its default.
    std::map<std::string, std::vector<std::string>, std::less<>> values{};
    bool quick = false;            ///< fewer and smaller cases, seconds instead of minutes
    std::filesystem::path masks{}; ///< the folder of hand.png, bunny.png and finger.png
    std::vector<Peer> peers{};     ///< that take part
    bool without_peers = false;    ///< the user excluded them; known before `peers` are loaded
    /// Null: without OpenGL. Not owned; outlives the plan.
    machine::Machine* machine = nullptr;
    /// These load the models of auto. A plan calls them only if it measures auto. Empty: the shipped models.
    std::function<AutoCosts()> auto_costs{};
    std::function<cpu::ScanModel()> scan_model{};
    Clock clock = steady_time; ///< times all work but that of peers, which have their own

    /// The values of an axis; empty where it has none.
    const std::vector<std::string>& names(std::string_view option) const;
    bool flag(std::string_view option) const { return !names(option).empty(); }
    /// The values as numbers. They must have passed Axis::check(). T: int, std::int64_t, std::uint64_t or
    /// double.
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
