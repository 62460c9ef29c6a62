#include "scanline/bench/experiment.h"

#include "scanline/bench/markdown_table.h"

namespace scanline::bench {

namespace {

std::string verdict(const std::optional<bool>& holds) {
    if (!holds)
        return "not told";
    return *holds ? "yes" : "no";
}

} // namespace

std::string claims_markdown(std::span<const Claim> claims) {
    MarkdownTable table({{"holds here", Align::left}, {"claim", Align::left}, {"evidence", Align::left}});
    for (const Claim& claim : claims)
        table.add({verdict(claim.holds), claim.claim, claim.evidence});
    return table.format();
}

} // namespace scanline::bench
