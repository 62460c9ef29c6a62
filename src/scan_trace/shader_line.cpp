#include "scanline/scan_trace/code.h"

#include <algorithm>
#include <iterator>

namespace scanline::scan_trace {

namespace {

constexpr std::string_view in_doubling = "raster/doubling.frag", in_tile = "compute/scan_tile.comp",
                           in_reduce = "compute/scan_reduce.comp", in_totals = "compute/scan_totals.comp",
                           in_add = "compute/scan_add.comp";
struct ShaderRow {
    Variant variant;
    std::string_view text; ///< how the line begins
    std::string_view shader, glsl;
};
using V = Variant;
constexpr ShaderRow shader_rows[] = {
    {V::hillis_steele, "for d", in_doubling, "uniform float u_offset;"},
    {V::hillis_steele, "  if i >= d", in_doubling, "if (texel.x - block_start(texel.x) >= u_offset)"},
    {V::hillis_steele, "    b[i] = a[i - d]", in_doubling, "sum += fetch(u_source, vec2("},
    {V::hillis_steele, "    b[i] = a[i]", in_doubling, "float sum = fetch(u_source, texel);"},
    {V::hillis_steele, "  a = b", in_doubling, "gl_FragColor = vec4(sum);"},
    {V::blelloch, "up-sweep", in_tile, "for (uint width = 1u; width < TILE; width *= 2u)"},
    {V::blelloch, "  sum", in_tile, "combine(s_tree[place(right - width)], s_tree[place(right)]);"},
    {V::blelloch, "down-sweep", in_tile, "for (uint width = TILE / 2u; width > 0u; width /= 2u)"},
    {V::blelloch, "  b = parent.b", in_tile, "Value before = s_tree[place(right)];"},
    {V::blelloch, "    b = b", in_tile, "s_tree[place(right)] = combine(before, left_sum);"},
    {V::blelloch, "    y[i]", in_tile, "store_value(base + i, n, value, pass_element(before, value));"},
    {V::horizontal, "for each vector", in_tile, "for (uint step = 0u; step < STEPS; ++step) {"},
    {V::horizontal, "  r = x[l]", in_tile, "Quad quad = step_quad(base, step, n, whole);"},
    {V::horizontal, "    r = lane", in_tile, "Value inclusive = lanes_inclusive(value);"},
    {V::horizontal, "  r = carry", in_tile, "combine(carry, lanes_exclusive(value, inclusive));"},
    {V::horizontal, "  y[l]", in_tile, "store_quad(quad_index(base, step), n, quad,"},
    {V::horizontal, "  carry", in_tile, "carry = combine(carry, lanes_read(inclusive, lanes() - 1u));"},
    {V::simd_v2, "  r = r", in_tile, "sum = combine(sum, combine_quad(load_quad(first + i, n, whole)));"},
    {V::simd_v2, "  r = lane", in_tile, "        value = combine(before, value);"},
    {V::simd_v2, "before", in_tile, "t_before = group_exclusive(chunk_total(base, n), total);"},
    {V::simd_v2, "  before", in_tile, "before = combine(before, combine_quad(quad));"},
    {V::simd_v2, "  y = before", in_tile, "store_quad(first + i, n, quad, pass_quad(before, quad), whole);"},
    {V::scan_then_add, "  A = A", in_tile, "sum = combine(sum, combine_quad(step_quad("},
    {V::scan_then_add, "  y = A", in_tile, "store_quad(quad_index(base, step), n, quad,"},
    {V::scan_then_add, "leave", in_tile, "totals[u_first[TOTALS] + tile] = total;"},
    {V::scan_then_add, "worker 0", in_totals, "for (uint first = 0u; first < tiles; first += GROUP)"},
    {V::scan_then_add, "  P[t]", in_totals, "combine(carry, group_exclusive(value, total));"},
    {V::scan_then_add, "for each y", in_add, "for (uint i = gl_LocalInvocationIndex; i < end; i += GROUP)"},
    {V::scan_then_add, "  y = P", in_add, "output_elements[at] = memory_of(combine(before,"},
    {V::reduce_then_scan, "  A", in_reduce, "sum = combine(sum, combine_quad(step_quad("},
    {V::reduce_then_scan, "leave", in_reduce, "totals[u_first[TOTALS] + tile] = total;"},
    {V::reduce_then_scan, "worker 0", in_totals, "for (uint first = 0u; first < tiles; first += GROUP)"},
    {V::reduce_then_scan, "  P[t]", in_totals, "combine(carry, group_exclusive(value, total));"},
    {V::reduce_then_scan, "for each x, from", in_tile, "return totals[u_first[TOTALS] + tile];"},
    {V::reduce_then_scan, "  sum", in_tile, "Value before = step_exclusive(combine_quad(quad), carry);"},
    {V::reduce_then_scan, "  y", in_tile, "store_quad(quad_index(base, step), n, quad,"},
    {V::chained, "for each x of the next", in_tile, "uint tile = take_tile();"},
    {V::chained, "  A", in_tile, "total = tile_scan(base, n);"},
    {V::chained, "publish A", in_tile, "publish_total(tile, total);"},
    {V::chained, "for b", in_tile, "uint blocked = walk(tile);"},
    {V::chained, "  while", in_tile, "for (uint spin = 0u; spin < SPINS && status == NOTHING; ++spin)"},
    {V::chained, "    after 4 times", in_tile, "Value missing = tile_total((blocked - 1u) * TILE, n);"},
    {V::chained, "    before", in_tile, "sum = combine(s_value[i], sum);"},
    {V::chained, "publish P", in_tile, "publish_prefix(tile, combine(prefix, total));"},
    {V::chained, "  before", in_tile, "before = combine(before, value);"},
    {V::chained, "  y", in_tile, "store_value(base + i, n, value, pass_element(before, value));"},
};

} // namespace

ShaderLine shader_line(const Spec& spec, std::string_view text) {
    if (spec.variant == Variant::hillis_steele && spec.op != Operator::sum)
        return {}; // compactions only sum
    const auto found = std::ranges::find_if(shader_rows, [&](const ShaderRow& row) {
        return row.variant == spec.variant && text.starts_with(row.text);
    });
    return found == std::end(shader_rows) ? ShaderLine{} : ShaderLine{found->shader, found->glsl};
}

} // namespace scanline::scan_trace
