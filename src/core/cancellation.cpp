#include "scanline/core/cancellation.h"

namespace scanline {

void CancelPoll::ask() {
    left_ = steps_between;
    if (hook_ != nullptr && *hook_ && (*hook_)())
        throw Cancelled();
}

} // namespace scanline
