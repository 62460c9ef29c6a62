#include "compaction_image/compaction_image_inspector.h"

#include "compaction_image/stage_table.h"
#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"
#include "scanline/view/widgets.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::view {

namespace {

void choose_image(const Look& look, ImageSettings& next) {
    std::vector<std::string> names(mask_names.begin(), mask_names.end());
    const bool mask = std::ranges::find(names, next.image) != names.end();
    if (!mask)
        names.push_back(std::filesystem::path(next.image).filename().string());
    int index = mask ? static_cast<int>(std::ranges::find(names, next.image) - names.begin())
                     : static_cast<int>(mask_names.size());
    if (choice(
            look, "Image", names, index,
            "The masks of the paper. Files are opened with Ctrl+O or dropped on the window: PNG, JPG, BMP, "
            "TGA, PGM, and NPY arrays of two dimensions.") &&
        static_cast<std::size_t>(index) < mask_names.size())
        next.image = mask_names[static_cast<std::size_t>(index)];
}

void choose_algorithm(const Look& look, const char* label, const char* block_label,
                      raster::Algorithm& algorithm, int& block) {
    const catalog::CompactionEntry& entry = catalog::entry(algorithm);
    const std::string text = fmt::format("{}: {}", entry.title, entry.idea);
    choice(look, label, raster::all_algorithms, algorithm, text.c_str());
    if (raster::is_blockwise(algorithm))
        power_of_two(look, block_label, block, raster::min_block, raster::max_block,
                     "Elements of a block: each is compacted on its own, then all are joined.");
}

void choose_methods(const Look& look, ImageSettings& next) {
    const auto takes = [&](auto of) {
        return of(catalog::entry(next.algorithm)) || (next.needs_b() && of(catalog::entry(next.b_algorithm)));
    };
    if (takes([](const catalog::CompactionEntry& entry) { return entry.prefix_sums; }))
        choice(look, "Prefix sums", raster::all_prefix_sum_methods, next.prefix_sum,
               "Hillis and Steele's recursive doubling, Blelloch's balanced tree, or what suits the block.");
    if (takes([](const catalog::CompactionEntry& entry) { return entry.run_lengths; }))
        choice(look, "Run lengths", raster::all_run_length_methods, next.run_lengths,
               "How the lengths of invalid runs are computed.");
}

void show_numbers(const Look& look, const ImageModel& model) {
    const RunTrace* a = model.a();
    if (!a)
        return;
    const RunRecord& record = a->record();
    const double elements = static_cast<double>(std::max<std::int64_t>(1, record.layout.size));
    field(look, "Elements",
          fmt::format("{} x {} = {}", record.spec.source->width, record.spec.source->height,
                      short_count(static_cast<double>(record.layout.size))),
          "Of the stream: the picture read row by row.");
    field(look, "Survivors",
          fmt::format("{}, {:.1f} %", record.survivors,
                      100.0 * static_cast<double>(record.survivors) / elements),
          "Valid elements, and their share of all.");
    field(look, "Texture", fmt::format("{} x {}", record.layout.width, record.layout.height),
          "The shape in which the stream lies on the GPU: rows of a power of two, whatever the picture's "
          "width.");
}

std::string work_text(const RunTrace& trace) {
    const Work work = work_of(trace.steps());
    return fmt::format("{} passes, {} texels", work.passes, short_count(static_cast<double>(work.items)));
}

std::string fetch_text(const RunTrace& trace) {
    const Work work = work_of(trace.steps());
    return fmt::format("{}{}", work.uncounted_passes > 0 ? "> " : "",
                       short_count(static_cast<double>(work.fetches)));
}

void show_times(const Look& look, const ImageModel& model) {
    section(look, "Times");
    std::vector<std::vector<gl::TimedSpan>> variants;
    for (const RunTrace* trace : {model.a(), model.b()}) {
        if (trace && trace->times())
            variants.push_back(trace->times()->stages);
    }
    const std::size_t wanted = model.current().needs_b() ? 2 : 1;
    if (variants.size() < wanted)
        note(look, "Being measured ...");
    else
        draw_stage_bars(look, stage_table(variants), std::array{"A", "B"});
}

void show_work(const Look& look, const ImageModel& model) {
    section(look, "Work");
    for (const auto& [trace, letter] : {std::pair{model.a(), "A"}, {model.b(), "B"}}) {
        if (!trace)
            continue;
        const std::string of = model.b() ? std::string(" ") + letter : "";
        field(look, ("Passes" + of).c_str(), work_text(*trace),
              "Passes, and texels and vertices drawn in them.");
        field(look, ("Fetches" + of).c_str(), fetch_text(*trace),
              "Texels fetched; searches fetch as many as the data asks for, which are not counted.");
    }
    const double bytes = static_cast<double>(model.snapshot_bytes()),
                 cap = static_cast<double>(model.cap_bytes());
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, look.palette().accent);
    field(look, "Trace", fmt::format("{} of {}", bytes_text(bytes), bytes_text(cap)),
          "Memory of the snapshots that are kept. What is not kept is made again when it is looked at.");
    ImGui::ProgressBar(static_cast<float>(bytes / cap), {-1, look.px(4)}, "");
    ImGui::PopStyleColor();
}

} // namespace

void draw_image_inspector(const Look& look, ImageModel& model) {
    ImageSettings next = model.current();
    section(look, "Compaction");
    choose_image(look, next);
    choose_algorithm(look, next.needs_b() ? "A" : "Algorithm", next.needs_b() ? "Block of A" : "Block",
                     next.algorithm, next.block);
    choice(
        look, "Compare", all_compares, next.compare,
        "A second variant beside the first, with the pass that corresponds, or what differs. Hold B to see "
        "it in the first one's place.");
    if (next.needs_b())
        choose_algorithm(look, "B", "Block of B", next.b_algorithm, next.b_block);
    choose_methods(look, next);

    section(look, "Stream");
    const ValueRange range = model.source() ? model.source()->range : ValueRange{0, 255};
    // ImGui's sliders end there.
    constexpr float widest = std::numeric_limits<float>::max() / 2;
    slider(look, "Threshold", next.discriminator.threshold, std::clamp(range.least, -widest, widest),
           std::clamp(range.most, -widest, widest), range == ValueRange{0, 255} ? "%.0f" : "%.4g",
           "The least value that is valid.");
    toggle(look, "Negate", next.discriminator.negate, "Valid are the values below the threshold.");
    constexpr std::array payloads{raster::Payload::index, raster::Payload::value};
    choice(look, "Survivors carry", payloads, next.payload,
           "What the result shows of a survivor: where it came from, or its value.");
    show_numbers(look, model);

    show_times(look, model);
    show_work(look, model);

    section(look, "View");
    toggle(look, "Block grid", next.grid, "Shows where blocks begin (G).");
    slider(look, "Cap (MiB)", next.cap, ImageSettings::least_cap, 4096,
           "The memory for snapshots. Larger numbers can be set on the command line.");
    model.change(next);
}

} // namespace scanline::view
