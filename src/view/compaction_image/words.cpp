#include "compaction_image/words.h"

#include "compaction_small/model.h"
#include "scanline/gl/shader_store.h"
#include "scanline/raster/passes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <ranges>
#include <string_view>
#include <utility>

namespace scanline::view {

namespace {

using raster::Algorithm;
namespace pass = raster::pass;

/// Passes that the small compaction never runs.
constexpr auto own_sentences = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{pass::survey,
      "64 elements in a row are looked at here and there: how many are valid, and how often that "
      "changes. Auto chooses by it."},
     {pass::survey_sum, "What the samples have counted is added up."},
     {pass::span_vertices, "The ends of every block's line are computed before it is drawn, because vertex "
                           "shaders here cannot fetch texels."}});

bool is_own(std::string_view name) {
    return std::ranges::find(own_sentences, name, [](const auto& row) { return row.first; }) !=
           own_sentences.end();
}

/// The name of a step's shader.
std::string shader_of(const RunRecord& record, const TraceStep& step) {
    std::string name = step.pass;
    const Algorithm algorithm = algorithm_of(record);
    if (name == pass::search)
        name = fmt::format("{}_search", to_string(algorithm));
    else if (name == pass::clear)
        name = "constant";
    else if (name == pass::down_sweep && step.step == 0)
        name += "_leaves";
    else if (name == pass::doubling && algorithm == Algorithm::horn_unblocked)
        name = "stream_doubling";
    std::ranges::replace(name, '-', '_');
    return fmt::format("raster/{}.frag", name);
}

/// A line of a shader without what only the compiler needs.
std::string short_line(std::string line) {
    for (const auto& [from, to] : {std::pair{"gl_FragColor", "out"},
                                   {"u_", ""},
                                   {"float ", ""},
                                   {"vec2 ", ""},
                                   {"vec4 ", ""},
                                   {"bool ", ""},
                                   {"int ", ""},
                                   {";", ""},
                                   {" {", ""}}) {
        for (std::size_t at = line.find(from); at != std::string::npos; at = line.find(from, at))
            line.replace(at, std::string_view(from).size(), to);
    }
    return line;
}

} // namespace

Algorithm algorithm_of(const RunRecord& record) {
    const Algorithm named = record.spec.options.algorithm;
    if (named != Algorithm::automatic)
        return named;
    const auto has_stage = [&](std::string_view stage) {
        return std::ranges::find(record.steps, stage, &TraceStep::stage) != record.steps.end();
    };
    if (has_stage(raster::stage::pack))
        return Algorithm::packed;
    if (has_stage(raster::stage::run_extraction))
        return Algorithm::rlz;
    if (has_stage(raster::stage::reduction))
        return has_stage(raster::stage::concatenation) ? Algorithm::bt : Algorithm::histopyramid;
    if (!has_stage(raster::stage::concatenation))
        return Algorithm::horn_unblocked;
    return record.monotonic ? Algorithm::horn : Algorithm::jj;
}

bool marks_invalid(const RunRecord& record) {
    const Algorithm algorithm = algorithm_of(record);
    return algorithm != Algorithm::bt && algorithm != Algorithm::histopyramid;
}

std::string sentence_of(const RunRecord& record, int step) {
    const std::string& name = record.steps[static_cast<std::size_t>(step)].pass;
    for (const auto& [own, sentence] : own_sentences) {
        if (own == name)
            return std::string(sentence);
    }
    // The words follow from the passes before, so they are needed too, but not their numbers.
    raster::reference::Trace trace;
    for (const TraceStep& one : record.steps | std::views::take(step + 1)) {
        if (!is_own(one.pass))
            trace.add({.name = one.pass, .step = one.step, .values = {}});
    }
    return describe_passes(trace, algorithm_of(record)).back().meaning;
}

Listing listing_of(const RunRecord& record, int step) {
    const std::string name = shader_of(record, record.steps[static_cast<std::size_t>(step)]);
    const std::string text = gl::ShaderStore::standard().flatten(name).text;
    Listing listing{.title = name, .lines = {}, .current = {}};
    // Horn's main() only calls the search.
    const std::size_t search = text.find("vec2 gather_search("),
                      begin = search != std::string::npos ? search : text.find("void main(");
    const std::string_view body(text.begin() + static_cast<std::ptrdiff_t>(text.find('\n', begin) + 1),
                                text.begin() + static_cast<std::ptrdiff_t>(text.find("\n}", begin)));
    for (const auto part : std::views::split(body, '\n')) {
        std::string line = short_line({part.begin(), part.end()});
        const std::string_view code =
            std::string_view(line).substr(std::min(line.find_first_not_of(' '), line.size()));
        if (code.empty() || code == "}" || code == "return" || code.starts_with('#') ||
            code.starts_with("//") || code == "texel = own_texel()")
            continue;
        if (code.starts_with("out") || code.find(" += ") != std::string_view::npos)
            listing.current.push_back(listing.lines.size());
        listing.lines.push_back({line.substr(std::min<std::size_t>(4, line.size())), ""});
    }
    return listing;
}

} // namespace scanline::view
