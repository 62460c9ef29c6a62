#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline {

/// A rectangle of a two-dimensional array that a pass reads or writes.
struct PassResource {
    std::string_view name;     ///< contents: "inv", "tree", "prefix-sum" ...
    std::uint32_t handle = 0;  ///< the backend's object (raster: the texture), 0 if none
    int x = 0, y = 0;          ///< first texel of the rectangle
    int width = 0, height = 0; ///< size of the rectangle in texels
    int channels = 1;
};

/// One pass over data: a draw call, a dispatch, or a loop of a CPU backend.
struct Pass {
    std::string_view name; ///< "up-sweep", "search" ...
    int step = 0;          ///< number among the passes with this name: 1, 2 ... as the algorithm counts
    std::span<const PassResource> inputs; ///< valid during the call only
    PassResource output;
    std::uint64_t items = 0;              ///< texels shaded, or vertices drawn
    std::optional<std::uint64_t> fetches; ///< texels fetched, if independent of the data
};

/// Receives every stage and every pass of an algorithm as it runs. Timers, work counters and the visualizer's
/// trace are observers; the algorithms know none of them. Without an observer, announcing costs one
/// comparison.
///
/// Stages follow one another and do not nest; every pass belongs to the stage begun last. Calls come on the
/// thread that runs the algorithm, in the order of the work. pass_ends comes once the pass has been
/// submitted, so reading its output yields its result. An observer must leave the backend's state as it found
/// it. An exception from pass_begins ends the algorithm; the other functions must not throw.
class PassObserver {
public:
    PassObserver() = default;
    PassObserver(const PassObserver&) = default;
    PassObserver& operator=(const PassObserver&) = default;
    virtual ~PassObserver() = default;

    virtual void stage_begins(std::string_view stage);
    virtual void stage_ends(std::string_view stage);
    virtual void pass_begins(const Pass& pass);
    virtual void pass_ends(const Pass& pass);
};

/// Base class of the engines of all backends: holds the observer of an engine's work.
class Observed {
public:
    /// Observes everything from now on; null for none. Not owned.
    void set_observer(PassObserver* observer) { observer_ = observer; }
    PassObserver* observer() const { return observer_; }

protected:
    ~Observed() = default;

private:
    PassObserver* observer_ = nullptr;
};

/// Replaces an engine's observer for the length of a scope.
class ObserverScope {
public:
    ObserverScope(Observed& engine, PassObserver* observer) : engine_(engine), before_(engine.observer()) {
        engine_.set_observer(observer);
    }
    ~ObserverScope() { engine_.set_observer(before_); }
    ObserverScope(const ObserverScope&) = delete;
    ObserverScope& operator=(const ObserverScope&) = delete;

private:
    Observed& engine_;
    PassObserver* before_;
};

/// Announces a stage for the length of a scope; does nothing without an observer.
class StageScope {
public:
    StageScope(PassObserver* observer, std::string_view stage) : observer_(observer), stage_(stage) {
        if (observer_)
            observer_->stage_begins(stage_);
    }
    ~StageScope() {
        if (observer_)
            observer_->stage_ends(stage_);
    }
    StageScope(const StageScope&) = delete;
    StageScope& operator=(const StageScope&) = delete;

private:
    PassObserver* observer_;
    std::string_view stage_;
};

/// Announces a stage composed of other algorithms for the length of a scope: hides their stages, but passes
/// on their passes. Does nothing without an observer.
///
///     const WholeStage stage(engine, "sort");
///     gather(a, order, keys);   // whose stage would be "gather"
///     sort(keys, keys);
class WholeStage {
public:
    WholeStage(Observed& engine, std::string_view stage)
        : stage_(engine.observer(), stage), passes_(engine.observer()),
          scope_(engine, engine.observer() ? &passes_ : nullptr) {}

private:
    class Passes final : public PassObserver {
    public:
        explicit Passes(PassObserver* observer) : observer_(observer) {}
        void pass_begins(const Pass& pass) override { observer_->pass_begins(pass); }
        void pass_ends(const Pass& pass) override { observer_->pass_ends(pass); }

    private:
        PassObserver* observer_;
    };

    StageScope stage_;
    Passes passes_;
    ObserverScope scope_;
};

/// Forwards everything to several observers: begins in their order, ends in reverse.
class ObserverChain final : public PassObserver {
public:
    explicit ObserverChain(std::vector<PassObserver*> observers) : observers_(std::move(observers)) {}

    void stage_begins(std::string_view stage) override;
    void stage_ends(std::string_view stage) override;
    void pass_begins(const Pass& pass) override;
    void pass_ends(const Pass& pass) override;

private:
    std::vector<PassObserver*> observers_;
};

/// Counted work of an algorithm.
struct Work {
    std::uint64_t passes = 0;
    std::uint64_t items = 0;            ///< texels shaded and vertices drawn
    std::uint64_t fetches = 0;          ///< sum over the passes that can count them
    std::uint64_t uncounted_passes = 0; ///< passes whose fetches depend on the data

    Work& operator+=(const Work& other);
};

/// Counts the work of each stage, in the order in which the stages ran.
class WorkCounter final : public PassObserver {
public:
    struct Stage {
        std::string name;
        Work work;
    };

    void stage_begins(std::string_view stage) override;
    void pass_ends(const Pass& pass) override;

    const std::vector<Stage>& stages() const { return stages_; }
    Work total() const;

private:
    std::vector<Stage> stages_;
};

} // namespace scanline
