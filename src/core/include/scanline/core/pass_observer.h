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
    std::string_view name;     ///< what it holds: "inv", "tree", "prefix-sum" ...
    std::uint32_t handle = 0;  ///< the backend's object (raster: the texture), 0 where there is none
    int x = 0, y = 0;          ///< first texel of the rectangle
    int width = 0, height = 0; ///< size of the rectangle in texels
    int channels = 1;
};

/// One pass over data: a draw call, a dispatch, a loop of a CPU backend.
struct Pass {
    std::string_view name; ///< "up-sweep", "search" ...
    int step = 0;          ///< which of the passes of that name: 1, 2 ... in the algorithm's own count
    std::span<const PassResource> inputs; ///< valid during the call only
    PassResource output;
    std::uint64_t items = 0;              ///< texels shaded, or vertices drawn
    std::optional<std::uint64_t> fetches; ///< texels fetched, where that does not depend on the data
};

/// Sees every stage and every pass of an algorithm as it runs. Timers, the work counters and the trace behind
/// the visualizer are observers; the algorithms know none of them, and without an observer announcing costs
/// one comparison.
///
/// Stages follow one another and do not nest; every pass belongs to the stage that was begun last. The calls
/// come on the thread that runs the algorithm, in the order of the work; pass_ends comes once the pass has
/// been submitted, so that a read of its output sees its result. An observer must leave the state of the
/// backend as it found it. What it throws as a pass begins ends the algorithm; elsewhere it must not throw.
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

/// The base of the engines of all backends: holds the observer that sees all that runs on one.
class Observed {
public:
    /// Sees all that runs from now on; null for none. Not owned.
    void set_observer(PassObserver* observer) { observer_ = observer; }
    PassObserver* observer() const { return observer_; }

protected:
    ~Observed() = default;

private:
    PassObserver* observer_ = nullptr;
};

/// Lets another observer see what an engine runs for the length of a scope.
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

/// A stage of an algorithm that is made of others, for the length of a scope: theirs are not heard, but their
/// passes are. Does nothing without an observer.
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

/// Hands everything on to several observers: begins in their order, ends in the reverse.
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

/// The counted work of an algorithm.
struct Work {
    std::uint64_t passes = 0;
    std::uint64_t items = 0;            ///< texels shaded and vertices drawn
    std::uint64_t fetches = 0;          ///< of the passes that can count them
    std::uint64_t uncounted_passes = 0; ///< passes whose fetches depend on the data

    Work& operator+=(const Work& other);
};

/// An observer that counts the work of each stage, in the order in which the stages ran.
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
