#include "command.h"
#include "compaction.h"
#include "options.h"
#include "program.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/image.h"

#include <filesystem>
#include <fmt/format.h>

namespace scanline::cli {

namespace {

constexpr int picture_size = 512;

struct DemoOptions {
    std::string masks = masks_folder();
    std::string output = "out";
    int repetitions = 5;
    int device = -1;
};

std::string picture_name(std::string_view mask, std::string_view algorithm) {
    return fmt::format("{}-{}.png", mask, algorithm);
}

std::vector<std::string> picture_names() {
    std::vector<std::string> names;
    for (const char* mask : mask_names) {
        for (const systems::CompactionEntry& entry : systems::compaction_algorithms())
            names.push_back(picture_name(mask, entry.name));
    }
    return names;
}

void demo(const CLI::App& /*command*/, const DemoOptions& options) {
    const std::filesystem::path output = options.output;
    std::vector<NamedMask> images;
    for (const std::filesystem::path& path : mask_files(options.masks)) {
        if (!std::filesystem::exists(path))
            throw Error(fmt::format(
                "there is no mask {}: name the folder of hand.png, bunny.png and finger.png with --masks",
                printable_path(path)));
        images.push_back(read_named_mask(path.stem().string(), path));
    }
    make_output_folder(output);

    catch_interrupts();
    machine::Machine machine({.device = options.device, .cache = driver_folder()});
    const ChosenBackend raster =
        machine::choose_backend(machine, {.backend = Backend::raster, .has_raster = true});
    CompactionJob job;
    job.algorithms = systems::find_compactions({"all"});
    job.repetitions = options.repetitions;
    const auto finished = [&](const CompactionRun& run) {
        data::write_png(output / picture_name(run.image, run.algorithm),
                        comparison_picture(run, picture_size));
    };
    print_runs(compact_images(raster, job, images, finished), "text");
    tell(fmt::format(
        "\nPictures of every mask and its compacted stream: {}\n",
        (output / fmt::format("{{hand,bunny,finger}}-{{{}}}.png", systems::compaction_names(","))).string()));
}

} // namespace

void add_demo_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, options] = add_subcommand<DemoOptions>(
        program, "demo", "Compact the three masks with every algorithm: a table, and pictures of the results",
        demo);
    add_masks_option(command, options.masks);
    command
        .add_output_folder("-o,--output", options.output, picture_names,
                           "folder for the pictures; made if missing")
        ->capture_default_str();
    add_repetitions_option(command, options.repetitions);
    add_device_option(command, options.device);
}

} // namespace scanline::cli
