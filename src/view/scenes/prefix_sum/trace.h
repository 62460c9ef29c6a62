#pragma once
#include "scanline/scan_trace/code.h"
#include "scanline/scan_trace/provenance.h"
#include "scanline/scan_trace/simulate.h"
#include "scanline/scan_trace/timeline.h"
#include "scanline/scan_trace/variant.h"

/// Names of scan_trace that the scene uses.
namespace scanline::view::prefix_sum {

using scan_trace::Access;
using scan_trace::ColumnOf;
using scan_trace::Counters;
using scan_trace::EventId;
using scan_trace::is_infinite;
using scan_trace::is_message;
using scan_trace::is_partitioned;
using scan_trace::LaneAction;
using scan_trace::LaneStep;
using scan_trace::last_writer;
using scan_trace::max_elements;
using scan_trace::max_lanes;
using scan_trace::Memory;
using scan_trace::operator_sign;
using scan_trace::Partial;
using scan_trace::Place;
using scan_trace::place_text;
using scan_trace::Provenance;
using scan_trace::range_text;
using scan_trace::Space;
using scan_trace::Spec;
using scan_trace::sum_index;
using scan_trace::thread_of;
using scan_trace::Tile;
using scan_trace::tile_text;
using scan_trace::Timeline;
using scan_trace::TimeStep;
using scan_trace::trace_of;
using scan_trace::turn_of;
using scan_trace::turns;
using scan_trace::uses_threads;
using scan_trace::uses_tiles;
using scan_trace::value_text;
using scan_trace::Variant;
using Pin = scan_trace::Item; ///< what is pinned or under the mouse

} // namespace scanline::view::prefix_sum
