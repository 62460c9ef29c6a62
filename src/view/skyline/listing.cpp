#include "skyline/listing.h"

#include "kit/listing.h"
#include "scanline/core/format.h"

#include <bit>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using Outcome = skyline::Trace::Outcome;

// As in prefilter.comp, masks.comp and align.comp.
constexpr auto sky_code = std::to_array<CodeLine>({
    {"tau = least worst key of a row", "pre-filter", "tau"},
    {"keep rows with a key < tau", "pre-filter", "kept"},
    {"sort each column: quartiles", "quartiles"},
    {"for each row p:", "masks"},
    {"  for each column c:", "masks"},
    {"    M bit c = p[c] > median[c]", "masks", "median"},
    {"    t = M bit c ? third : first", "masks"},
    {"    Q bit c = p[c] > t[c]", "masks", "quartile"},
    {"sort by bits of M, then by M", "sort", "place"},
    {"for each level l:", "level", "level"},
    {"  for each row p, >= l bits:", "level", "left"},
    {"    if p has l bits:", "level", "bits"},
    {"      cells = that of p", "own"},
    {"    else: those with l bits,", "others"},
    {"      all of them bits of p", "others"},
    {"    for each q with Q allowing:", "level", "masks"},
    {"      if q dominates p:", "level", "tests"},
    {"        p goes", "pruned", "by"},
    {"  p with l bits: skyline", "found", "found"},
});

void add_point(CodeEvents& events, const SkyRun& run, const SkySight& sight, int point) {
    const skyline::Trace::Row& row = run.trace.rows[static_cast<std::size_t>(point)];
    if (row.outcome == Outcome::filtered)
        return;
    events.values["median"] = mask_text(row.median, run.dimensions());
    events.values["quartile"] = mask_text(row.quartile, run.dimensions());
    const auto place = std::ranges::find(run.trace.order, static_cast<std::uint32_t>(point));
    events.values["place"] = fmt::format("place {}", place - run.trace.order.begin());
    if (sight.stage != SkyStage::level || row.level < sight.level)
        return;
    const int bits = std::popcount(row.median);
    events.values["bits"] = fmt::format("{} bits", bits);
    events.names.emplace_back(bits == sight.level ? "own" : "others");
    if (row.level == sight.level && row.outcome == Outcome::pruned) {
        events.names.emplace_back("pruned");
        events.values["by"] = fmt::format("row {}", run.rows[row.dominator]);
    } else if (row.level == sight.level) {
        events.names.emplace_back("found");
        events.values["found"] = "p";
    }
}

} // namespace

Listing sky_listing(const SkyRun& run, const SkySight& sight, int pinned) {
    CodeEvents events{.names = {to_string(sight.stage)},
                      .values = {{"tau", fmt::format("row {}", run.rows[run.trace.tau_row])},
                                 {"kept", with_commas(static_cast<std::int64_t>(run.trace.order.size()))}}};
    if (sight.stage == SkyStage::level) {
        const skyline::LevelStats& stats = run.trace.found.levels[static_cast<std::size_t>(sight.level)];
        events.values["level"] = std::to_string(sight.level);
        events.values["left"] = with_commas(stats.points);
        events.values["masks"] = with_commas(stats.counters.mask_tests) + " MT";
        events.values["tests"] = with_commas(stats.counters.dominance_tests) + " DT";
    }
    std::string title = "SkyAlign by compute shaders";
    if (pinned >= 0) {
        title += fmt::format(", p = row {}", run.rows[static_cast<std::size_t>(pinned)]);
        add_point(events, run, sight, pinned);
    } else if (sight.stage == SkyStage::level) {
        events.names.insert(events.names.end(), {"own", "others", "pruned", "found"});
        events.values["by"] = with_commas(sight.pruned);
        events.values["found"] = with_commas(sight.found);
    }
    return listing_of(std::move(title), sky_code, std::move(events));
}

} // namespace scanline::view
