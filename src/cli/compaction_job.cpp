#include "compaction_job.h"

#include "interrupt.h"

#include "scanline/bench/measure.h"
#include "scanline/bench/stream_uploads.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/raster/auto_compaction.h"
#include "scanline/raster/compactor.h"

#include <fmt/format.h>
#include <limits>
#include <memory>

namespace scanline::cli {

namespace {

// An algorithm that stands ready, and the stream in the layout that its block size asks for.
struct Prepared {
    const catalog::CompactionEntry* algorithm;
    const raster::StreamTexture* stream;
    std::unique_ptr<raster::Compactor> compactor;
};

int block_of(const CompactionJob& job, const catalog::CompactionEntry& algorithm) {
    return algorithm.blockwise ? job.block.value_or(algorithm.default_block) : algorithm.default_block;
}

std::string text_of(const raster::CompactionChoice& choice) {
    return choice.block > 0 ? fmt::format("{} {}", to_string(choice.algorithm), choice.block)
                            : std::string(to_string(choice.algorithm));
}

Prepared prepare(raster::Engine& engine, bench::StreamUploads& uploads, const CompactionJob& job,
                 const catalog::CompactionEntry& algorithm) {
    raster::CompactionOptions options = job.options;
    options.algorithm = algorithm.algorithm;
    const bench::StreamUploads::Upload upload = uploads.in_blocks_of(block_of(job, algorithm));
    return {&algorithm, upload.texture, std::make_unique<raster::Compactor>(engine, upload.layout, options)};
}

// The prepared algorithms in turns, as often as the job says. No rows when interrupted.
std::vector<bench::Row> time_all(Session& session, const CompactionJob& job,
                                 const std::vector<Prepared>& prepared) {
    bench::Plan plan;
    plan.groups.push_back({"", 1, [&prepared] {
                               bench::Group group;
                               for (const Prepared& one : prepared) {
                                   bench::Variant variant;
                                   variant.work = [&one] { (*one.compactor)(*one.stream); };
                                   group.variants.push_back(std::move(variant));
                               }
                               return group;
                           }});
    bench::MeasureOptions options;
    options.repetitions = job.repetitions;
    options.timeout_seconds = std::numeric_limits<double>::infinity();
    options.overhead_repetitions = 0;
    bench::Results results = bench::measure(session.engine(), session.timer(), plan, options,
                                            [](double, const std::string&) { return !interrupted(); });
    for (const bench::Row& row : results.rows) {
        if (!row.measured())
            throw Error(row.skipped);
    }
    return std::move(results.rows);
}

} // namespace

std::vector<const catalog::CompactionEntry*> parse_algorithms(const std::string& name) {
    std::vector<const catalog::CompactionEntry*> algorithms;
    if (name != "all")
        return {&catalog::find_compaction(name)};
    for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms())
        algorithms.push_back(&entry);
    return algorithms;
}

std::vector<CompactionRun> run_job(Session& session, const CompactionJob& job, const std::string& name,
                                   const data::Image& image) {
    const std::vector<float> values(image.pixels.begin(), image.pixels.end());
    bench::StreamUploads uploads(session.engine(), values);
    std::vector<Prepared> prepared;
    for (const catalog::CompactionEntry* algorithm : job.algorithms) {
        // One algorithm asked for by name is an error instead, see make_block_compaction().
        if (job.algorithms.size() > 1 && job.options.era_limits &&
            block_of(job, *algorithm) > algorithm->era_max_block) {
            print_message(fmt::format("{} is left out: under era limits its blocks have at most {} elements",
                                      algorithm->name, algorithm->era_max_block));
            continue;
        }
        prepared.push_back(prepare(session.engine(), uploads, job, *algorithm));
    }

    std::vector<bench::Row> rows = time_all(session, job, prepared);
    std::vector<CompactionRun> runs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const raster::Compactor& compactor = *prepared[i].compactor;
        CompactionRun run;
        run.image = name;
        run.width = image.width;
        run.height = image.height;
        run.total = static_cast<std::int64_t>(values.size());
        run.elements = compactor.read_elements();
        run.valid = static_cast<std::int64_t>(run.elements.size());
        run.algorithm = prepared[i].algorithm->name;
        if (const raster::AutoCompaction* automatic = compactor.automatic())
            run.choice = text_of(automatic->choice());
        run.monotonic = prepared[i].algorithm->monotonic;
        if (prepared[i].algorithm->blockwise)
            run.block = compactor.layout().block;
        run.timer = session.timer();
        run.renderer = session.capabilities().renderer;
        run.times = rows[i].median_repetition();
        run.repetitions = std::move(rows[i].repetitions);
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace scanline::cli
