#include "command.h"
#include "compaction.h"
#include "options.h"
#include "ranks.h"

#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace scanline::cli {

namespace {

constexpr std::initializer_list<const char*> raster_options{"--algorithm",   "--adapt",      "--among",
                                                            "--block",       "--prefix-sum", "--run-lengths",
                                                            "--concatenate", "--era-limits"};

// CPU time per pixel, in seconds. Measured on a virtual machine of an AMD EPYC (Milan) with two processors.
constexpr double seconds_of_pixel = 5e-10;

struct CompactOptions {
    std::vector<std::string> images;
    std::optional<Backend> backend;
    std::optional<std::string> algorithm;
    std::vector<std::string> among;
    CompactionJob job{}; ///< filled in from the other options
    Emit emit = Emit::indices;
    std::optional<std::string> output;
    std::string format = "text";
    int device = -1;
};

// If none is named: auto, or with --block the usual blockwise algorithm, because auto chooses the block
// itself.
std::vector<const systems::CompactionEntry*> named_algorithms(const CompactOptions& options) {
    return systems::find_compactions({options.algorithm.value_or(options.job.block ? "bt" : "auto")});
}

raster::AutoOptions auto_options(const CompactOptions& options) {
    return systems::parse_auto(to_string(options.job.options.automatic.adaption), options.among);
}

CompactionJob make_job(const CompactOptions& options) {
    CompactionJob job = options.job;
    job.algorithms = named_algorithms(options);
    if (job.block)
        raster::check_block(*job.block);
    job.options.automatic = auto_options(options);
    if (options.output && (options.images.size() != 1 || job.algorithms.size() != 1))
        throw usage_error(
            fmt::format("--output takes one image and one algorithm, not {} and {}: name one of each",
                        options.images.size(), job.algorithms.size()));
    return job;
}

// Raster-only options select raster.
Backend backend_of(const CLI::App& command, const CompactOptions& options) {
    if (!options.backend)
        return std::ranges::any_of(raster_options, [&](const char* name) { return command.count(name) > 0; })
                   ? Backend::raster
                   : Backend::automatic;
    if (options.backend != Backend::raster)
        refuse_options(command, raster_options, *options.backend, "use --backend raster");
    if (options.backend == Backend::cpu)
        refuse_options(command, {"--gl-device"}, Backend::cpu);
    return *options.backend;
}

BackendRequest request_of(Backend backend, const std::vector<NamedMask>& images, const CompactionJob& job) {
    std::int64_t most = 0, all = 0;
    for (const NamedMask& named : images) {
        const std::int64_t size = std::int64_t{named.mask.width} * named.mask.height;
        most = std::max(most, size);
        all += size;
    }
    return {.backend = backend,
            .has_raster = true,
            .what = "compact",
            .bytes = most * std::int64_t{sizeof(std::uint32_t)},
            .cpu_seconds = seconds_of_pixel * static_cast<double>(all) * job.repetitions};
}

// Tells what is read otherwise than it looks, and which numbers of an unusual range are valid.
void describe(const NamedMask& image, const CompactionJob& job) {
    const std::string& name = image.name;
    const data::Mask& mask = image.mask;
    if (!mask.note.empty())
        remark(fmt::format("{}: {}", printable_path(name), mask.note));
    if (job.threshold || mask.white == 255 || mask.numbers.type == data::ElementType::boolean)
        return;
    const std::string which =
        mask.white ? fmt::format("of its values, 0 to {}, those", *mask.white) : std::string("elements");
    remark(fmt::format("{}: {} {} {} are valid; --threshold sets another limit", printable_path(name), which,
                       job.negate ? "below" : "of at least", mask.default_threshold()));
}

void compact(const CLI::App& command, const CompactOptions& options) {
    const Backend wanted = backend_of(command, options);
    if (wanted == Backend::raster && joined_ranks())
        throw usage_error("--backend raster works on one machine: use --backend compute or cpu with mpirun");
    const CompactionJob job = make_job(options);
    // Read all images before starting OpenGL, so that a mistyped last name costs no runs.
    std::vector<NamedMask> images;
    on_all_ranks([&] {
        for (const std::string& path : options.images) {
            images.push_back(read_named_mask(path, path));
            if (is_speaker())
                describe(images.back(), job);
        }
        if (options.output)
            require_holds(*options.output, options.emit, images.front().mask);
    });
    if (wanted == Backend::raster)
        require_raster_size(images);

    catch_interrupts();
    BackendSettings settings;
    settings.backend = wanted;
    settings.device = options.device;
    settings.repetitions = job.repetitions;
    machine::Machine machine(machine_options(settings));
    std::optional<ChosenBackend> backend;
    on_all_ranks([&] { backend = machine::choose_backend(machine, request_of(wanted, images, job)); });
    const auto finished = [&](CompactionRun& run) {
        if (joined_ranks())
            run.valid = ranks::share_of(*joined_ranks(), run.valid).all;
        if (options.output)
            write_compacted(*options.output, options.emit, run, images.front().mask);
    };
    print_runs(compact_images(*backend, job, images, finished), options.format);
}

// Rejects options that no chosen algorithm takes: the catalog lists the parameters of each, and auto takes
// those of its candidates. Other backends reject all of these options.
void require_takers(Subcommand& command, const CompactOptions& options) {
    for (const systems::CompactionParameter& parameter : systems::compaction_parameters()) {
        const CLI::Option* option = command.get_option_no_throw(std::string(parameter.name));
        if (option == nullptr || parameter.applies_to == systems::AppliesTo::all)
            continue;
        const auto is_taken = [&command, &parameter, &options] {
            return backend_of(command, options) != Backend::raster ||
                   std::ranges::any_of(named_algorithms(options), [&](const auto* algorithm) {
                       return systems::takes(*algorithm, parameter, auto_options(options));
                   });
        };
        command.require(option, fmt::format("--algorithm {}", systems::takers_of(parameter)), is_taken);
    }
}

} // namespace

void add_compact_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, options] = add_subcommand<CompactOptions>(
        program, "compact", "Compact the valid pixels of images, stage by stage, with times", compact);
    command
        .add_input("IMAGE", options.images,
                   "PNG, JPG, BMP, TGA, PGM, PPM or NPY; numbers of at least --threshold are valid")
        ->required();
    command.over_ranks();
    add_choice(command, "--backend", options.backend, machine::compaction_backends,
               "raster (any OpenGL), compute (OpenGL 4.3), cpu, or auto: compute if a GPU supports it and "
               "pays off, otherwise cpu; default: raster if one of its options is given "
               "(--algorithm to --among, --era-limits), else auto")
        ->type_name("NAME");
    std::vector<std::string> algorithms = list_of_names(enumerators<raster::Algorithm>);
    algorithms.emplace_back("all");
    command.offer(command
                      .add_option("--algorithm", options.algorithm,
                                  systems::compaction_names(", ") +
                                      " or all; long names too: jumping-jack ...; default: auto, or bt with "
                                      "--block")
                      ->type_name("NAME"),
                  std::move(algorithms));
    raster::CompactionOptions& compaction = options.job.options;
    add_number(command, "--block", options.job.block, {raster::min_block, raster::max_block},
               "elements per block, a power of two from 2 to 4096; default: chosen by the algorithm");
    add_choice(command, "--prefix-sum", compaction.prefix_sum, "{}");
    add_choice(command, "--run-lengths", compaction.run_lengths, "{} (rlz)");
    add_choice(command, "--concatenate", compaction.concatenation, "{}");
    add_choice(command, "--adapt", compaction.automatic.adaption,
               "what auto adapts to: global (the stream), regional (each part of it) or temporal (the "
               "previous stream)");
    command.offer(
        add_list(command, "--among", options.among, "candidates for auto (default: all that keep the order)"),
        list_of_names(enumerators<raster::Algorithm>));
    constexpr double largest = std::numeric_limits<double>::max();
    add_number(command, "--threshold", options.job.threshold, {-largest, largest},
               "least valid number, in the units of the file; default: half of white for pictures (128 of "
               "255, 32768 of 65535), 1 for arrays")
        ->type_name("T");
    command.add_flag("--negate", options.job.negate, "numbers below the threshold are valid instead");
    command.add_flag("--era-limits", compaction.sm3_limits,
                     "reject what a loop limit of 256 iterations did not allow");
    add_choice(command, "--emit", options.emit, "what to write for each survivor: {}");
    command.add_output("-o,--output", options.output,
                       {.endings = {".npy", ".csv", ".png"}, .may_be_standard = true},
                       "file for the compacted stream: .npy, .csv or .png");
    add_format_option(command, options.format, {"text", "json", "csv"});
    add_repetitions_option(command, options.job.repetitions);
    add_device_option(command, options.device);
    require_takers(command, options);
}

} // namespace scanline::cli
