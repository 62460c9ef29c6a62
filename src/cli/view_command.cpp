#include "command.h"
#include "interrupt.h"
#include "masks_folder.h"

#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"
#include "scanline/view/headless.h"
#include "scanline/view/window.h"

#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <string_view>

namespace scanline::cli {

namespace {

constexpr int least_side = 64, most_side = 16384;

struct ViewOptions {
    view::ViewRequest request;
    std::string file, theme, size, screenshot, masks = masks_folder();
    std::vector<std::string> settings;
    int pass = -1, device = -1;
};

// "1280x720"
void parse_size(const std::string& text, view::ViewRequest& request) {
    const auto number = [](std::string_view part) {
        int value = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        return error == std::errc{} && end == part.data() + part.size() ? value : 0;
    };
    const std::string_view all(text);
    const std::size_t x = all.find('x');
    if (x != std::string_view::npos) {
        request.width = number(all.substr(0, x));
        request.height = number(all.substr(x + 1));
    }
    const auto fits = [](int side) { return side >= least_side && side <= most_side; };
    if (!fits(request.width) || !fits(request.height))
        throw usage_error(
            fmt::format("--size {} is no size: give WIDTHxHEIGHT, each from {} to {}, for example 1280x720",
                        text, least_side, most_side));
}

std::pair<std::string, std::string> parse_setting(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw usage_error(fmt::format("--set {} is no setting: give key=value, for example block=32", text));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void view(const ViewOptions& options) {
    view::ViewRequest request = options.request;
    request.masks = options.masks;
    if (!options.file.empty())
        request.file = options.file;
    if (!options.theme.empty())
        request.theme = catalog::parse("--theme", options.theme, view::all_themes);
    if (!options.size.empty())
        parse_size(options.size, request);
    for (const std::string& setting : options.settings)
        request.settings.push_back(parse_setting(setting));
    if (options.pass >= 0)
        request.pass = options.pass;
    if (options.device >= 0)
        request.device = options.device;
    if (!options.screenshot.empty()) {
        data::write_png(options.screenshot, view::render_headless(request));
        return;
    }
    catch_interrupts();
    view::run_window(request, [](view::Workbench&) { return !interrupted(); });
}

} // namespace

void add_view_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto options = std::make_shared<ViewOptions>();
    CLI::App* command = program.add_subcommand(
        "view", "Open the visualizer, or save a picture of it (the default without a subcommand)");
    command
        ->add_option(
            "file", options->file,
            "a picture, a 2-D NPY array, points (CSV, PLY), or results of scanline bench (JSON), to open")
        ->type_name("FILE");
    command->add_option("--scene", options->request.scene,
                        "compaction-small, compaction-image, prefix-sum, kdtree or sweep");
    command->add_option("--set", options->settings, "a setting of the scene; may be repeated")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command->add_option("--pass", options->pass, "the step to stand at, from 0")
        ->check(number_between(0, 1e6));
    command->add_option("--screenshot", options->screenshot, "no window: save a PNG of what it would show")
        ->type_name("OUT.png")
        ->check(not_empty);
    command->add_option("--size", options->size, "of the window or the picture")->type_name("WxH");
    command
        ->add_option("--scale", options->request.scale, "of text and controls; default: that of the display")
        ->check(number_between(0.5, 4));
    command->add_option("--theme", options->theme, "dark or light");
    command->add_option("--masks", options->masks, "folder with hand.png, bunny.png and finger.png")
        ->type_name("DIR")
        ->capture_default_str();
    add_device_option(*command, options->device);
    command->callback([options] { view(*options); });
}

} // namespace scanline::cli
