#pragma once
#include "kit/worker_result.h"
#include "scanline/core/pass_observer.h"
#include "scanline/machine/repetition.h"
#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"
#include "scenes/compaction/snapshot_store.h"
#include "scenes/compaction/words.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// The trace of a raster compaction: what ran, pass by pass, and what each pass wrote. An algorithm runs
/// under an observer: once for its passes and its result, then for times, then whenever a missing snapshot is
/// requested. record_run(), time_run() and capture() are for jobs of the worker; the rest belongs to the
/// thread of the interface.
namespace scanline::view::compaction {

struct ValueRange {
    float least = 0, most = 1;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

/// The minimum and maximum of the finite values; 0 and 0 if there are none.
ValueRange finite_range(std::span<const float> values);

/// A two-dimensional array of numbers: a picture's pixels, or an array's elements.
struct ValueImage {
    std::string name; ///< "hand", or a file name
    int width = 0, height = 0;
    std::vector<float> values; ///< row by row
    ValueRange range{0, 255};  ///< of a picture's values; of an array's finite values
    float threshold = 128;     ///< the usual one, see data::Mask
    std::string note{};        ///< of a picture, see data::GreyImage

    std::int64_t size() const { return static_cast<std::int64_t>(values.size()); }
};

/// Reads an input for compaction, see data::read_mask(): a picture's grey values in the units of its file, or
/// an array's numbers.
///
/// Errors, one line with the path: those of read_mask() for 2^24 elements; wider or higher than max_side, the
/// longest side of a texture.
ValueImage read_value_image(const std::filesystem::path& path, int max_side);

/// A stream, and how to compact it.
struct CompactionSpec {
    std::shared_ptr<const ValueImage> source;
    raster::CompactionOptions options;
    int block = 256; ///< for blockwise algorithms; the others use the catalog's default
};

/// The layout in which a spec's stream runs. Errors: those of make_stream_layout(); usage for a temporal
/// auto, which depends on the previous stream, while a trace has only one.
raster::StreamLayout layout_of(const CompactionSpec& spec, int max_side);

/// An input or output of a pass, like PassResource.
struct StepResource {
    std::string name{};
    std::uint32_t handle = 0; ///< equal handles mean the same texture
    int width = 0, height = 0;
    int channels = 1;

    std::int64_t texels() const { return std::int64_t{width} * height; }
    std::int64_t bytes() const { return texels() * channels * std::int64_t{sizeof(float)}; }
};

/// A pass that ran, like Pass.
struct TraceStep {
    std::string stage, pass;
    int step = 0;
    std::vector<StepResource> inputs;
    StepResource output;
    std::uint64_t items = 0;
    std::optional<std::uint64_t> fetches;
};

/// The work of steps, as counted by WorkCounter.
scanline::Work work_of(std::span<const TraceStep> steps);

/// The record of a run.
struct RunRecord {
    CompactionSpec spec;
    raster::StreamLayout layout;
    std::vector<TraceStep> steps;
    Texels output;              ///< the compacted stream in its layout, followed by empty_element
    std::int64_t survivors = 0; ///< number of elements in the compacted stream
    bool monotonic = true;
    /// The element at each place of the output; the output itself if survivors carry that.
    Texels elements;
    std::optional<raster::Algorithm> chosen{}; ///< by auto
};

/// The passes of a run; their names are the record's.
std::vector<PassName> passes_of(const RunRecord& record);

/// The algorithm that ran: the one that auto chose.
raster::Algorithm algorithm_of(const RunRecord& record);

/// True if a run's flags are 1 where an element is invalid, as prefix sums count them; false: where it is
/// valid, as trees do.
bool marks_invalid(const RunRecord& record);

/// Explains a step in one or two sentences.
std::string sentence_of(const RunRecord& record, int step);

/// The times of a run, in ms.
struct RunTimes {
    machine::Repetition stages; ///< of the run with the median time
    /// One per step, from a separate run; with the wall clock, each waited for the GPU.
    std::vector<double> passes;
};

/// The outputs of steps: the texels of their rectangles, row by row, with all channels.
using Snapshots = std::map<int, Texels>;

struct RecordedRun {
    std::shared_ptr<const RunRecord> record;
    Snapshots snapshots;
};

/// Runs a spec once. wanted: steps to read back along the way, if they exist, in any order. Returns none if
/// the job was cancelled. Errors: those of layout_of() and raster::Compactor.
std::optional<RecordedRun> record_run(WorkerContext& context, const CompactionSpec& spec,
                                      std::span<const int> wanted);

/// Reruns a record's spec several times, timing stages and passes. Returns none if the job was cancelled.
std::optional<RunTimes> time_run(WorkerContext& context, const RunRecord& record);

/// Reruns a record's spec up to the last of the steps, and reads back their outputs. If the job is cancelled,
/// returns what has been read by then.
Snapshots capture(WorkerContext& context, const RunRecord& record, std::span<const int> steps);

/// A run with everything known about it so far. Jobs make what is missing: the snapshots of the steps on
/// screen, then the times, then snapshots of steps likely to be viewed next. At most one job is in flight.
class RunTrace {
public:
    /// name: another one for every run.
    RunTrace(RecordedRun run, std::int64_t cap, std::string name = "");

    std::shared_ptr<const RunRecord> record;
    SnapshotStore snapshots;
    std::optional<RunTimes> times;
    std::string id; ///< the name

    const std::vector<TraceStep>& steps() const { return record->steps; }
    /// The time of a step; none before the timed runs are done.
    std::optional<double> milliseconds(int step) const;

    /// Takes in a result, or starts the next job. Call before every frame. shown: the steps on screen, the
    /// most important first. ahead: the steps after them will follow soon.
    void update(Worker& worker, std::span<const int> shown, bool ahead);
    /// Abandons the job in flight, until the next update().
    void stop(std::span<const int> shown);
    void set_cap(std::int64_t bytes);
    /// The steps on screen whose snapshots fit into the cap together.
    const std::vector<int>& shown() const { return shown_; }
    bool busy() const { return timing_.pending() || reading_.pending() || reading_.get(); }
    std::string busy_text() const {
        return (reading_.pending() ? reading_.job() : timing_.job()).progress().what;
    }

private:
    void take_read();
    /// Returns false if there is nothing to read.
    bool read(Worker& worker, std::vector<int> steps, bool shown);

    std::vector<int> shown_;
    WorkerResult<std::optional<RunTimes>> timing_;
    WorkerResult<Snapshots> reading_;
    std::vector<int> asked_; ///< the steps of reading_
    bool asked_shown_ = false, timed_ = false, filled_ = false;
    std::set<int> failed_; ///< steps whose reading failed; not retried
};

/// How two elements differ.
enum class Difference { same, only_a, only_b, other };
Difference difference_of(float a, float b);

/// How two streams of one length differ: "the same set in another order", "12 places differ".
std::string difference_note(std::span<const float> a, std::span<const float> b);

} // namespace scanline::view::compaction
