#include "command.h"
#include "compaction_job.h"
#include "interrupt.h"
#include "masks_folder.h"
#include "progress.h"
#include "text_table.h"

#include "scanline/core/error.h"
#include "scanline/data/csv.h"
#include "scanline/data/image_io.h"
#include "scanline/raster/copy.h"

#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

struct BenchOptions {
    std::vector<std::string> images{masks_folder() + "/hand.png"};
    std::string algorithm = "all";
    std::vector<int> blocks{32, 128, 256, 512, 2048};
    bool negate = false;
    std::string format = "text";
    int repetitions = 9;
    int device = -1;
};

/// The copy pass and every algorithm on one image in one block size, repetitions interleaved.
struct Measurement {
    std::string image;
    int block = 0;
    double copy_milliseconds = 0;
    std::vector<double> milliseconds; ///< of each algorithm
};

Measurement measure(Session& session, const BenchOptions& options,
                    const std::vector<const catalog::CompactionEntry*>& algorithms, const std::string& name,
                    std::span<const float> values, int block) {
    raster::Engine& engine = session.engine();
    const raster::StreamLayout layout = raster::make_stream_layout(static_cast<std::int64_t>(values.size()),
                                                                   block, session.engine().max_side());
    const raster::StreamTexture stream = engine.make_stream(layout), target = engine.make_stream(layout);
    engine.upload(stream, layout, values);

    const raster::Copy copy(engine);
    std::vector<bench::Work> pieces{[&] { copy(layout, stream, target); }};
    std::vector<std::unique_ptr<raster::Compactor>> compactors;
    for (const catalog::CompactionEntry* algorithm : algorithms) {
        raster::CompactionOptions compaction;
        compaction.algorithm = algorithm->algorithm;
        compaction.discriminator.negate = options.negate;
        compactors.push_back(std::make_unique<raster::Compactor>(engine, layout, compaction));
        pieces.emplace_back([&stream, compactor = compactors.back().get()] { (*compactor)(stream); });
    }
    const auto samples = bench::time_interleaved(engine, session.timer(), pieces, options.repetitions,
                                                 [] { return !interrupted(); });
    Measurement measurement{name, block, 0, {}};
    if (samples.back().empty())
        return measurement;
    measurement.copy_milliseconds = bench::median_repetition(samples[0]).milliseconds;
    for (std::size_t i = 1; i < samples.size(); ++i)
        measurement.milliseconds.push_back(bench::median_repetition(samples[i]).milliseconds);
    return measurement;
}

std::string report_text(const Session& session, const BenchOptions& options,
                        const std::vector<const catalog::CompactionEntry*>& algorithms,
                        const std::vector<Measurement>& measurements) {
    std::vector<std::string> header{"image", "block", "copy ms"};
    for (const catalog::CompactionEntry* algorithm : algorithms)
        header.insert(header.end(), {fmt::format("{} ms", algorithm->name), "copies"});
    TextTable table(std::move(header), 1);
    for (const Measurement& measurement : measurements) {
        std::vector<std::string> row{measurement.image, std::to_string(measurement.block),
                                     fmt::format("{:.3f}", measurement.copy_milliseconds)};
        for (const double milliseconds : measurement.milliseconds)
            row.insert(row.end(), {fmt::format("{:.3f}", milliseconds),
                                   fmt::format("{:.1f}", milliseconds / measurement.copy_milliseconds)});
        table.add(std::move(row));
    }
    return fmt::format(
        "{}, timer {}, median of {}, in ms and in full-screen copy passes of the same run{}\n\n{}",
        session.capabilities().renderer, to_string(session.timer()), options.repetitions,
        options.negate ? ", negated" : "", table.format());
}

std::string report_csv(const Session& session, const BenchOptions& options,
                       const std::vector<const catalog::CompactionEntry*>& algorithms,
                       const std::vector<Measurement>& measurements) {
    data::CsvTable table{{"image", "negated", "block", "algorithm", "ms", "copy_ms", "copies", "repetitions",
                          "timer", "gl_renderer"},
                         {}};
    for (const Measurement& measurement : measurements) {
        for (std::size_t i = 0; i < algorithms.size(); ++i)
            table.rows.push_back(
                {measurement.image, options.negate ? "true" : "false", std::to_string(measurement.block),
                 std::string(algorithms[i]->name), fmt::format("{:.6f}", measurement.milliseconds[i]),
                 fmt::format("{:.6f}", measurement.copy_milliseconds),
                 fmt::format("{:.3f}", measurement.milliseconds[i] / measurement.copy_milliseconds),
                 std::to_string(options.repetitions), std::string(to_string(session.timer())),
                 session.capabilities().renderer});
    }
    return data::format_csv(table);
}

void bench_compact(const BenchOptions& options) {
    const std::vector<const catalog::CompactionEntry*> algorithms = parse_algorithms(options.algorithm);
    for (const int block : options.blocks)
        raster::check_block(block);
    std::vector<data::Image> images;
    for (const std::string& path : options.images)
        images.push_back(data::read_image(path, static_cast<std::size_t>(raster::max_stream_size)));

    catch_interrupts();
    Session session(options.device);
    std::vector<Measurement> measurements;
    {
        Progress progress;
        const double count = static_cast<double>(images.size() * options.blocks.size());
        for (std::size_t i = 0; i < images.size() && !interrupted(); ++i) {
            const std::vector<float> values(images[i].pixels.begin(), images[i].pixels.end());
            for (const int block : options.blocks) {
                progress.show(static_cast<double>(measurements.size()) / count,
                              fmt::format("{}, block {}", options.images[i], block));
                Measurement measurement =
                    measure(session, options, algorithms, options.images[i], values, block);
                if (measurement.milliseconds.empty())
                    break;
                measurements.push_back(std::move(measurement));
            }
        }
    }
    print(options.format == "csv" ? report_csv(session, options, algorithms, measurements)
                                  : report_text(session, options, algorithms, measurements));
    if (interrupted())
        throw Error("interrupted: what had been measured is above");
}

} // namespace

void add_bench_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto options = std::make_shared<BenchOptions>();
    CLI::App* bench = program.add_subcommand("bench", "Measure against a roof of the same run");
    bench->require_subcommand(1);
    CLI::App* command = bench->add_subcommand(
        "compact", "Compactions in milliseconds and in full-screen copy passes, by block size");
    command->add_option("IMAGE", options->images, "images to compact")->capture_default_str();
    command->add_option("--algorithm", options->algorithm, catalog::compaction_names(", ") + " or all")
        ->capture_default_str();
    command->add_option("--block", options->blocks, "block sizes, separated by commas")
        ->delimiter(',')
        ->type_name("N,N...");
    command->add_flag("--negate", options->negate, "valid are the pixels below the threshold");
    add_format_option(*command, options->format, {"text", "csv"});
    add_repetitions_option(*command, options->repetitions);
    add_device_option(*command, options->device);
    command->callback([options] { bench_compact(*options); });
}

} // namespace scanline::cli
