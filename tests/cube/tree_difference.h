#pragma once
#include "scanline/cube/reference/tree.h"

namespace scanline::cube::test {

using reference::difference;

} // namespace scanline::cube::test
