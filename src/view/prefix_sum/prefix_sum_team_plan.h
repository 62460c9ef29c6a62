#pragma once
#include "prefix_sum/prefix_sum_schedule.h"
#include "scanline/cpu/scan_division.h"

#include <vector>

namespace scanline::view::prefix_sum {

/// Who of a team of threads does what in which pass. The partitions are those of cpu::Scan, and the roles of
/// the threads those that they have there. Source: Zhang, Wang and Ross, ADMS 2020, sections 2.1 and 2.2.
class TeamPlan {
public:
    /// What a thread does with a partition.
    enum class Role { none, total, scan, increment };

    explicit TeamPlan(const Spec& spec);

    const std::vector<Tile>& stretches() const { return stretches_; }
    bool another(int stretch) const { return stretch + 1 < std::ssize(stretches_); }
    /// All, in the order of the elements.
    const std::vector<Tile>& partitions() const { return partitions_; }
    int index_of(int stretch, int part) const;
    const Tile& partition(int stretch, int part) const;

    /// Whether there is a partition more than threads.
    bool dilated() const { return division_.dilated(); }
    /// Whether prefix sums are computed in pass 1, not in pass 2.
    bool increments() const { return passes_ == cpu::ScanPasses::increment; }

    /// Of thread t with partition t of a stretch.
    Role first_role(int t, int stretch) const;
    /// With second_part(): thread 0 has the last one to itself where there is one more than threads.
    Role second_role(int t) const;
    int second_part(int t) const { return t == 0 && dilated() ? threads_ : t; }
    bool has_second_pass(int t, int stretch) const;

    /// Whether what thread 0 finds in pass 1 includes what lies before the stretch.
    bool first_sum_includes_before() const { return increments() || dilated(); }
    /// Whether anything can lie before what it works on in pass 2.
    bool has_offset(int t, int stretch) const;
    /// Whether it must learn from the sums what lies before the next stretch: thread 0, unless it scans the
    /// last partition itself, and all where the sums do not include that.
    bool carries(int t, int stretch) const;
    /// Where a thread leaves its sum.
    static Place sum_of(int stretch, int t) { return {Space::sum, sum_index(stretch % turns, t)}; }

private:
    cpu::ScanPasses passes_;
    int threads_;
    cpu::ScanDivision division_;
    std::vector<Tile> stretches_, partitions_;
};

} // namespace scanline::view::prefix_sum
