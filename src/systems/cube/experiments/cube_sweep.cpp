#include "scanline/systems/cube.h"
namespace scanline::bench {
Experiments cube_experiments() { return {}; }
}
