#pragma once
#include "scanline/core/clock.h"
#include "scanline/core/named.h"

#include <array>
#include <chrono>
#include <string>

namespace scanline {

/// A kind of work that a command spends time on.
enum class Phase {
    start,    ///< loading the program, and its arguments
    read,     ///< files, and turning them into arrays
    check,    ///< of what was read, and of what will be written
    opengl,   ///< a context, and what its driver can do
    compile,  ///< programs of the GPU
    upload,   ///< to the GPU
    work,     ///< all else
    download, ///< from the GPU
    exchange, ///< with other ranks, and waiting for them
    write,    ///< results
    end,      ///< giving back memory and the context
};
constexpr auto table_of(Phase) {
    using enum Phase;
    return named<Phase>({{start, "start"},
                         {read, "read"},
                         {check, "check"},
                         {opengl, "OpenGL"},
                         {compile, "compile"},
                         {upload, "upload"},
                         {work, "work"},
                         {download, "download"},
                         {exchange, "exchange"},
                         {write, "write"},
                         {end, "end"}});
}

/// Divides the time of the thread that makes it among phases, by the wall clock. What other threads do
/// belongs to the phase in which this one waits for them.
///
///     PhaseTimes times;
///     times.enter(Phase::work);
///     { const PhaseSpan span(Phase::read); read(); }
///     times.text();   // "0.013 s: read 0.012, work 0.001"
class PhaseTimes {
public:
    /// before: seconds of Phase::start that have passed already.
    explicit PhaseTimes(double before = 0, Clock clock = steady_time);
    ~PhaseTimes();
    PhaseTimes(const PhaseTimes&) = delete;
    PhaseTimes& operator=(const PhaseTimes&) = delete;

    /// Ends the current phase and begins another. Returns the one that ended.
    Phase enter(Phase phase);
    double seconds(Phase phase) const { return seconds_[static_cast<std::size_t>(phase)]; }
    /// The sum, and the phases that took time; then how many programs were made, if any were.
    std::string text();

    /// The innermost PhaseTimes of the calling thread; null if it has none.
    static PhaseTimes* current();

    /// Programs of the GPU that this thread began to compile, and those of earlier runs that it loaded.
    int compiled = 0, loaded = 0;

private:
    PhaseTimes* outer_;
    Clock clock_;
    Phase phase_ = Phase::start;
    std::chrono::nanoseconds since_;
    std::array<double, enumerators<Phase>.size()> seconds_{};
};

/// The time of a scope belongs to a phase, but for that of spans within.
class PhaseSpan {
public:
    explicit PhaseSpan(Phase phase)
        : times_(PhaseTimes::current()), before_(times_ ? times_->enter(phase) : phase) {}
    ~PhaseSpan() {
        if (times_)
            times_->enter(before_);
    }
    PhaseSpan(const PhaseSpan&) = delete;
    PhaseSpan& operator=(const PhaseSpan&) = delete;

private:
    PhaseTimes* times_;
    Phase before_;
};

/// The processor time of this program so far: at its start, about as long as the system took to load it.
double processor_seconds();

} // namespace scanline
