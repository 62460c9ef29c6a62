#include "scanline/core/error.h"

namespace scanline {

Error usage_error(const std::string& message) {
    return Error(ErrorKind::usage, message);
}

} // namespace scanline
