#pragma once
#include "scanline/bench/claim_list.h"

namespace scanline::bench {

/// What is claimed of table 1 beyond the paper: what packed gains over the paper's four, and that auto is as
/// good as the best fixed setting. What is claimed of auto is judged by the quotients of two times of the
/// same round: it holds or fails where the confidence interval of their median, 95 % from six rounds on, see
/// median_interval(), lies on one side of the limit, and is not told where it lies on both.
void add_claims_beyond_the_paper(ClaimList& list, const Results& results);

/// Those of them that compare auto by regions with auto by the stream as a whole.
void add_claims_about_regions(ClaimList& list, const Results& results);

} // namespace scanline::bench
