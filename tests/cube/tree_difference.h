#pragma once
#include "scanline/cube/reference/tree_difference.h"

namespace scanline::cube::test {

using reference::difference;

} // namespace scanline::cube::test
