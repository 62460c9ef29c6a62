#pragma once
#include "device_layout.h"

#include "scanline/cube/device_query.h"

namespace scanline::cube {

inline constexpr const char* query_name = "cube query";

/// A batch of queries packed for request.glsl.
struct Request {
    std::vector<std::uint32_t> words;
    std::int64_t queries = 0, off_path = 0;
    std::int64_t sets = 0, runs = 0; ///< where they begin; the runs are beyond the words
    int condition_bits = 32;
    std::int64_t set_count = 0;
    std::int64_t most_nodes = 0; ///< that an off-path query may visit
    std::int64_t run_words() const { return queries * words_of_run; }

    static constexpr std::int64_t words_of_run = 6;
};

/// Errors: usage for codes and sets that do not exist.
Request make_request(const DeviceTree& tree, const DeviceQueries& queries, CancelPoll& poll);

} // namespace scanline::cube
