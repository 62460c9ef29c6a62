#include "compaction_job.h"

#include "interrupt.h"

#include <cstdio>
#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

// An algorithm with the stream in the layout that its block size asks for.
struct Prepared {
    const catalog::CompactionEntry* algorithm;
    raster::StreamTexture stream;
    std::unique_ptr<raster::Compactor> compactor;
};

int block_of(const CompactionJob& job, const catalog::CompactionEntry& algorithm) {
    return algorithm.blockwise ? job.block.value_or(algorithm.default_block) : algorithm.default_block;
}

Prepared prepare(Session& session, const CompactionJob& job, const catalog::CompactionEntry& algorithm,
                 std::span<const float> values) {
    raster::Engine& engine = session.engine();
    raster::CompactionOptions options = job.options;
    options.algorithm = algorithm.algorithm;
    const raster::StreamLayout layout = raster::make_stream_layout(
        static_cast<std::int64_t>(values.size()), block_of(job, algorithm), session.engine().max_side());
    Prepared prepared{&algorithm, engine.make_stream(layout), nullptr};
    engine.upload(prepared.stream, layout, values);
    prepared.compactor = std::make_unique<raster::Compactor>(engine, layout, options);
    return prepared;
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
    std::vector<Prepared> prepared;
    std::vector<bench::Work> pieces;
    for (const catalog::CompactionEntry* algorithm : job.algorithms) {
        // One algorithm asked for by name is an error instead, see make_block_compaction().
        if (job.algorithms.size() > 1 && job.options.era_limits &&
            block_of(job, *algorithm) > algorithm->era_max_block) {
            fmt::print(stderr,
                       "scanline: {} is left out: under era limits its blocks have at most {} elements\n",
                       algorithm->name, algorithm->era_max_block);
            continue;
        }
        prepared.push_back(prepare(session, job, *algorithm, values));
    }
    pieces.reserve(prepared.size());
    for (const Prepared& one : prepared)
        pieces.emplace_back([&one] { (*one.compactor)(one.stream); });

    const auto samples = bench::time_interleaved(session.engine(), session.timer(), pieces, job.repetitions,
                                                 [] { return !interrupted(); });
    std::vector<CompactionRun> runs;
    for (std::size_t i = 0; i < prepared.size(); ++i) {
        if (samples[i].empty())
            return {};
        const raster::Compactor& compactor = *prepared[i].compactor;
        CompactionRun run;
        run.image = name;
        run.width = image.width;
        run.height = image.height;
        run.total = static_cast<std::int64_t>(values.size());
        run.elements = compactor.read_elements();
        run.valid = static_cast<std::int64_t>(run.elements.size());
        run.algorithm = prepared[i].algorithm;
        if (run.algorithm->blockwise)
            run.block = compactor.layout().block;
        run.timer = session.timer();
        run.renderer = session.capabilities().renderer;
        run.repetitions = samples[i];
        run.times = bench::median_repetition(samples[i]);
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace scanline::cli
