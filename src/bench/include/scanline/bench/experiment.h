#pragma once
#include "scanline/bench/measure.h"
#include "scanline/bench/peer.h"
#include "scanline/chart/chart.h"
#include "scanline/core/choice.h"
#include "scanline/core/clock.h"
#include "scanline/core/number.h"
#include "scanline/machine/machine.h"

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <variant>
#include <vector>

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

/// An option of experiments with the type of its values: int, std::int64_t, std::uint64_t or double.
///
///     inline constexpr Option<int> dimensions_option{"--dimensions"};
///     request[dimensions_option]; // {2, 3}
template <class T>
struct Option {
    std::string_view name;
};

/// A list of whole numbers from 1 to `most`.
template <class T>
Axis axis_of(const Option<T>& option, std::string text, std::uint64_t most) {
    return {.option = std::string(option.name),
            .text = std::move(text),
            .type = Axis::Type::whole,
            .whole = {1, most},
            .several = true};
}

/// A list of names.
template <class List>
Axis axis_of_choices(std::string option, std::string text, const List& all) {
    return {
        .option = std::move(option), .text = std::move(text), .choices = list_of_names(all), .several = true};
}

// The options that several experiments have.

/// Numbers of elements.
inline constexpr Option<std::int64_t> sizes_option{"--sizes"};
Axis axis_of_sizes();
/// Numbers of threads. usual: describes the default.
inline constexpr Option<int> threads_option{"--threads"};
Axis axis_of_threads(const std::string& usual);

/// Values that a caller lends to experiments, found by their type: a folder, a model of this machine. Each is
/// made when an experiment asks for it.
class Context {
public:
    template <class T>
    void lend(std::function<T()> make) {
        makers_[typeid(T)] = [make = std::move(make)] { return std::any(make()); };
    }
    /// None if the caller lends no value of this type.
    template <class T>
    std::optional<T> get() const {
        const auto found = makers_.find(typeid(T));
        return found == makers_.end() ? std::nullopt : std::optional(std::any_cast<T>(found->second()));
    }

private:
    std::map<std::type_index, std::function<std::any()>> makers_;
};

/// The values and resources from which an experiment makes its plan; it reads those it needs.
struct Request {
    /// By Axis::option. An axis that is missing has its default.
    std::map<std::string, std::vector<std::string>, std::less<>> values{};
    bool quick = false;         ///< fewer and smaller cases, seconds instead of minutes
    std::vector<Peer> peers{};  ///< that take part
    bool without_peers = false; ///< the user excluded them; known before `peers` are loaded
    /// Null: without OpenGL. Not owned; outlives the plan.
    machine::Machine* machine = nullptr;
    Context context{};
    Clock clock = steady_time; ///< times all work but that of peers, which have their own

    /// The values of an axis; empty if it has none.
    const std::vector<std::string>& names(std::string_view option) const;
    bool flag(std::string_view option) const { return !names(option).empty(); }
    /// The values as numbers. They must have passed Axis::check().
    template <class T>
    std::vector<T> operator[](const Option<T>& option) const;
    /// The same, or the usual ones if the axis has no values.
    template <class T>
    std::vector<T> get(const Option<T>& option, std::vector<T> usual) const {
        std::vector<T> all = (*this)[option];
        return all.empty() ? std::move(usual) : std::move(all);
    }
    /// The values of that name; all if the axis has no values. Errors: those of parse_choice().
    template <class List>
    auto choices(std::string_view option, const List& all) const {
        std::vector<typename List::value_type> chosen;
        for (const std::string& one : names(option))
            chosen.push_back(parse_choice(option, one, all));
        return chosen.empty() ? std::vector(all.begin(), all.end()) : chosen;
    }
};

/// Something that the paper says, or that goes beyond it, and what this machine measured.
struct Claim {
    std::string claim; ///< "the binary tree is the fastest on every positive image"
    /// None if it cannot be told: an incomplete run, a skipped row, a difference within the noise.
    std::optional<bool> holds;
    std::string evidence; ///< the figures behind it, or what is missing
};

using Chart = std::variant<chart::LineChart, chart::StackedBarChart, chart::GroupedBarChart>;
struct Figure {
    std::string stem; ///< of its file: "fig8"
    Chart chart;
};

/// The part of a Machine that an experiment runs on.
enum class Needs {
    processor, ///< no OpenGL
    raster,
    compute,
    /// The processor, and compute if the machine has it. Its axis --variant selects cpu, compute or both.
    compute_or_processor,
};

/// A named experiment: its axes, its plan, and functions that evaluate the results. `scanline bench` makes
/// its options from it, the visualizer its controls. Figures, claims and summary need only the results, which
/// may be incomplete.
struct Experiment {
    std::string_view name;     ///< "fig8"
    std::string_view title;    ///< "Time against density, blocks of 32"
    std::string_view source{}; ///< "Moreira et al., GRAPP 2009, figure 8"
    Needs needs = Needs::raster;
    std::vector<Axis> axes{};
    std::vector<std::string_view> peers{}; ///< libraries to compare with, if their modules are found
    bool quick = true;                     ///< has a quick plan, see Request::quick
    bool free = false;                     ///< draws over any of its axes, see sweep_figures()
    bool masks = false;                    ///< measures the masks of a folder, which Request::context lends
    /// Plans the measurement; make_plan() adds name and title. Errors: usage for values that contradict each
    /// other; failure for a mask that cannot be read.
    std::function<Plan(const Request& request)> plan{};
    std::function<std::vector<Figure>(const Results& results)> figures{};
    std::function<std::vector<Claim>(const Results& results)> claims{};
    /// Markdown for people beyond report_markdown(), as the paper's numbers beside; may be empty.
    std::function<std::string(const Results& results)> summary{};
};

using Experiments = std::span<const Experiment>;

/// A request with the defaults of its axes.
Request default_request(const Experiment& experiment);

/// Checks the values of a request, fills in the defaults, and plans. Errors: those of Axis::check() and
/// Experiment::plan; usage for an axis that the experiment does not have.
Plan make_plan(const Experiment& experiment, const Request& request);

/// Measures a plan and fills in the environment. machine: the one that the plan was made for, null without
/// OpenGL. Sets MeasureOptions::overhead_repetitions by the plan.
Results measure_on(machine::Machine* machine, const Plan& plan, const std::string& command,
                   MeasureOptions options, const ProgressHook& progress, const RowsFinished& finished = {});

/// A Markdown table of claims: the claim, whether it holds here ("yes", "no", "undecided"), and the figures
/// behind it.
std::string claims_markdown(std::span<const Claim> claims);

} // namespace scanline::bench
