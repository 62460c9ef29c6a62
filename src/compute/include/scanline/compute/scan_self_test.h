#pragma once
namespace scanline::compute {

class Engine;

/// Whether chained scans come out right on this driver: runs some of several hundred tiles, also with tiles
/// that keep silent. Bounded; takes a few milliseconds and the compilation of their programs. Called by
/// Engine::chained_allowed().
bool chained_scan_works(Engine& engine);

} // namespace scanline::compute
