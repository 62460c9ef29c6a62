#include "command.h"
#include "compaction_picture.h"
#include "compaction_report.h"
#include "interrupt.h"
#include "masks_folder.h"
#include "output_folder.h"
#include "progress.h"
#include "stored_auto_model.h"

#include "scanline/core/error.h"
#include "scanline/data/image_io.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

constexpr std::array mask_names{"hand", "bunny", "finger"};
constexpr int picture_size = 512;

struct DemoOptions {
    std::string masks = masks_folder();
    std::string output = "out";
    int repetitions = 5;
    int device = -1;
};

void demo(const DemoOptions& options) {
    const std::filesystem::path masks = options.masks, output = options.output;
    std::vector<data::Image> images;
    images.reserve(mask_names.size());
    for (const char* name : mask_names) {
        const std::filesystem::path path = masks / fmt::format("{}.png", name);
        if (!std::filesystem::exists(path))
            throw Error(fmt::format(
                "there is no mask {}: name the folder of hand.png, bunny.png and finger.png with --masks",
                path.string()));
        images.push_back(data::read_image(path));
    }
    make_output_folder(output);

    catch_interrupts();
    Session session(options.device);
    CompactionJob job;
    job.algorithms = parse_algorithms("all");
    use_stored_auto_model(session, job);
    job.options.payload = raster::Payload::index;
    job.repetitions = options.repetitions;
    std::vector<CompactionRun> runs;
    {
        Progress progress;
        for (std::size_t i = 0; i < images.size() && !interrupted(); ++i) {
            progress.show(static_cast<double>(i) / static_cast<double>(images.size()), mask_names[i]);
            for (CompactionRun& run : run_job(session, job, mask_names[i], images[i])) {
                data::write_png(output / fmt::format("{}-{}.png", mask_names[i], run.algorithm),
                                comparison_picture(run.elements, run.width, run.height, picture_size));
                run.elements.clear();
                runs.push_back(std::move(run));
            }
        }
    }
    print(report_text(runs));
    if (interrupted())
        throw Error("interrupted: what had been measured is above");
    print(fmt::format(
        "\nPictures of every mask and its compacted stream: {}\n",
        (output / fmt::format("{{hand,bunny,finger}}-{{{}}}.png", catalog::compaction_names(","))).string()));
}

} // namespace

void add_demo_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto options = std::make_shared<DemoOptions>();
    CLI::App* command = program.add_subcommand(
        "demo", "Compact the three masks with every algorithm: a table, and pictures of the results");
    command->add_option("--masks", options->masks, "folder with hand.png, bunny.png and finger.png")
        ->type_name("DIR")
        ->capture_default_str();
    command->add_option("-o,--output", options->output, "folder for the pictures, made where it is missing")
        ->type_name("DIR")
        ->capture_default_str();
    add_repetitions_option(*command, options->repetitions);
    add_device_option(*command, options->device);
    command->callback([options] { demo(*options); });
}

} // namespace scanline::cli
