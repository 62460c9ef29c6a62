#pragma once
#include "scanline/ranks/communicator.h"

#include <functional>

namespace scanline::ranks {

/// Runs work(ranks) as that many ranks, each a thread of this process: to show or to test what ranks do. If
/// one throws, the others end at their next call, and its exception is rethrown.
///
///     run_on_threads(3, [](Communicator& ranks) { gather(ranks, ranks.rank()); });   // 0 1 2 on each
void run_on_threads(int ranks, const std::function<void(Communicator& ranks)>& work);

} // namespace scanline::ranks
