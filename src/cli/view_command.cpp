#include "command.h"
#include "options.h"
#include "program.h"
#include "terminal.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/image.h"
#include "scanline/systems/compaction.h"
#include "scanline/view/view_request.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace scanline::cli {

namespace {

constexpr int min_side = 64, max_side = 16384;
/// After a signal: a frame that never returns must not keep the program.
constexpr int seconds_to_close = 5;

struct ViewOptions {
    view::ViewRequest request;
    std::string file, size, screenshot, animation, masks = masks_folder();
    std::vector<std::string> settings;
    int pass = -1, device = -1;
    double seconds = 1;
};

// "1280x720"
void parse_size(const std::string& text, view::ViewRequest& request) {
    const std::string_view all(text);
    const std::size_t x = std::min(all.find('x'), all.size());
    const auto width = read_number<int>(all.substr(0, x), {min_side, max_side}),
               height = read_number<int>(all.substr(std::min(x + 1, all.size())), {min_side, max_side});
    if (!width || !height)
        throw usage_error(fmt::format(
            "--size {} is not a size: give WIDTHxHEIGHT, each from {} to {}, for example 1280x720",
            printable(text), min_side, max_side));
    request.width = *width;
    request.height = *height;
}

std::pair<std::string, std::string> parse_setting(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw usage_error(
            fmt::format("--set {} is not a setting: give key=value, for example block=32", printable(text)));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

// Settings can name one file or a list; a dash stands for itself.
std::vector<std::filesystem::path> files_in(const std::vector<std::string>& settings) {
    std::vector<std::filesystem::path> files;
    for (const std::string& setting : settings) {
        const std::string value = setting.substr(std::min(setting.find('=') + 1, setting.size()));
        files.emplace_back(value);
        try {
            std::ranges::copy(split_list("--set", value), std::back_inserter(files));
        } catch (const Error&) { // it is no list
        }
    }
    std::erase(files, "-");
    return files;
}

void open_view(const CLI::App& /*command*/, const ViewOptions& options) {
    view::ViewRequest request = options.request;
    request.masks = options.masks;
    request.lessons = std::filesystem::path(masks_folder()).parent_path() / "lessons";
    if (view::is_state(options.file)) {
        if (!request.scene.empty())
            throw usage_error("leave out --scene: the state names one");
        view::take_state(options.file, request);
    } else if (!options.file.empty()) {
        request.file = options.file;
    }
    if (!options.size.empty())
        parse_size(options.size, request);
    for (const std::string& setting : options.settings)
        request.settings.push_back(parse_setting(setting));
    if (options.pass >= 0)
        request.pass = options.pass;
    if (options.device >= 0)
        request.device = options.device;
    catch_interrupts(seconds_to_close);
    if (!options.screenshot.empty()) {
        const auto go_on = [] { return !interrupted(); };
        if (data::ending_of(options.screenshot) == ".svg")
            data::write_file(options.screenshot, view::render_svg(request, go_on));
        else
            data::write_png(options.screenshot, view::render_headless(request, go_on));
        return;
    }
    if (!options.animation.empty()) {
        std::vector<std::filesystem::path> inputs = files_in(options.settings);
        if (request.file)
            inputs.push_back(*request.file);
        Progress progress;
        view::save_animation(request,
                             {.path = options.animation,
                              .seconds = options.seconds,
                              .inputs = std::move(inputs),
                              .progress =
                                  [&progress](int step, int count) {
                                      progress.show(static_cast<double>(step) / count,
                                                    fmt::format("step {} of {}", step, count - 1));
                                  }},
                             [] { return !interrupted(); });
        return;
    }
    view::run_window(request, [](view::Workbench&) { return !interrupted(); });
}

} // namespace

void add_view_command(CLI::App& program, ExitCode& /*exit_code*/, systems::Systems systems) {
    const auto [command, options] = add_subcommand<ViewOptions>(
        program, "view", "Open the visualizer, or save a picture of it (the default without a subcommand)",
        open_view);
    options.request.systems = systems;
    command
        .add_input("file", options.file,
                   "a picture, a 2-D NPY array, points (CSV, PLY), a table (CSV, NPY, NPZ), or results of "
                   "scanline bench (JSON), to open; or a state that was copied, 'scanline:...'")
        ->type_name("FILE");
    const std::vector<std::string_view> scenes = view::scene_names();
    command.offer(
        command.add_option("--scene", options.request.scene,
                           fmt::format("{} or {}; home: the opening page",
                                       fmt::join(scenes.begin(), scenes.end() - 1, ", "), scenes.back())),
        list_of_names(scenes));
    command.add_option("--set", options.settings, "a setting of the scene; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command.files().reads("--set", [&settings = options.settings] { return files_in(settings); });
    CLI::Option* pass =
        add_number(command, "--pass", options.pass, {0, 1'000'000}, "the step to show, from 0");
    std::vector<std::string> lessons = list_of_names(scenes);
    lessons.emplace_back("tour");
    command.offer(
        command
            .add_option("--lesson", options.request.lesson,
                        "a lesson: tour, the name of a scene, or a file; then --animation saves its stops")
            ->type_name("NAME|LESSON.md")
            ->excludes("--scene", "--set", "file", pass),
        std::move(lessons));
    command
        .add_output("--screenshot", options.screenshot, {.endings = {".png", ".svg"}, .may_be_device = true},
                    "instead of opening a window, save it as a PNG, or the scene alone as an SVG")
        ->type_name("OUT.png|OUT.svg");
    command
        .add_outputs(
            "--animation", options.animation,
            [&path = options.animation] {
                return paths_of(path.empty() ? path : view::numbered_path(path, 0).string());
            },
            {.endings = {".apng", ".png", ".svg"}},
            "likewise save every step: as an animated PNG, or numbered, OUT-0000.png, OUT-0001.png and on")
        ->type_name("OUT.apng|OUT.png|OUT.svg")
        ->excludes("--screenshot", pass);
    command.require(add_number(command, "--animation-seconds", options.seconds, {0.01, 600},
                               "how long an animated PNG shows a step; the last one at least 3"),
                    "--animation OUT.apng",
                    [&path = options.animation] { return data::ending_of(path) == ".apng"; });
    command.add_flag("--present", options.request.present,
                     "show the scene alone, in large type, as F11 does");
    command.add_option("--size", options.size, "size of the window or the picture")->type_name("WxH");
    add_number(command, "--scale", options.request.scale, {0.5, 4},
               "scale of text and controls; default: the display's");
    add_choice(command, "--theme", options.request.theme, "{}");
    add_masks_option(command, options.masks);
    add_device_option(command, options.device);
}

} // namespace scanline::cli
