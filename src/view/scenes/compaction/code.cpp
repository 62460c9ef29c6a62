#include "scenes/compaction/code.h"

#include "scanline/raster/packed_layout.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/stream_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace scanline::view::compaction {

namespace {

using raster::Algorithm;
namespace pass = raster::pass;
using Number = std::optional<float>;

/// What a texel does in a line.
struct LineValue {
    bool runs = true;
    Number number{};
};
using Value = LineValue (*)(const CodeTexel& at);

/// What a line shows; of a search also the fetches that run it.
enum class Does {
    silent,
    value,  ///< a number that it reads or has computed
    count,  ///< the first fetch of a search: how many elements there are to find
    begin,  ///< the two fetches after that
    levels, ///< a later fetch from the pass before, or from those before that
    flags,  ///< a later fetch from the first pass
    result, ///< what is written
};

struct PassLine {
    constexpr PassLine() = default;
    constexpr PassLine(std::string_view words, Does kind = Does::silent, Value number = nullptr)
        : text(words), does(kind), value(number) {}
    constexpr PassLine(std::string_view words, Value number) : PassLine(words, Does::value, number) {}

    std::string_view text{};
    Does does = Does::silent;
    Value value = nullptr;
};

LineValue read(const CodeTexel& at, int pass, std::int64_t number) {
    return {true, at.read(pass, number)};
}

LineValue read_if(bool runs, const CodeTexel& at, int pass, std::int64_t number) {
    return runs ? read(at, pass, number) : LineValue{false};
}

int index_of(const CodeTexel& at, std::string_view name) {
    return static_cast<int>(std::ranges::find(at.passes, name, &PassName::name) - at.passes.begin());
}

std::int64_t block(const CodeTexel& at) {
    return code_block(at.passes, at.pass);
}

std::int64_t place(const CodeTexel& at) {
    return at.texel % block(at);
}

/// 2^(step - 1): the distance of a doubling, or the leaves of a child.
std::int64_t half(const CodeTexel& at) {
    return std::int64_t{1} << (at.passes[static_cast<std::size_t>(at.pass)].step - 1);
}

bool is_odd(const CodeTexel& at) {
    return at.texel % 2 == 1;
}

/// Passes of the same down-sweep before this one: 0 at the roots.
int depth(const CodeTexel& at) {
    int depth = 0;
    const auto name = [&](int pass) { return at.passes[static_cast<std::size_t>(pass)].name; };
    while (depth < at.pass && name(at.pass - depth - 1) == name(at.pass))
        ++depth;
    return depth;
}

/// The level of the up-sweep that a down-sweep reads: the same one, counted back from the roots.
int tree(const CodeTexel& at) {
    return at.pass - 1 - 2 * depth(at);
}

LineValue half_of(const CodeTexel& at) {
    return {true, static_cast<float>(half(at))};
}
LineValue in_i(const CodeTexel& at) {
    return read(at, at.pass - 1, at.texel);
}
LineValue left_child(const CodeTexel& at) {
    return read(at, at.pass - 1, 2 * at.texel);
}
LineValue right_child(const CodeTexel& at) {
    return read(at, at.pass - 1, 2 * at.texel + 1);
}
LineValue parent(const CodeTexel& at) {
    return depth(at) > 0 ? read(at, at.pass - 1, at.texel / 2) : LineValue{true, 0.0f};
}
LineValue in_n(const CodeTexel& at) {
    return read(at, tree(at), at.texel);
}
LineValue left_sibling(const CodeTexel& at) {
    return read_if(is_odd(at), at, tree(at), at.texel - 1);
}
LineValue right_sibling(const CodeTexel& at) {
    return read_if(!is_odd(at), at, tree(at), at.texel + 1);
}
LineValue run_behind(const CodeTexel& at) {
    const bool fills = in_i(at).number == static_cast<float>(half(at));
    return read_if(fills && place(at) + half(at) < block(at), at, at.pass - 1, at.texel + half(at));
}
LineValue run_of_right_child(const CodeTexel& at) {
    return left_child(at).number == static_cast<float>(half(at)) ? right_child(at) : LineValue{false};
}
LineValue no_run_behind(const CodeTexel& at) {
    const float full = std::ldexp(1.0f, at.passes[static_cast<std::size_t>(at.pass)].step);
    const Number right = right_sibling(at).number;
    return right && *right < full ? LineValue{true, 0.0f} : LineValue{false};
}
LineValue own_flag(const CodeTexel& at) {
    return read_if(place(at) == 0, at, index_of(at, pass::discriminate), at.texel);
}
LineValue length_before(const CodeTexel& at) {
    return place(at) > 0 ? read(at, at.pass - 1, at.texel - 1) : LineValue{true, 0.0f};
}
/// The last sum of a texel's block.
LineValue end_of_block(const CodeTexel& at) {
    return read(at, at.pass - 1, at.texel - place(at) + block(at) - 1);
}
/// The last sum of the block that this texel stands for, from as many passes before.
template <int Before>
LineValue sum_of_block(const CodeTexel& at) {
    return read(at, at.pass - Before, (at.texel + 1) * code_block(at.passes, at.pass - 1) - 1);
}
LineValue count_of_block(const CodeTexel& at) {
    return read(at, index_of(at, pass::block_count), at.texel);
}
LineValue total_of_row_before(const CodeTexel& at) {
    const std::int64_t row = at.texel / code_block(at.passes, index_of(at, pass::block_count));
    return read_if(row > 0, at, at.pass - 1, row - 1);
}
template <int Channel>
LineValue written(const CodeTexel& at) {
    return read(at, at.pass, 4 * at.texel + Channel);
}
/// A number from the descriptor of the block whose line covers a texel: the last block that begins at or
/// before it.
template <int Channel>
LineValue covering(const CodeTexel& at) {
    const int descriptors = index_of(at, pass::block_descriptor);
    std::int64_t low = 0, high = raster::max_stream_size / raster::min_block;
    while (high - low > 1) {
        const std::int64_t middle = (low + high) / 2;
        const Number offset = at.read(descriptors, 4 * middle + 2);
        (offset && *offset <= static_cast<float>(at.texel) ? low : high) = middle;
    }
    return read(at, descriptors, 4 * low + Channel);
}

constexpr PassLine value_line("value = stream[i]", Does::value,
                              [](const CodeTexel&at) { return read(at, CodeTexel::stream, at.texel); }),
    valid_line("valid = (value >= threshold) != negate"), offset_line("offset = 2^(step - 1)", half_of),
    sum_line("sum = in[i]", in_i), zero_line("sum = 0"),
    sum_before_line("  sum += in[i - offset]",
                    [](const CodeTexel&at) {
                        return read_if(place(at) >= half(at), at, at.pass - 1, at.texel - half(at));
                    }),
    parent_line("sum = root ? 0 : parent[n / 2]", parent), right_line("if n is a right child:"),
    out_sum("out = sum", Does::result), out_run("out = run", Does::result),
    invalid_line("invalid = sums[end]", Does::count, end_of_block),
    empty_line("if i - start >= block - invalid: empty"), low_line("low = 0; high = invalid"),
    middle_line("repeat: d = (low + high) / 2"), middle_sum_line("  sum = sums[i + d]", Does::levels),
    more_line("  if sum > d: low = d + 1"), fewer_line("  else if sum < d: high = d"),
    same_line("  else if invalid[i + d]: high = d", Does::flags),
    found_line("out = stream[i + d]", Does::result);

constexpr int any_step = -1;

/// The passes that some code is of.
struct When {
    std::string_view pass;
    int step = any_step;
    Algorithm algorithm = Algorithm::automatic; ///< automatic: any
    Algorithm other = algorithm;                ///< of this one, too
};

/// The code of a pass; the first row that applies is taken.
struct PassCode {
    When when;
    PassLine lines[9]; ///< up to the first without text
};

constexpr auto pass_codes = std::to_array<PassCode>({
    {{pass::discriminate, any_step, Algorithm::bt, Algorithm::histopyramid},
     {value_line, valid_line, {"out = valid and i < size ? 1 : 0", Does::result}}},
    {{pass::discriminate}, {value_line, valid_line, {"out = valid and i < size ? 0 : 1", Does::result}}},
    {{pass::doubling, any_step, Algorithm::horn_unblocked},
     {offset_line, sum_line, {"if i >= offset:"}, sum_before_line, out_sum}},
    {{pass::doubling}, {offset_line, sum_line, {"if i - start >= offset:"}, sum_before_line, out_sum}},
    {{pass::up_sweep}, {{"sum = in[2 n]", left_child}, {"sum += in[2 n + 1]", right_child}, out_sum}},
    {{pass::down_sweep, 0},
     {parent_line, {"sum += in[n]", in_n}, right_line, {"  sum += in[n - 1]", left_sibling}, out_sum}},
    {{pass::down_sweep}, {parent_line, right_line, {"  sum += tree[n - 1]", left_sibling}, out_sum}},
    {{pass::run_doubling},
     {offset_line,
      {"run = in[i]", in_i},
      {"if run == offset and i + offset < end:"},
      {"  run += in[i + offset]", run_behind},
      out_run}},
    {{pass::run_up_sweep},
     {{"full = 2^(step - 1)", half_of},
      {"run = in[2 n]", left_child},
      {"if run == full:"},
      {"  run += in[2 n + 1]", run_of_right_child},
      out_run}},
    {{pass::run_down_sweep},
     {{"run = root ? 0 : parent[n / 2]", parent},
      {"if n is a left child:"},
      {"  right = tree[n + 1]", right_sibling},
      {"  if right < 2^step: run = 0", no_run_behind},
      {"  run += right", right_sibling},
      out_run}},
    {{pass::run_shift},
     {{"if i > start:"},
      {"  run = sweep[i - 1]",
       [](const CodeTexel& at) { return read_if(place(at) > 0, at, at.pass - 1, at.texel - 1); }},
      {"else: run = invalid[i]", own_flag},
      {"  if run == 1:", [](const CodeTexel& at) { return LineValue{place(at) == 0}; }},
      {"    run += sweep[i]",
       [](const CodeTexel& at) { return read_if(own_flag(at).number == 1.0f, at, at.pass - 1, at.texel); }},
      out_run}},
    {{pass::run_extraction},
     {{"run = lengths[i]", in_i},
      {"left = i > start ? lengths[i - 1] : 0", length_before},
      {"if left > 0:"},
      {"  run = 0",
       [](const CodeTexel& at) {
           return length_before(at).number > 0.0f ? LineValue{true, 0.0f} : LineValue{false};
       }},
      out_run}},
    {{pass::histopyramid_level, 1},
     {{"c = 2 texel"},
      {"out.r = flags[c]", written<0>},
      {"out.g = flags[c + (1, 0)]", written<1>},
      {"out.b = flags[c + (0, 1)]", written<2>},
      {"out.a = flags[c + (1, 1)]", written<3>}}},
    {{pass::histopyramid_level},
     {{"c = 2 texel"},
      {"out.r = sum(in[c])", written<0>},
      {"out.g = sum(in[c + (1, 0)])", written<1>},
      {"out.b = sum(in[c + (0, 1)])", written<2>},
      {"out.a = sum(in[c + (1, 1)])", written<3>},
      {"sum(t) = t.r + t.g + t.b + t.a"}}},
    {{pass::packed_pack},
     {{"for each of four groups of 16:"},
      {"  count = its valid elements"},
      {"  bits = 2^k for each, the k-th of 16"},
      {"  group = 256 count + bits / 256"},
      {"out = the four groups", Does::result}}},
    {{pass::packed_sum, 1},
     {zero_line, {"for each of 16 leaves from 16 n:"}, {"  sum += counts of its four groups"}, out_sum}},
    {{pass::packed_sum}, {zero_line, {"for each of 16 children c from 16 n:"}, {"  sum += in[c]"}, out_sum}},
    {{pass::packed_node_starts},
     {zero_line,
      {"for every level, from the lowest:"},
      {"  for every s left of n in its 16:"},
      {"    sum += level[s]"},
      {"  n = n / 16"},
      out_sum}},
    {{pass::packed_leaf_starts},
     {{"sum = node_starts[n / 16]",
       [](const CodeTexel& at) { return read(at, at.pass - 1, at.texel / raster::packed_siblings); }},
      {"for every leaf left of n in its 16:"},
      {"  sum += counts of its four groups"},
      out_sum}},
    {{pass::packed_lookup},
     {{"first = 16 i",
       [](const CodeTexel& at) {
           return LineValue{true, static_cast<float>(raster::packed_group * at.texel)};
       }},
      {"leaf = the last with starts <= first"},
      {"group, rank = where first falls in leaf"},
      {"entry = (16 group + rank, three groups)"},
      {"if the 16 end past the three groups:"},
      {"  entry = (-2 - leaf, its start, 0, -1)"},
      {"if first >= survivors: entry = all -1"},
      {"out = entry", Does::result}}},
    {{pass::survey},
     {{"for 64 elements from stride i:"},
      {"  valid += it is valid"},
      {"  changes += it differs from the last"},
      {"  elements += 1"},
      {"  pairs += it is not the first"},
      {"out = the four counts", Does::result}}},
    {{pass::survey_sum, 1}, {zero_line, {"for every row y:"}, {"  sum += in[x, y]"}, out_sum}},
    {{pass::survey_sum}, {zero_line, {"for every column x:"}, {"  sum += in[x, 0]"}, out_sum}},
    {{pass::block_count, any_step, Algorithm::bt},
     {{"count = root[b]", [](const CodeTexel& at) { return read(at, at.pass - 2, at.texel); }},
      {"out = b < blocks ? count : 0", Does::result}}},
    {{pass::block_count},
     {{"invalid = sums[end of block b]", sum_of_block<2>},
      {"count = block - invalid"},
      {"out = b < blocks ? count : 0", Does::result}}},
    {{pass::row_total},
     {{"total = sums[end of row y]", sum_of_block<1>}, {"out = y < rows ? total : 0", Does::result}}},
    {{pass::block_descriptor},
     {{"offset = sums[b]",
       [](const CodeTexel& at) { return read(at, index_of(at, pass::row_total) - 1, at.texel); }},
      {"count = counts[b]", count_of_block},
      {"offset -= count", count_of_block},
      {"if y > 0:"},
      {"  offset += totals[y - 1]", total_of_row_before},
      {"out = x, y, offset, count", Does::result}}},
    {{pass::clear}, {{"out = empty", Does::result}}},
    {{pass::span_vertices},
     {{"block, corner = those of vertex i"},
      {"x, y = an end of the block's line"},
      {"shift = the block's x - the line's x"},
      {"out = x, y, shift, block's y", Does::result}}},
    {{pass::concatenate},
     {{"for every block b, a line:"},
      {"  from offset[b] on", covering<2>},
      {"  count[b] long", covering<3>},
      {"  out = compacted[b, i - offset]", Does::result}}},
    {{pass::search, any_step, Algorithm::jj},
     {invalid_line,
      empty_line,
      {"s = i"},
      {"while invalid[s]:", Does::flags},
      {"  s = start + block - sums[s]", Does::levels},
      {"out = stream[s]", Does::result}}},
    {{pass::search, any_step, Algorithm::horn},
     {invalid_line, empty_line, low_line, middle_line, middle_sum_line, more_line, fewer_line, same_line,
      found_line}},
    {{pass::search, any_step, Algorithm::horn_unblocked},
     {{"invalid = sums[last]", Does::count},
      {"if i >= elements - invalid: empty"},
      low_line,
      middle_line,
      middle_sum_line,
      more_line,
      fewer_line,
      same_line,
      found_line}},
    {{pass::search, any_step, Algorithm::rlz},
     {invalid_line,
      empty_line,
      {"a = sums[i]; b = sums[i + a]", Does::begin},
      {"while a != b:"},
      {"  a = sums[i + b]; b = sums[i + a]", Does::levels},
      {"out = stream[i + a]", Does::result}}},
    {{pass::search, any_step, Algorithm::bt},
     {{"rank = i - start; count = root", Does::count,
       [](const CodeTexel& at) { return read(at, at.pass - 1, at.texel / block(at)); }},
      {"if rank >= count: empty"},
      {"for every level below the root:"},
      {"  n = 2 n; left = in[level, n]", Does::levels},
      {"  if rank >= left:"},
      {"    rank -= left; n += 1"},
      {"out = stream[n]", Does::result}}},
    {{pass::search, any_step, Algorithm::histopyramid},
     {{"rank = i; count = sum of root's four", Does::count},
      {"if rank >= count: empty"},
      {"for every level, from the root:"},
      {"  four = in[level, n]", Does::levels},
      {"  q = the first that they reach rank in"},
      {"  rank -= those before q; n = child q"},
      {"out = stream[n]", Does::result}}},
    {{pass::search, any_step, Algorithm::packed},
     {{"count = root", Does::count},
      {"if i >= count: empty"},
      {"entry = lookup[i / 16]", Does::begin},
      {"if entry is far:"},
      {"  leaf = the last with starts <= i", Does::levels},
      {"  entry = groups of leaf", Does::flags},
      {"group, rank = where i falls in entry"},
      {"out = stream[bit rank of group]", Does::result}}},
});

std::span<const PassLine> code_of(const PassName& named, Algorithm algorithm) {
    const auto applies = [&](const When& when) {
        return when.pass == named.name && (when.step == any_step || when.step == named.step) &&
               (when.algorithm == Algorithm::automatic || when.algorithm == algorithm ||
                when.other == algorithm);
    };
    const auto found = std::ranges::find_if(pass_codes, applies, &PassCode::when);
    if (found == pass_codes.end())
        return {};
    const auto* const end = std::ranges::find(found->lines, std::string_view(), &PassLine::text);
    return {std::begin(found->lines), end};
}

bool has(std::span<const PassLine> code, Does does) {
    return std::ranges::find(code, does, &PassLine::does) != code.end();
}

} // namespace

std::int64_t code_block(std::span<const PassName> passes, int pass) {
    const auto bounds = [](const PassName& one) {
        return one.name == pass::block_count || one.name == pass::row_total ||
               one.name == pass::block_descriptor;
    };
    // A scan has a pass for every level; a tree without a way down has only those up.
    int up = 0, other = 0, first = pass;
    while (first > 0 && !bounds(passes[static_cast<std::size_t>(first)]))
        --first;
    for (auto i = static_cast<std::size_t>(first);
         i < passes.size() && (static_cast<int>(i) == first || !bounds(passes[i])); ++i) {
        up += passes[i].name == pass::up_sweep ? 1 : 0;
        other += passes[i].name == pass::doubling || passes[i].name == pass::down_sweep ? 1 : 0;
    }
    return std::int64_t{1} << (other > 0 ? other : up);
}

Listing listing_of(const CodeTexel& texel, Algorithm algorithm, std::string title,
                   const std::string& result) {
    Listing listing{.title = std::move(title), .lines = {}, .current = {}};
    for (const PassLine& line : code_of(texel.passes[static_cast<std::size_t>(texel.pass)], algorithm)) {
        const LineValue shown = line.value ? line.value(texel) : LineValue{};
        if (shown.runs)
            listing.current.push_back(listing.lines.size());
        listing.lines.push_back({std::string(line.text), line.does == Does::result ? result
                                                         : shown.number ? fmt::format("{}", *shown.number)
                                                                        : ""});
    }
    return listing;
}

Listing search_listing(std::span<const PassName> passes, Algorithm algorithm, std::string title,
                       std::span<const CodeFetch> fetches) {
    const auto search = std::ranges::find(passes, pass::search, &PassName::name);
    const std::span<const PassLine> code = code_of(*search, algorithm);
    const auto last = static_cast<int>(search - passes.begin()) - 1;
    const auto does = [&](std::size_t fetch) {
        const int pass = fetches[fetch].pass;
        if (pass == CodeTexel::stream)
            return Does::result;
        if (fetch == 0)
            return Does::count;
        if (pass == 0 && has(code, Does::flags))
            return Does::flags;
        return fetch <= 2 && pass == last && has(code, Does::begin) ? Does::begin : Does::levels;
    };
    Listing listing{.title = std::move(title), .lines = {}, .current = {}};
    for (const PassLine& line : code) {
        std::string value;
        for (std::size_t fetch = 0; fetch < fetches.size(); ++fetch)
            if (does(fetch) == line.does)
                value = fetches[fetch].text;
        if (!fetches.empty() && does(fetches.size() - 1) == line.does)
            listing.current.push_back(listing.lines.size());
        listing.lines.push_back({std::string(line.text), std::move(value)});
    }
    return listing;
}

} // namespace scanline::view::compaction
