#include "compaction_small/listing.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>

namespace scanline::view {

namespace {

using raster::Algorithm;
namespace pass = raster::pass;

/// The number that a line shows; in a search also the fetch that runs it.
enum class Does {
    silent,
    first,  ///< the first number read, or the first fetch of a search
    second, ///< the second number read, or the two fetches that come next
    result, ///< the number written, or the last fetch of a search
    flags,  ///< a later fetch from the flags
    sums,   ///< a later fetch from another row
};

struct CodeLine {
    std::string_view text;
    Does does = Does::silent;
};

constexpr std::array discriminate_code{CodeLine{"out = valid(stream[i]) ? 1 : 0", Does::result}};
constexpr std::array invalid_code{CodeLine{"out = valid(stream[i]) ? 0 : 1", Does::result}};
constexpr std::array doubling_code{CodeLine{"sum = in[i]", Does::first}, CodeLine{"if i - start >= offset:"},
                                   CodeLine{"  sum += in[i - offset]", Does::second},
                                   CodeLine{"out = sum", Does::result}};
constexpr std::array up_sweep_code{CodeLine{"sum = in[2 n]", Does::first},
                                   CodeLine{"sum += in[2 n + 1]", Does::second},
                                   CodeLine{"out = sum", Does::result}};
constexpr std::array run_doubling_code{CodeLine{"run = in[i]", Does::first}, CodeLine{"if run == offset:"},
                                       CodeLine{"  run += in[i + offset]", Does::second},
                                       CodeLine{"out = run", Does::result}};
constexpr std::array run_up_code{CodeLine{"run = in[2 n]", Does::first}, CodeLine{"if run == full:"},
                                 CodeLine{"  run += in[2 n + 1]", Does::second},
                                 CodeLine{"out = run", Does::result}};
constexpr std::array down_sweep_code{CodeLine{"sum = parent[n / 2]"}, CodeLine{"if n is a right child:"},
                                     CodeLine{"  sum += in[n - 1]"},  CodeLine{"if n is a leaf:"},
                                     CodeLine{"  sum += in[n]"},      CodeLine{"out = sum", Does::result}};
constexpr std::array concatenate_code{CodeLine{"for every block b:"},
                                      CodeLine{"  line from offset[b], count[b] long"},
                                      CodeLine{"  out[x] = compacted[b, x - offset]", Does::result}};
constexpr std::array jj_code{CodeLine{"invalid = sums[end]", Does::first},
                             CodeLine{"if place >= block - invalid: empty"},
                             CodeLine{"s = i"},
                             CodeLine{"while not valid[s]:", Does::flags},
                             CodeLine{"  s = start + block - sums[s]", Does::sums},
                             CodeLine{"out = stream[s]", Does::result}};
constexpr std::array horn_code{CodeLine{"invalid = sums[end]", Does::first},
                               CodeLine{"if place >= block - invalid: empty"},
                               CodeLine{"d = middle of low to high"},
                               CodeLine{"while sums[i + d] != d", Does::sums},
                               CodeLine{"    or not valid[i + d]: halve", Does::flags},
                               CodeLine{"out = stream[i + d]", Does::result}};
constexpr std::array rlz_code{
    CodeLine{"invalid = sums[end]", Does::first},           CodeLine{"if place >= block - invalid: empty"},
    CodeLine{"a = sums[i]; b = sums[i + a]", Does::second}, CodeLine{"while a != b:"},
    CodeLine{"  a = b; b = sums[i + a]", Does::sums},       CodeLine{"out = stream[i + a]", Does::result}};
constexpr std::array bt_code{CodeLine{"count = root", Does::first},
                             CodeLine{"if rank >= count: empty"},
                             CodeLine{"for every level below:"},
                             CodeLine{"  left = in[level, 2 node]", Does::sums},
                             CodeLine{"  left = flags[2 node]", Does::flags},
                             CodeLine{"out = stream[node]", Does::result}};

/// The code of a pass; the first row that applies is taken.
struct PassCode {
    std::string_view pass;
    std::span<const CodeLine> lines;
    Algorithm algorithm = Algorithm::automatic; ///< of a search; automatic: any
};
constexpr auto pass_codes = std::to_array<PassCode>({
    {pass::discriminate, discriminate_code, Algorithm::bt},
    {pass::discriminate, discriminate_code, Algorithm::histopyramid},
    {pass::discriminate, invalid_code},
    {pass::doubling, doubling_code},
    {pass::up_sweep, up_sweep_code},
    {pass::run_doubling, run_doubling_code},
    {pass::run_up_sweep, run_up_code},
    {pass::down_sweep, down_sweep_code},
    {pass::concatenate, concatenate_code},
    {pass::search, jj_code, Algorithm::jj},
    {pass::search, horn_code, Algorithm::horn},
    {pass::search, horn_code, Algorithm::horn_unblocked},
    {pass::search, rlz_code, Algorithm::rlz},
    {pass::search, bt_code, Algorithm::bt},
});

const std::span<const CodeLine>* code_of(std::string_view name, Algorithm algorithm) {
    const auto found = std::ranges::find_if(pass_codes, [&](const PassCode& code) {
        return code.pass == name && (code.algorithm == Algorithm::automatic || code.algorithm == algorithm);
    });
    return found == pass_codes.end() ? nullptr : &found->lines;
}

/// The kind of line that a fetch of a search runs.
Does line_of(const std::vector<Probe>& probes, std::size_t fetch, bool has_second) {
    constexpr std::size_t flags_row = 1;
    if (probes[fetch].copy)
        return Does::result;
    if (fetch == 0)
        return Does::first;
    if (probes[fetch].cell.row == flags_row)
        return Does::flags;
    return has_second && fetch <= 2 ? Does::second : Does::sums;
}

Listing search_listing(const SmallModel& model, std::span<const CodeLine> code,
                       const std::vector<Probe>& probes, std::size_t selected, const SmallStep& step) {
    Listing listing{.title = fmt::format("Search of output {}", selected), .lines = {}, .current = {}};
    const bool has_second = std::ranges::find(code, Does::second, &CodeLine::does) != code.end();
    const std::size_t now = std::min(step.probe.value_or(probes.size() - 1), probes.size() - 1);
    for (std::size_t i = 0; i < code.size(); ++i) {
        std::string value;
        for (std::size_t fetch = 0; fetch <= now; ++fetch)
            if (line_of(probes, fetch, has_second) == code[i].does)
                value = model.cell(probes[fetch].cell).text;
        if (code[i].does == line_of(probes, now, has_second))
            listing.current.push_back(i);
        listing.lines.push_back({std::string(code[i].text), value});
    }
    return listing;
}

} // namespace

Listing listing_of(const SmallModel& model, const std::vector<Probe>& probes, std::size_t selected,
                   const SmallStep& step, std::optional<std::size_t> element) {
    if (step.row == 0)
        return {};
    const auto* code = code_of(model.trace().passes()[step.row - 1].name, model.algorithm());
    if (!code)
        return {};
    if (step.row == model.search_row())
        return search_listing(model, *code, probes, selected, step);

    std::optional<CellId> cell;
    if (element && model.rows()[step.row].text.kind != RowKind::survivors)
        cell = model.number_of(*element, step.row);
    else if (element)
        if (const auto place = model.place_of(*element, step.row))
            cell = CellId{step.row, *place};
    const CellId shown = cell.value_or(CellId{step.row, 0});
    Listing listing{.title = fmt::format("{}, number {}", model.rows()[step.row].text.name, shown.index),
                    .lines = {},
                    .current = {}};
    const std::vector<CellId> reads = model.reads(shown);
    for (const CodeLine& line : *code) {
        std::string value;
        if (line.does == Does::result)
            value = model.cell(shown).text;
        else if (line.does == Does::first && !reads.empty())
            value = model.cell(reads[0]).text;
        else if (line.does == Does::second && reads.size() > 1)
            value = model.cell(reads[1]).text;
        // A branch that is not taken does not run.
        if (line.does != Does::second || reads.size() > 1)
            listing.current.push_back(listing.lines.size());
        listing.lines.push_back({std::string(line.text), value});
    }
    return listing;
}

} // namespace scanline::view
