#pragma once
#include "scanline/compute/engine.h"
#include "scanline/systems/experiment.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

// Shared by experiments that measure Scanline on the processor and by compute shaders, beside peers: those
// with Needs::compute_or_processor.

/// Scanline on the CPU, and on OpenGL: values of by_axis.
inline constexpr std::string_view by_scanline_cpu = "scanline-cpu", by_scanline_compute = "scanline-compute";

/// Names who did the work of a row, with the threads: "scanline-cpu, threads: 2", "scanline-compute".
std::string by_text(const Row& row);

/// The values of --variant; if none is named, both take part.
inline constexpr std::string_view cpu_variant = "cpu", compute_variant = "compute";
bool takes_part(const Request& request, std::string_view variant);
/// The OpenGL engine to measure; null without OpenGL variants.
compute::Engine* engine_of(const Request& request);
/// True if that engine runs on a GPU, which is given the sizes of papers.
bool has_gpu(const Request& request);

/// Errors: usage if the engine is a software renderer, there are more than `most` of the things named `what`,
/// and the variant compute was not asked for by name.
void require_short(const compute::Engine& engine, const Request& request, std::int64_t size,
                   std::int64_t most, std::string_view what);

/// One thread, and as many as processors.
std::vector<int> one_and_all_threads();

/// Who does a piece of work, and how.
struct VariantKey {
    std::string_view by;                 ///< who: a value of by_axis
    std::string_view name{};             ///< what tells it from others of the same: an algorithm
    std::optional<int> threads{};        ///< of the CPU; none on OpenGL
    std::string_view library = no_value; ///< what a peer says of itself
};

/// The ways to do a piece of work on the same data, which take turns. Each is tried out when it is added:
/// `prepare` sets the work of its variant, runs it once, and returns what is wrong with the result. What
/// is wrong, or throws an Error, is skipped with the reason.
///
///     Comparison all(request, data, threads, [&](const VariantKey& key) {
///         return Variant{.axes = {{elements_axis, data->size}, {threads_axis, key.threads}, {by_axis,
///         key.by}}};
///     });
///     all.on_cpu({}, [&](int threads, Variant& variant) {
///         return try_staged(variant, request.clock, sort_by(threads), is_sorted);
///     });
///     return all.group();
class Comparison {
public:
    /// threads: each number of the CPU and of peers; empty if they have no say in it. data: kept as long as
    /// the group. row: a variant without its work.
    Comparison(const Request& request, std::shared_ptr<void> data, std::vector<int> threads,
               std::function<Variant(const VariantKey& key)> row);

    void add(const VariantKey& key, const std::function<Wrong(Variant& variant)>& prepare);

    // Those that take part.

    using OnCpu = std::function<Wrong(int threads, Variant& variant)>;
    void on_cpu(std::string_view name, const OnCpu& prepare);
    void on_cpu(std::string_view name, const std::vector<int>& threads, const OnCpu& prepare);

    void on_device(std::string_view name,
                   const std::function<Wrong(compute::Engine& engine, Variant& variant)>& prepare);

    /// takes: whether it has such work by so many threads; empty: always.
    void by_peers(std::string_view name,
                  const std::function<Wrong(const Peer& peer, int threads, Variant& variant)>& prepare,
                  const std::function<bool(const Peer& peer, int threads)>& takes = {});

    Group group() { return std::move(group_); }

private:
    const Request& request_;
    std::vector<int> threads_;
    std::function<Variant(const VariantKey&)> row_;
    Group group_;
};

// These set the work of a variant and run it once.

/// find(observer), timed stage by stage; returns check(found). Each run first frees the last result.
template <class Find, class Check>
Wrong try_staged(Variant& variant, const Clock& clock, Find find, Check check) {
    const auto found = std::make_shared<decltype(find(nullptr))>();
    variant.staged = [=] {
        *found = {};
        return machine::time_stages([&](PassObserver* observer) { *found = find(observer); }, clock);
    };
    variant.staged();
    return check(*found);
}

/// Work on an engine, whose stages are timed by the wall clock. Each stage ends with a wait for the GPU, so
/// that it includes its copies and everything it submitted. On a GPU, the work first runs once untimed, since
/// an idle GPU is slow.
void try_finished_stages(Variant& variant, compute::Engine& engine, Work work);
/// The same with find(); returns check(found). Each run first frees the last result.
template <class Find, class Check>
Wrong try_finished_stages(Variant& variant, compute::Engine& engine, Find find, Check check) {
    const auto found = std::make_shared<decltype(find())>();
    try_finished_stages(variant, engine, [=] {
        *found = {};
        *found = find();
    });
    return check(*found);
}

/// Work timed by the clock as a whole.
void try_timed(Variant& variant, const Clock& clock, Work work);
/// The same on a GPU: short work first runs once untimed.
void try_timed_on_device(Variant& variant, const Clock& clock, Work work);

/// Work of a peer.
std::shared_ptr<const Peer::Task> try_peer(Variant& variant, const Peer& peer, const PeerCase& work);

/// A copy of a made thing that works shared.
template <class T>
std::shared_ptr<T> shared(T made) {
    return std::make_shared<T>(std::move(made));
}

/// Appends the first setting with each further value of a list in turn: a sweep that goes through several
/// lists one at a time. set(setting, value) changes it.
template <class Setting, class Values, class Set>
void append_varied(std::vector<Setting>& settings, const Values& values, Set set) {
    for (std::size_t i = 1; i < values.size(); ++i) {
        settings.push_back(settings.front());
        set(settings.back(), values[i]);
    }
}

/// The text of --variant for experiments on both backends.
struct TwoBackendTexts {
    std::string threads;  ///< of the CPU by default: "1, and as many as processors"
    std::string software; ///< what of a software renderer: "of trees that it does in seconds"
};

/// Adds needs, the axes --threads and --variant after its own, and a plan of these groups.
Experiment on_two_backends(Experiment own, std::vector<PlannedGroup> groups(const Request& request),
                           const TwoBackendTexts& texts);

} // namespace scanline::systems
