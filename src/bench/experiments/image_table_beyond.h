#pragma once
#include "experiments/claim_list.h"

namespace scanline::bench {

/// What is claimed of table 1 beyond the paper: what packed gains over the paper's four, and that auto is as
/// good as the best fixed setting.
void add_claims_beyond_the_paper(ClaimList& list, const Results& results);

} // namespace scanline::bench
