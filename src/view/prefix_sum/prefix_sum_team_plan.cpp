#include "prefix_sum/prefix_sum_team_plan.h"

namespace scanline::view::prefix_sum {

namespace {

cpu::ScanPasses passes_of(Variant variant) {
    const bool increments = variant == Variant::scalar1 || variant == Variant::scalar1_p;
    return increments ? cpu::ScanPasses::increment : cpu::ScanPasses::accumulate;
}

} // namespace

TeamPlan::TeamPlan(const Spec& spec)
    : passes_(passes_of(spec.variant)), threads_(spec.lanes),
      division_(passes_, {.threads = spec.lanes, .dilation = spec.dilation}) {
    const int size = static_cast<int>(spec.input.size());
    const int together =
        is_partitioned(spec.variant) ? static_cast<int>(division_.together(spec.partition)) : size;
    stretches_ = tiles_of(size, together);
    for (const Tile& stretch : stretches_) {
        const std::vector<std::int64_t> at = division_.boundaries(stretch.last - stretch.first);
        for (std::size_t p = 0; p + 1 < at.size(); ++p)
            partitions_.push_back({stretch.first + static_cast<int>(at[p]),
                                   stretch.first + static_cast<int>(at[p + 1]),
                                   static_cast<int>(p) % threads_});
    }
}

int TeamPlan::index_of(int stretch, int part) const {
    return stretch * (threads_ + (dilated() ? 1 : 0)) + part;
}

const Tile& TeamPlan::partition(int stretch, int part) const {
    return partitions_[static_cast<std::size_t>(index_of(stretch, part))];
}

TeamPlan::Role TeamPlan::first_role(int t, int stretch) const {
    if (increments() || (t == 0 && dilated()))
        return Role::scan;
    const bool is_asked_for = another(stretch) || dilated() || t + 1 < threads_;
    return is_asked_for ? Role::total : Role::none;
}

TeamPlan::Role TeamPlan::second_role(int t) const {
    if (!increments() || (t == 0 && dilated()))
        return Role::scan;
    return t == 0 ? Role::none : Role::increment;
}

bool TeamPlan::has_second_pass(int t, int stretch) const {
    return second_role(t) != Role::none && !partition(stretch, second_part(t)).empty();
}

bool TeamPlan::has_offset(int t, int stretch) const {
    return has_second_pass(t, stretch) &&
           (second_part(t) > 0 || (stretch > 0 && !first_sum_includes_before()));
}

bool TeamPlan::carries(int t, int stretch) const {
    if (!another(stretch))
        return false;
    const bool scans_last = dilated() && has_second_pass(t, stretch);
    return !first_sum_includes_before() || (t == 0 && !scans_last);
}

} // namespace scanline::view::prefix_sum
