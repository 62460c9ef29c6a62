#include "scenes/compaction/pass_code.h"

#include "scanline/raster/packed_layout.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/stream_layout.h"

#include <array>
#include <cmath>

namespace scanline::view::compaction {

namespace {

using raster::Algorithm;
namespace pass = raster::pass;

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

constexpr PassLine value_line("value = stream[i]", "fetch(u_values, texel)", Does::value,
                              [](const CodeTexel&at) { return read(at, CodeTexel::stream, at.texel); }),
    valid_line("valid = (value >= threshold) != negate", "bool valid ="),
    offset_line("offset = 2^(step - 1)", "u_offset; // 2^(step - 1)", half_of),
    sum_line("sum = in[i]", "float sum = fetch(u_source, texel);", in_i),
    zero_line("sum = 0", "float sum = 0.0;"),
    sum_before_line("  sum += in[i - offset]", "sum += fetch(u_source, ",
                    [](const CodeTexel&at) {
                        return read_if(place(at) >= half(at), at, at.pass - 1, at.texel - half(at));
                    }),
    parent_line("sum = root ? 0 : parent[n / 2]", "float sum = parent_value(texel)", parent),
    right_line("if n is a right child:", "if (is_right_child(node))"),
    out_sum("out = sum", "gl_FragColor = vec4(sum);", Does::result),
    out_run("out = run", "gl_FragColor = vec4(run);", Does::result),
    invalid_line("invalid = sums[end]", "float invalid = fetch(u_sums,", Does::count, end_of_block),
    empty_line("if i - start >= block - invalid: empty", "if (texel.x - start >= u_block - invalid)"),
    low_line("low = 0; high = invalid", "float low = 0.0;"),
    middle_line("repeat: d = (low + high) / 2", "float displacement = low + "),
    middle_sum_line("  sum = sums[i + d]", "float sum = fetch(u_sums, source);", Does::levels),
    more_line("  if sum > d: low = d + 1", "if (sum > displacement)"),
    fewer_line("  else if sum < d: high = d", "high = displacement;"),
    same_line("  else if invalid[i + d]: high = d", "if (sum == displacement && fetch(u_inv, source) < 0.5)",
              Does::flags),
    found_line("out = stream[i + d]", "payload(gather_search(", Does::result);

constexpr auto pass_codes = std::to_array<PassCode>({
    {{pass::discriminate, any_step, Algorithm::bt, Algorithm::histopyramid},
     {value_line,
      valid_line,
      {"out = valid and i < size ? 1 : 0", "== (MARK_VALID > 0.5) ? 1.0 : 0.0", Does::result}},
     "raster/discriminate.frag",
     "GRAPP 2009, section 2"},
    {{pass::discriminate},
     {value_line,
      valid_line,
      {"out = valid and i < size ? 0 : 1", "== (MARK_VALID > 0.5) ? 1.0 : 0.0", Does::result}},
     "raster/discriminate.frag",
     "GRAPP 2009, section 2"},
    {{pass::doubling, any_step, Algorithm::horn_unblocked},
     {offset_line, sum_line, {"if i >= offset:", "if (before.y >= 0.0)"}, sum_before_line, out_sum},
     "raster/stream_doubling.frag",
     "Hillis and Steele 1986"},
    {{pass::doubling},
     {offset_line,
      sum_line,
      {"if i - start >= offset:", "if (texel.x - block_start(texel.x) >= u_offset)"},
      sum_before_line,
      out_sum},
     "raster/doubling.frag",
     "Hillis and Steele 1986"},
    {{pass::up_sweep},
     {{"sum = in[2 n]", "fetch(u_source, vec2(left, texel.y))", left_child},
      {"sum += in[2 n + 1]", "fetch(u_source, vec2(left + 1.0, texel.y))", right_child},
      {"out = sum", "gl_FragColor = vec4(fetch(u_source", Does::result}},
     "raster/up_sweep.frag",
     "Blelloch 1990"},
    {{pass::down_sweep, 0},
     {parent_line,
      {"sum += in[n]", "tree_value(node, texel.y);", in_n},
      right_line,
      {"  sum += in[n - 1]", "sum += tree_value(node - 1.0, texel.y);", left_sibling},
      out_sum},
     "raster/down_sweep_leaves.frag",
     "Blelloch 1990"},
    {{pass::down_sweep},
     {parent_line,
      right_line,
      {"  sum += tree[n - 1]", "sum += tree_value(node - 1.0, texel.y);", left_sibling},
      out_sum},
     "raster/down_sweep.frag",
     "Blelloch 1990"},
    {{pass::run_doubling},
     {offset_line,
      {"run = in[i]", "float run = fetch(u_source, texel);", in_i},
      {"if run == offset and i + offset < end:", "if (run == u_offset && "},
      {"  run += in[i + offset]", "run += fetch(u_source, ", run_behind},
      out_run},
     "raster/run_doubling.frag",
     "GRAPP 2009, algorithm 2"},
    {{pass::run_up_sweep},
     {{"full = 2^(step - 1)", "u_full; // leaves of a child", half_of},
      {"run = in[2 n]", "float run = fetch(u_source, vec2(left, ", left_child},
      {"if run == full:", "if (run == u_full)"},
      {"  run += in[2 n + 1]", "run += fetch(u_source, vec2(left + 1.0, ", run_of_right_child},
      out_run},
     "raster/run_up_sweep.frag",
     "GRAPP 2009, algorithm 3"},
    {{pass::run_down_sweep},
     {{"run = root ? 0 : parent[n / 2]", "float run = parent_value(texel);", parent},
      {"if n is a left child:", "if (!is_right_child(node))"},
      {"  right = tree[n + 1]", "float right = tree_value(node + 1.0, texel.y);", right_sibling},
      {"  if right < 2^step: run = 0", "run = right == u_full ? ", no_run_behind},
      {"  run += right", "right + run : right", right_sibling},
      out_run},
     "raster/run_down_sweep.frag",
     "GRAPP 2009, algorithm 4"},
    {{pass::run_shift},
     {{"if i > start:", "if (texel.x > block_start(texel.x))"},
      {"  run = sweep[i - 1]", "fetch(u_sweep, vec2(texel.x - 1.0, texel.y))",
       [](const CodeTexel& at) { return read_if(place(at) > 0, at, at.pass - 1, at.texel - 1); }},
      {"else: run = invalid[i]", "fetch(u_inv, texel) > 0.5", own_flag},
      {"  if run == 1:", [](const CodeTexel& at) { return LineValue{place(at) == 0}; }},
      {"    run += sweep[i]", "1.0 + fetch(u_sweep, texel)",
       [](const CodeTexel& at) { return read_if(own_flag(at).number == 1.0f, at, at.pass - 1, at.texel); }},
      {"out = run", Does::result}},
     "raster/run_shift.frag",
     "GRAPP 2009, section 3.3.1"},
    {{pass::run_extraction},
     {{"run = lengths[i]", "float run = fetch(u_lengths, texel);", in_i},
      {"left = i > start ? lengths[i - 1] : 0", "fetch(u_lengths, vec2(texel.x - 1.0, texel.y)) > 0.5",
       length_before},
      {"if left > 0:", "if (texel.x > block_start(texel.x) && "},
      {"  run = 0", "run = 0.0;",
       [](const CodeTexel& at) {
           return length_before(at).number > 0.0f ? LineValue{true, 0.0f} : LineValue{false};
       }},
      out_run},
     "raster/run_extraction.frag",
     "GRAPP 2009, section 3.3.1"},
    {{pass::histopyramid_level, 1},
     {{"c = 2 texel", "vec2 child = 2.0 * (own_texel()"},
      {"out.r = flags[c]", "gl_FragColor = vec4(count(child), ", written<0>},
      {"out.g = flags[c + (1, 0)]", "count(child + vec2(1.0, 0.0))", written<1>},
      {"out.b = flags[c + (0, 1)]", "count(child + vec2(0.0, 1.0))", written<2>},
      {"out.a = flags[c + (1, 1)]", "count(child + vec2(1.0, 1.0))", written<3>}},
     "raster/histopyramid_level.frag",
     "Ziegler et al. 2006"},
    {{pass::histopyramid_level},
     {{"c = 2 texel", "vec2 child = 2.0 * (own_texel()"},
      {"out.r = sum(in[c])", "gl_FragColor = vec4(count(child), ", written<0>},
      {"out.g = sum(in[c + (1, 0)])", "count(child + vec2(1.0, 0.0))", written<1>},
      {"out.b = sum(in[c + (0, 1)])", "count(child + vec2(0.0, 1.0))", written<2>},
      {"out.a = sum(in[c + (1, 1)])", "count(child + vec2(1.0, 1.0))", written<3>},
      {"sum(t) = t.r + t.g + t.b + t.a", "return dot(texture2D(u_source, "}},
     "raster/histopyramid_level.frag",
     "Ziegler et al. 2006"},
    {{pass::packed_pack},
     {{"for each of four groups of 16:", "gl_FragColor = vec4(pack(first, position), "},
      {"  count = its valid elements", "bool valid ="},
      {"  bits = 2^k for each, the k-th of 16", "bit *= 2.0;"},
      {"  group = 256 count + bits / 256", "256.0 + bit : 0.0"},
      {"out = the four groups", Does::result}},
     "raster/packed_pack.frag"},
    {{pass::packed_sum, 1},
     {zero_line,
      {"for each of 16 leaves from 16 n:", "for (int i = 0; i < 16; ++i)"},
      {"  sum += counts of its four groups", "sum += survivors(texture2D(u_source, position));"},
      out_sum},
     "raster/packed_sum.frag"},
    {{pass::packed_sum},
     {zero_line,
      {"for each of 16 children c from 16 n:", "for (int i = 0; i < 16; ++i)"},
      {"  sum += in[c]", "sum += survivors(texture2D(u_source, position));"},
      out_sum},
     "raster/packed_sum.frag"},
    {{pass::packed_node_starts},
     {zero_line,
      {"for every level, from the lowest:", "= before(u_level"},
      {"  for every s left of n in its 16:", "if (float(i) >= place)"},
      {"    sum += level[s]", "sum += texture2D(level, position).r;"},
      {"  n = n / 16", "node = floor(node * (1.0 / 16.0));"},
      out_sum},
     "raster/packed_node_starts.frag"},
    {{pass::packed_leaf_starts},
     {{"sum = node_starts[n / 16]", "float sum = texture2D(u_node_starts, ",
       [](const CodeTexel& at) { return read(at, at.pass - 1, at.texel / raster::packed_siblings); }},
      {"for every leaf left of n in its 16:", "if (float(i) >= place)"},
      {"  sum += counts of its four groups", "sum += leaf_count(texture2D(u_leaves, position));"},
      out_sum},
     "raster/packed_leaf_starts.frag"},
    {{pass::packed_lookup},
     {{"first = 16 i", "float output_position = GROUP * ",
       [](const CodeTexel&
              at) { return LineValue{true, static_cast<float>(raster::packed_group * at.texel)}; }},
      {"leaf = the last with starts <= first", "if (probe < u_leaf_texels && found <= output_position)"},
      {"group, rank = where first falls in leaf", "if (rank >= count)"},
      {"entry = (16 group + rank, three groups)", "gl_FragColor = vec4(GROUP * group + rank, groups.xyz);"},
      {"if the 16 end past the three groups:", "< rank + wanted)"},
      {"  entry = (-2 - leaf, its start, 0, -1)", "vec4(-2.0 - leaf, start, 0.0, FAR)"},
      {"if first >= survivors: entry = all -1", "if (output_position >= survivors)"},
      {"out = entry", Does::result}},
     "raster/packed_lookup.frag"},
    {{pass::survey},
     {{"for 64 elements from stride i:", "for (int i = 0; i < u_elements; ++i)"},
      {"  valid += it is valid", "float flag = valid ? 1.0 : 0.0;"},
      {"  changes += it differs from the last", "found += vec4(flag, "},
      {"  elements += 1"},
      {"  pairs += it is not the first"},
      {"out = the four counts", "gl_FragColor = found;", Does::result}},
     "raster/survey.frag"},
    {{pass::survey_sum, 1},
     {{"sum = 0", "vec4 sum = vec4(0.0);"},
      {"for every row y:", "for (int i = 0; i < u_texels; ++i)"},
      {"  sum += in[x, y]", "sum += texture2D(u_source, "},
      {"out = sum", "gl_FragColor = sum;", Does::result}},
     "raster/survey_sum.frag"},
    {{pass::survey_sum},
     {{"sum = 0", "vec4 sum = vec4(0.0);"},
      {"for every column x:", "for (int i = 0; i < u_texels; ++i)"},
      {"  sum += in[x, 0]", "sum += texture2D(u_source, "},
      {"out = sum", "gl_FragColor = sum;", Does::result}},
     "raster/survey_sum.frag"},
    {{pass::block_count, any_step, Algorithm::bt},
     {{"count = root[b]", "float value = fetch(u_source, ",
       [](const CodeTexel& at) { return read(at, at.pass - 2, at.texel); }},
      {"out = b < blocks ? count : 0", "block < u_blocks ? ", Does::result}},
     "raster/block_count.frag"},
    {{pass::block_count},
     {{"invalid = sums[end of block b]", "float value = fetch(u_source, ", sum_of_block<2>},
      {"count = block - invalid", "u_scale * value + u_bias"},
      {"out = b < blocks ? count : 0", "block < u_blocks ? ", Does::result}},
     "raster/block_count.frag"},
    {{pass::row_total},
     {{"total = sums[end of row y]", "float total = fetch(u_sums, ", sum_of_block<1>},
      {"out = y < rows ? total : 0", "row < u_source_height ? total : 0.0", Does::result}},
     "raster/row_total.frag"},
    {{pass::block_descriptor},
     {{"offset = sums[b]", "float offset = fetch(u_sums, texel)",
       [](const CodeTexel& at) { return read(at, index_of(at, pass::row_total) - 1, at.texel); }},
      {"count = counts[b]", "float count = fetch(u_counts, texel);", count_of_block},
      {"offset -= count", "fetch(u_sums, texel) - count;", count_of_block},
      {"if y > 0:", "if (texel.y > 0.5)"},
      {"  offset += totals[y - 1]", "offset += texture2D(u_totals, ", total_of_row_before},
      {"out = x, y, offset, count", "row, offset, count);", Does::result}},
     "raster/block_descriptor.frag"},
    {{pass::clear}, {{"out = empty", "gl_FragColor = vec4(u_value);", Does::result}}, "raster/constant.frag"},
    {{pass::span_vertices},
     {{"block, corner = those of vertex i", "float corner = vertex - block"},
      {"x, y = an end of the block's line", "vec2 position = vec2(corner < 0.5"},
      {"shift = the block's x - the line's x", "float shift = descriptor.x - first;"},
      {"out = x, y, shift, block's y", "gl_FragColor = span_vertex(descriptor, corner);", Does::result}},
     "raster/span_vertices.frag"},
    {{pass::concatenate},
     {{"for every block b, a line:", "float block = u_first_block + vertex.x;"},
      {"  from offset[b] on", "float first = descriptor.z - ", covering<2>},
      {"  count[b] long", "float last = first + descriptor.w;", covering<3>},
      {"  out = compacted[b, i - offset]", "float shift = descriptor.x - first;", Does::result}},
     "raster/concatenate_fetch.vert",
     "Roger, Assarsson, Holzschuch 2007; GRAPP 2009, section 2"},
    {{pass::search, any_step, Algorithm::jj},
     {invalid_line,
      empty_line,
      {"s = i", "vec2 source = texel;"},
      {"while invalid[s]:", "if (fetch(u_inv, source) < 0.5)", Does::flags},
      {"  s = start + block - sums[s]", "source.x = start + u_block - fetch(u_sums, source);", Does::levels},
      {"out = stream[s]", "gl_FragColor = vec4(payload(source));", Does::result}},
     "raster/jj_search.frag",
     "GRAPP 2009, section 3.2"},
    {{pass::search, any_step, Algorithm::horn},
     {invalid_line, empty_line, low_line, middle_line, middle_sum_line, more_line, fewer_line, same_line,
      found_line},
     "raster/horn_search.frag",
     "Horn 2005; GRAPP 2009, section 3.1"},
    {{pass::search, any_step, Algorithm::horn_unblocked},
     {{"invalid = sums[last]", "float survivors = survivor_count();", Does::count},
      {"if i >= elements - invalid: empty", "if (position >= survivors)"},
      low_line,
      middle_line,
      middle_sum_line,
      more_line,
      fewer_line,
      same_line,
      found_line},
     "raster/horn_unblocked_search.frag",
     "Horn 2005"},
    {{pass::search, any_step, Algorithm::rlz},
     {invalid_line,
      empty_line,
      {"a = sums[i]; b = sums[i + a]", "float current = fetch(u_sums, texel);", Does::begin},
      {"while a != b:", "if (current == next)"},
      {"  a = sums[i + b]; b = sums[i + a]", "current = fetch(u_sums, vec2(texel.x + next", Does::levels},
      {"out = stream[i + a]", "payload(vec2(texel.x + current, ", Does::result}},
     "raster/rlz_search.frag",
     "GRAPP 2009, algorithm 1"},
    {{pass::search, any_step, Algorithm::bt},
     {{"rank = i - start; count = root", "float survivors = count(LEVELS, node, texel.y);", Does::count,
       [](const CodeTexel& at) { return read(at, at.pass - 1, at.texel / block(at)); }},
      {"if rank >= count: empty", "if (rank >= survivors)"},
      {"for every level below the root:", "for (int level = LEVELS - 1; "},
      {"  n = 2 n; left = in[level, n]", "float left = count(level, node, texel.y);", Does::levels},
      {"  if rank >= left:", "if (rank >= left)"},
      {"    rank -= left; n += 1", "rank -= left;"},
      {"out = stream[n]", "payload(vec2(node, texel.y))", Does::result}},
     "raster/bt_search.frag",
     "GRAPP 2009, algorithm 5"},
    {{pass::search, any_step, Algorithm::histopyramid},
     {{"rank = i; count = sum of root's four", "float rank = texel.y * u_width", Does::count},
      {"if rank >= count: empty", "if (rank >= survivor_count())"},
      {"for every level, from the root:", "for (int level = u_levels; "},
      {"  four = in[level, n]", "vec4 counts = children(level, node);", Does::levels},
      {"  q = the first that they reach rank in", "if (rank >= upper)"},
      {"  rank -= those before q; n = child q", "rank -= upper;"},
      {"out = stream[n]", "payload(node)", Does::result}},
     "raster/histopyramid_search.frag",
     "Ziegler et al. 2006"},
    {{pass::search, any_step, Algorithm::packed},
     {{"count = root", Does::count},
      {"if i >= count: empty", "found = rank < counts.z"},
      {"entry = lookup[i / 16]", "vec4 entry = texture2D(u_lookup, ", Does::begin},
      {"if entry is far:", "if (entry.w == FAR)"},
      {"  leaf = the last with starts <= i", "if (probe < u_leaf_texels && found <= output_position)",
       Does::levels},
      {"  entry = groups of leaf", "groups = found_groups.xyz;", Does::flags},
      {"group, rank = where i falls in entry", "float rank = place + entry.x - GROUP * group;"},
      {"out = stream[bit rank of group]", "gl_FragColor = vec4(element >= 0.0 ? ", Does::result}},
     "raster/packed_search.frag"},
});

} // namespace

const PassCode* pass_code(const PassName& named, Algorithm algorithm) {
    const auto applies = [&](const When& when) {
        return when.pass == named.name && (when.step == any_step || when.step == named.step) &&
               (when.algorithm == Algorithm::automatic || when.algorithm == algorithm ||
                when.other == algorithm);
    };
    const auto* const found = std::ranges::find_if(pass_codes, applies, &PassCode::when);
    return found == pass_codes.end() ? nullptr : found;
}

} // namespace scanline::view::compaction
