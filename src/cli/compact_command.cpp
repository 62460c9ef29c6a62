#include "command.h"
#include "compaction_output.h"
#include "compaction_report.h"
#include "options.h"
#include "stored_models.h"
#include "subcommand.h"
#include "takers.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::cli {

namespace {

constexpr std::initializer_list<const char*> raster_options{"--algorithm",   "--adapt",      "--among",
                                                            "--block",       "--prefix-sum", "--run-lengths",
                                                            "--concatenate", "--era-limits"};

// What the CPU needs for a pixel, in seconds. Measured on a virtual machine of an AMD EPYC (Milan) with two
// processors.
constexpr double seconds_of_pixel = 5e-10;

bool given(const CLI::App& command, std::initializer_list<const char*> names) {
    return std::ranges::any_of(names, [&](const char* name) { return command.count(name) > 0; });
}

struct CompactOptions {
    std::vector<std::string> images;
    std::optional<std::string> backend, algorithm;
    std::optional<int> block;
    std::string prefix_sum = "auto", run_lengths = "auto", concatenate = "auto";
    AutoSettings automatic;
    double threshold = 128;
    bool negate = false, era_limits = false;
    std::string emit = "indices";
    std::optional<std::string> output;
    std::string format = "text";
    int repetitions = 1;
    int device = -1;
};

// Where none is named: auto, or, beside a size of blocks, which auto chooses itself, the usual one with
// blocks.
CompactionEntries named_algorithms(const CompactOptions& options) {
    return catalog::find_compactions({options.algorithm.value_or(options.block ? "bt" : "auto")});
}

CompactionJob parse_job(const CompactOptions& options, Emit emit) {
    CompactionJob job;
    job.algorithms = named_algorithms(options);
    if (options.block)
        raster::check_block(*options.block);
    job.block = options.block;
    job.options.prefix_sum = parse_choice("--prefix-sum", options.prefix_sum, raster::all_prefix_sum_methods);
    job.options.run_lengths =
        parse_choice("--run-lengths", options.run_lengths, raster::all_run_length_methods);
    job.options.concatenation =
        parse_choice("--concatenate", options.concatenate, raster::all_concatenation_methods);
    job.options.automatic = parse_auto(options.automatic);
    job.options.discriminator = {static_cast<float>(options.threshold), options.negate};
    job.options.payload = payload_of(emit);
    job.options.era_limits = options.era_limits;
    job.repetitions = options.repetitions;
    if (options.output) {
        if (options.images.size() != 1 || job.algorithms.size() != 1)
            throw usage_error(
                fmt::format("--output takes one image and one algorithm, not {} and {}: name one of each",
                            options.images.size(), job.algorithms.size()));
    }
    return job;
}

data::Image read_stream_image(const std::string& path) {
    return data::read_image(path, static_cast<std::size_t>(raster::max_stream_size));
}

// Options that only raster has decide for it.
Backend parse_backend(const CLI::App& command, const CompactOptions& options) {
    if (!options.backend)
        return given(command, raster_options) ? Backend::raster : Backend::automatic;
    const Backend backend = parse_choice("--backend", *options.backend, machine::compaction_backends);
    if (backend != Backend::raster)
        refuse_options(command, raster_options, backend);
    if (backend == Backend::cpu)
        refuse_options(command, {"--gl-device"}, backend);
    return backend;
}

BackendRequest request_of(Backend backend, const std::vector<data::Image>& images, const CompactionJob& job) {
    std::size_t most = 0, all = 0;
    for (const data::Image& image : images) {
        most = std::max(most, image.pixel_count());
        all += image.pixel_count();
    }
    const std::size_t element =
        job.options.payload == raster::Payload::value ? sizeof(float) : sizeof(compute::Pair);
    return {.backend = backend,
            .has_raster = true,
            .what = "compact",
            .bytes = static_cast<std::int64_t>(most * element),
            .cpu_seconds = seconds_of_pixel * static_cast<double>(all) * job.repetitions};
}

void compact(const CLI::App& command, const CompactOptions& options) {
    const Emit emit = parse_choice("--emit", options.emit, all_emits);
    const Backend wanted = parse_backend(command, options);
    CompactionJob job = parse_job(options, emit);
    // All images are read before OpenGL is started: a name mistyped at the end costs no run of those before
    // it.
    std::vector<data::Image> images;
    for (const std::string& path : options.images)
        images.push_back(read_stream_image(path));

    catch_interrupts();
    machine::Machine machine({.device = options.device});
    const ChosenBackend backend = machine::choose_backend(machine, request_of(wanted, images, job));
    if (backend.backend == Backend::raster)
        use_stored_auto_model(machine, job);
    std::vector<CompactionRun> runs;
    {
        Progress progress;
        for (std::size_t i = 0; i < images.size() && !interrupted(); ++i) {
            progress.show(static_cast<double>(i) / static_cast<double>(images.size()), options.images[i]);
            std::vector<CompactionRun> more = run_job(backend, job, options.images[i], images[i]);
            if (options.output && !more.empty())
                write_compacted(*options.output, emit, more.front().elements, images[i].width,
                                images[i].height);
            for (CompactionRun& one : more) {
                one.elements.clear();
                runs.push_back(std::move(one));
            }
        }
    }
    if (options.format == "json")
        print(report_json(runs));
    else if (options.format == "csv")
        print(report_csv(runs));
    else
        print(report_text(runs));
    if (interrupted())
        throw Error("interrupted: what had been measured is above");
}

} // namespace

void add_compact_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto options = std::make_shared<CompactOptions>();
    Subcommand* command =
        add_subcommand(program, "compact", "Compact the valid pixels of images, stage by stage, with times");
    command
        ->add_input("IMAGE", options->images,
                    "PNG, JPG, BMP, TGA or PGM; a pixel is valid from --threshold on")
        ->required();
    command
        ->add_option(
            "--backend", options->backend,
            "raster (any OpenGL), compute (OpenGL 4.3), cpu, or auto: compute where a GPU can and is worth "
            "its start, otherwise cpu; default: raster where one of its options is given (--algorithm to "
            "--among, --era-limits), else auto")
        ->type_name("NAME");
    command
        ->add_option("--algorithm", options->algorithm,
                     catalog::compaction_names(", ") +
                         " or all; long names too: jumping-jack ...; default: auto, or bt beside --block")
        ->type_name("NAME");
    add_number(*command, "--block", options->block, {raster::min_block, raster::max_block},
               "elements of a block, a power of two from 2 to 4096; default: a good one");
    command->add_option("--prefix-sum", options->prefix_sum, "auto, hillis-steele or blelloch")
        ->capture_default_str();
    command
        ->add_option("--run-lengths", options->run_lengths, "auto, recursive-doubling or balanced-tree (rlz)")
        ->capture_default_str();
    command->add_option("--concatenate", options->concatenate, "auto, lines or quads")->capture_default_str();
    add_auto_settings(*command, options->automatic);
    add_number(*command, "--threshold", options->threshold, {-1e6, 1e6},
               "least grey value, 0 to 255, of a valid pixel")
        ->type_name("T")
        ->capture_default_str();
    command->add_flag("--negate", options->negate, "valid are the pixels below the threshold");
    command->add_flag("--era-limits", options->era_limits,
                      "refuse what a loop limit of 256 iterations did not allow");
    command->add_option("--emit", options->emit, "what is written of a survivor: indices, values or xy")
        ->capture_default_str();
    command->add_output("-o,--output", options->output, {.endings = {".npy", ".csv", ".png"}},
                        "file for the compacted stream: .npy, .csv or .png");
    add_format_option(*command, options->format, {"text", "json", "csv"});
    add_repetitions_option(*command, options->repetitions);
    add_device_option(*command, options->device);
    require_takers(*command, options->automatic, [options, command] {
        // The other backends refuse all of these options.
        return parse_backend(*command, *options) == Backend::raster ? named_algorithms(*options)
                                                                    : CompactionEntries{};
    });
    command->callback([options, command] { compact(*command, *options); });
}

} // namespace scanline::cli
