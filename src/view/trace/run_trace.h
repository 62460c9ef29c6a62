#pragma once
#include "scanline/core/pass_observer.h"
#include "scanline/gl/timer.h"
#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"
#include "scanline/view/worker.h"
#include "trace/snapshot_store.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The trace of a raster compaction: what ran, pass by pass, and what each pass wrote. An algorithm is run
/// under an observer, first to see its passes and its result, then to time it, then as often as a snapshot is
/// asked for that is not kept. record_run(), time_run() and capture() are for jobs of the worker; the rest
/// belongs to the thread of the interface.
namespace scanline::view {

struct ValueRange {
    float least = 0, most = 1;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

/// The least and the most of the finite values; 0 and 0 where there are none.
ValueRange finite_range(std::span<const float> values);

/// A two-dimensional array of numbers: the pixels of a picture, or the elements of an array.
struct ValueImage {
    std::string name; ///< "hand", or the name of a file
    int width = 0, height = 0;
    std::vector<float> values; ///< row by row
    ValueRange range{0, 255};  ///< of a picture's values; of an array's finite ones

    std::int64_t size() const { return static_cast<std::int64_t>(values.size()); }
};

/// Reads what a compaction can be shown of: a picture as data::read_image(), by its grey values, or an NPY
/// array of two dimensions (or one, as a single row) of numbers as they are.
///
/// Errors, one line with the path: those of the readers; more than 2^24 elements; an array of none, or of
/// another number of dimensions; wider or higher than max_side, the longest side of a texture.
ValueImage read_value_image(const std::filesystem::path& path, int max_side);

/// A stream and how it is compacted.
struct CompactionSpec {
    std::shared_ptr<const ValueImage> source;
    raster::CompactionOptions options;
    int block = 256; ///< for the algorithms that compact blocks; the others take the catalog's default
};

/// The layout in which the stream of a spec runs. Errors: as make_stream_layout(); usage for a temporal auto,
/// which goes by the stream before, where a trace has one stream.
raster::StreamLayout layout_of(const CompactionSpec& spec, int max_side);

/// An input or the output of a pass, as PassResource.
struct StepResource {
    std::string name{};
    std::uint32_t handle = 0; ///< equal ones are the same texture
    int width = 0, height = 0;
    int channels = 1;

    std::int64_t texels() const { return std::int64_t{width} * height; }
    std::int64_t bytes() const { return texels() * channels * std::int64_t{sizeof(float)}; }
};

/// A pass that ran, as Pass.
struct TraceStep {
    std::string stage, pass;
    int step = 0;
    std::vector<StepResource> inputs;
    StepResource output;
    std::uint64_t items = 0;
    std::optional<std::uint64_t> fetches;
};

/// The work of steps, as WorkCounter counts it.
Work work_of(std::span<const TraceStep> steps);

/// The record of a run.
struct RunRecord {
    CompactionSpec spec;
    raster::StreamLayout layout;
    std::vector<TraceStep> steps;
    Texels output;              ///< the compacted stream in its layout, empty_element behind it
    std::int64_t survivors = 0; ///< elements of the compacted stream
    bool monotonic = true;
};

/// The times of a run, in ms.
struct RunTimes {
    std::vector<gl::TimedSpan> stages; ///< of the run whose total is the median
    /// One for each step, of one run more; with the wall clock each has waited for the GPU.
    std::vector<double> passes;

    double total() const; ///< of the stages
};

/// The outputs of steps: the texels of their rectangles, row by row, all channels.
using Snapshots = std::map<int, Texels>;

struct RecordedRun {
    std::shared_ptr<const RunRecord> record;
    Snapshots snapshots;
};

/// Runs a spec once. wanted: steps to be read back on the way, those that exist, in any order. Nothing where
/// the job was cancelled. Errors: as layout_of() and raster::Compactor.
std::optional<RecordedRun> record_run(WorkerContext& context, const CompactionSpec& spec,
                                      std::span<const int> wanted);

/// Runs a record's spec some times more, by stages and by passes. Nothing where the job was cancelled.
std::optional<RunTimes> time_run(WorkerContext& context, const RunRecord& record);

/// Runs a record's spec again up to the last of the steps, and reads back what they wrote. Where the job is
/// cancelled, what has been read by then.
Snapshots capture(WorkerContext& context, const RunRecord& record, std::span<const int> steps);

/// A run with what is known of it so far.
struct RunTrace {
    RunTrace(RecordedRun run, std::int64_t cap);

    const std::vector<TraceStep>& steps() const { return record->steps; }
    /// The time of a step; none before the timed runs are there.
    std::optional<double> milliseconds(int step) const;

    std::shared_ptr<const RunRecord> record;
    SnapshotStore snapshots;
    std::optional<RunTimes> times;
};

} // namespace scanline::view
