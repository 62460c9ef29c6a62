#pragma once
#include "scanline/bench/peer.h"
#include "scanline/core/clock.h"
#include "scanline/core/number.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/machine/machine.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::raster {
class AutoModel;
}

namespace scanline::bench {

struct Request;

/// A parameter of an experiment. `scanline bench` makes an option of it, the visualizer's measurements make a
/// control.
///
///     const Axis threads{.option = "--threads", .text = "numbers of threads", .type = Axis::Type::whole,
///                        .whole = {1, 256}, .several = true};
///     threads.check({"1", "2^3"});  // fine
///     threads.check({"1", "none"}); // usage error: --threads: 'none' is not a whole number from 1 to 256
struct Axis {
    enum class Type {
        whole, ///< whole numbers within `whole`
        real,  ///< numbers within `real`
        name,  ///< some of `choices`
        image, ///< paths of images, or the names of masks
        flag,  ///< on where it has a value
    };
    std::string option; ///< "--sizes"; of a positional argument its capitals: "IMAGE"
    std::string text;   ///< describes it in the help
    Type type = Type::name;
    Bounds<std::uint64_t> whole{0, 0};
    Bounds<double> real{0, 0};
    /// The names that it takes; for numbers, those that the control offers.
    std::vector<std::string> choices{};
    std::vector<std::string> values{}; ///< the default; empty: the experiment chooses
    bool several = false;              ///< takes a list
    /// Checks a value after its range, and in place of `choices`. Throws a usage error. May be empty.
    std::function<void(const std::string& value)> check_value{};
    std::string label{};      ///< of the control; empty: the key
    std::string instead_of{}; ///< the option that this one replaces
    std::string needs{};      ///< this option has no effect without that one
    std::string excludes{};   ///< this option contradicts that one
    /// Returns whether the axis has an effect in this request. If it has none, the command line refuses the
    /// option and names `applies_with`. Empty: always.
    std::function<bool(const Request& request)> applies{};
    std::string applies_with{}; ///< "--algorithm horn, jj"

    /// The option without dashes, in small letters: "sizes", "image".
    std::string key() const;
    /// Describes the values that it takes: "numbers from 1 to 256".
    std::string values_text() const;
    /// Errors: usage for a value that it does not take; the message names the option, the value and the
    /// range.
    void check(std::span<const std::string> given) const;
};

// The axes that several experiments have.

/// --sizes: numbers of elements.
Axis axis_of_sizes();
/// --threads: numbers of threads. usual: describes the default.
Axis axis_of_threads(const std::string& usual);

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
    /// The same, or the usual ones where the axis has no values.
    template <class T>
    std::vector<T> numbers(std::string_view option, std::vector<T> usual) const {
        std::vector<T> all = numbers<T>(option);
        return all.empty() ? std::move(usual) : std::move(all);
    }
    /// The first of them, or `otherwise` where there is none.
    template <class T>
    T number(std::string_view option, T otherwise) const {
        const std::vector<T> all = numbers<T>(option);
        return all.empty() ? otherwise : all.front();
    }
};

} // namespace scanline::bench
