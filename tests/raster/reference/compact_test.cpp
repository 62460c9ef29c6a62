#include "scanline/raster/passes.h"
#include "streams.h"
#include "support/sizes.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <iterator>

namespace scanline::raster::reference::compact_test {

using test::PassList;

namespace {

/// The survivors of every block at its left, in order, then empty texels.
Stream packed_blocks(const Stream& padded_values, std::size_t block, const Discriminator& valid) {
    Stream packed;
    for (std::size_t end = block; end <= padded_values.size(); end += block) {
        const auto last = padded_values.begin() + static_cast<std::ptrdiff_t>(end);
        std::copy_if(last - static_cast<std::ptrdiff_t>(block), last, std::back_inserter(packed), valid);
        packed.resize(end, empty_element);
    }
    return packed;
}

Stream sorted_by_block(Stream stream, std::size_t block) {
    for (auto first = stream.begin(); first != stream.end(); first += static_cast<std::ptrdiff_t>(block))
        std::sort(first, first + static_cast<std::ptrdiff_t>(block));
    return stream;
}

/// True if every valid element below its block's count has kept its place.
bool kept_places(const Stream& padded_values, const CompactionResult& result, std::size_t block,
                 const Discriminator& valid) {
    for (std::size_t i = 0; i < padded_values.size(); ++i) {
        const bool stays = i % block < static_cast<std::size_t>(result.counts[i / block]);
        if (stays && valid(padded_values[i]) && result.blocks[i] != padded_values[i])
            return false;
    }
    return true;
}

/// The blocks' survivors one after the other.
Stream joined_blocks(const CompactionResult& result, std::size_t block) {
    Stream joined;
    for (std::size_t k = 0; k < result.counts.size(); ++k) {
        const auto first = result.blocks.begin() + static_cast<std::ptrdiff_t>(k * block);
        joined.insert(joined.end(), first, first + static_cast<std::ptrdiff_t>(result.counts[k]));
    }
    return joined;
}

Stream in_z_order(const Stream& padded_values, const StreamLayout& layout, const Discriminator& valid) {
    Stream survivors;
    for (const std::size_t position : test::z_order(layout))
        if (valid(padded_values[position]))
            survivors.push_back(padded_values[position]);
    return survivors;
}

/// Compacts `values`, whose valid elements all differ, and compares with std::copy_if.
void check_against_copy_if(const Stream& values, const StreamLayout& layout,
                           const CompactionOptions& options) {
    const auto block = static_cast<std::size_t>(layout.block);
    const Discriminator& valid = options.discriminator;
    Stream survivors;
    std::copy_if(values.begin(), values.end(), std::back_inserter(survivors), valid);
    Stream padded_values = values;
    padded_values.resize(static_cast<std::size_t>(layout.padded_size()), 0.0f);
    Stream packed = packed_blocks(padded_values, block, valid);

    const CompactionResult result = compact(values, layout, options);
    INFO("algorithm " << to_string(options.algorithm) << ", prefix sum " << to_string(options.prefix_sum)
                      << ", run lengths " << to_string(options.run_lengths));
    REQUIRE(result.elements.size() == survivors.size());
    if (!is_blockwise(options.algorithm)) {
        CHECK(result.blocks.empty());
        CHECK(result.counts.empty());
        CHECK((result.elements == (options.algorithm == Algorithm::histopyramid
                                       ? in_z_order(padded_values, layout, valid)
                                       : survivors)));
        return;
    }
    REQUIRE(result.counts.size() == static_cast<std::size_t>(layout.blocks()));
    if (options.algorithm == Algorithm::jj) {
        CHECK((sorted_by_block(result.blocks, block) == sorted_by_block(packed, block)));
        CHECK(kept_places(padded_values, result, block, valid));
        CHECK((result.elements == joined_blocks(result, block)));
    } else {
        CHECK((result.blocks == packed));
        CHECK((result.elements == survivors));
    }
}

/// Every combination of an algorithm and the methods of its stages.
std::vector<CompactionOptions> all_options() {
    std::vector<CompactionOptions> list;
    list.push_back({.algorithm = Algorithm::horn_unblocked, .discriminator = {}});
    list.push_back({.algorithm = Algorithm::histopyramid, .discriminator = {}});
    list.push_back({.algorithm = Algorithm::packed, .discriminator = {}});
    for (const PrefixSumMethod prefix_sum : enumerators<PrefixSumMethod>) {
        for (const Algorithm algorithm : {Algorithm::horn, Algorithm::jj, Algorithm::bt})
            list.push_back({.algorithm = algorithm, .prefix_sum = prefix_sum, .discriminator = {}});
        for (const RunLengthMethod run_lengths : enumerators<RunLengthMethod>)
            list.push_back({.algorithm = Algorithm::rlz,
                            .prefix_sum = prefix_sum,
                            .run_lengths = run_lengths,
                            .discriminator = {}});
    }
    return list;
}

constexpr std::array densities{0.0, 0.01, 0.5, 0.99, 1.0};
constexpr std::array blocks{2, 4, 16, 128, 256, 4096};

} // namespace

TEST_CASE("Every algorithm compacts the example of 16 elements") {
    const StreamLayout layout{.size = 16, .block = 16, .width = 16, .height = 1};
    const Stream values = test::payload_of(test::sixteen);
    for (CompactionOptions options : all_options()) {
        options.discriminator = test::letters;
        INFO("algorithm " << to_string(options.algorithm));
        const CompactionResult result = compact(values, layout, options);
        const bool jumps = options.algorithm == Algorithm::jj;
        CHECK(result.elements == test::payload_of(jumps ? "dabefc" : "abcdef"));
        CHECK(result.counts == (is_blockwise(options.algorithm) ? Stream{6} : Stream{}));
    }
}

TEST_CASE("Every algorithm compacts all patterns of a block of 16 elements") {
    const Stream values = test::values_for(test::all_patterns_of_16());
    const StreamLayout layout = make_stream_layout(static_cast<std::int64_t>(values.size()), 16, 16384);
    for (const CompactionOptions& options : all_options())
        check_against_copy_if(values, layout, options);
}

TEST_CASE("Every algorithm agrees with std::copy_if on small streams of every kind") {
    constexpr std::uint64_t seed = 2009;
    const std::vector<CompactionOptions> options = all_options();
    std::size_t turn = 0;
    for (const std::int64_t size : test::stream_sizes(seed)) {
        if (size > 1025)
            continue;
        for (const int block : blocks) {
            for (const double density : densities) {
                for (const test::Distribution distribution : test::all_distributions) {
                    INFO("seed " << seed + turn << ", size " << size << ", block " << block << ", density "
                                 << density << ", distribution " << static_cast<int>(distribution));
                    const Stream inv =
                        test::make_inv(static_cast<std::size_t>(size), density, distribution, seed + turn);
                    const StreamLayout layout = make_stream_layout(size, block, 16384);
                    // Cycles through all combinations of methods, five per stream.
                    for (std::size_t i = 0; i < 5; ++i, ++turn)
                        check_against_copy_if(test::values_for(inv), layout, options[turn % options.size()]);
                }
            }
        }
    }
}

TEST_CASE("Every algorithm agrees with std::copy_if on large streams") {
    constexpr std::uint64_t seed = 2010;
    std::size_t turn = 0;
    for (const std::int64_t size : test::stream_sizes(seed)) {
        if (size <= 1025)
            continue;
        for (const int block : blocks) {
            const double density = densities[turn % densities.size()];
            const test::Distribution distribution =
                test::all_distributions[turn / densities.size() % test::all_distributions.size()];
            INFO("seed " << seed + turn << ", size " << size << ", block " << block << ", density " << density
                         << ", distribution " << static_cast<int>(distribution));
            const Stream inv =
                test::make_inv(static_cast<std::size_t>(size), density, distribution, seed + turn);
            const StreamLayout layout = make_stream_layout(size, block, 16384);
            for (const Algorithm algorithm : enumerators<Algorithm>)
                check_against_copy_if(test::values_for(inv), layout,
                                      {.algorithm = algorithm, .discriminator = {}});
            ++turn;
        }
    }
}

TEST_CASE("With negate, what fails the threshold survives, and padding still does not") {
    const StreamLayout layout = make_stream_layout(13, 8, 16384);
    const Stream values{200, 3, 128, 127, 5, 255, 1, 130, 2, 129, 128, 4, 90};
    for (const Algorithm algorithm :
         {Algorithm::horn, Algorithm::rlz, Algorithm::bt, Algorithm::horn_unblocked, Algorithm::packed}) {
        INFO("algorithm " << to_string(algorithm));
        const CompactionOptions options{.algorithm = algorithm,
                                        .discriminator = {.threshold = 128.0f, .negate = true}};
        CHECK(compact(values, layout, options).elements == Stream{3, 127, 5, 1, 2, 4, 90});
    }
}

TEST_CASE("The payload of indices gives the survivors' positions in the stream") {
    const StreamLayout layout = make_stream_layout(16, 4, 16384);
    for (const Algorithm algorithm :
         {Algorithm::horn, Algorithm::rlz, Algorithm::bt, Algorithm::horn_unblocked, Algorithm::packed}) {
        INFO("algorithm " << to_string(algorithm));
        const CompactionOptions options{
            .algorithm = algorithm, .discriminator = test::letters, .payload = Payload::index};
        const CompactionResult result = compact(test::payload_of(test::sixteen), layout, options);
        CHECK(result.elements == Stream{1, 2, 5, 6, 10, 13});
        CHECK(result.counts == (is_blockwise(algorithm) ? Stream{2, 2, 1, 1} : Stream{}));
    }
}

TEST_CASE("Every algorithm takes its passes in the order of the specification") {
    const StreamLayout layout{.size = 16, .block = 8, .width = 8, .height = 2};
    const Stream values = test::payload_of(test::sixteen);
    // Two blocks: their counts are one row of two, and its total is padded to two.
    const PassList block_scan_and_concatenation{
        {pass::block_count, 0},      {pass::down_sweep, 0}, {pass::row_total, 0},  {pass::down_sweep, 0},
        {pass::block_descriptor, 0}, {pass::clear, 0},      {pass::concatenate, 0}};
    const PassList prefix_sum{{pass::up_sweep, 1},
                              {pass::up_sweep, 2},
                              {pass::down_sweep, 2},
                              {pass::down_sweep, 1},
                              {pass::down_sweep, 0}};
    const auto passes_of = [&](Algorithm algorithm) {
        Trace trace;
        compact(values, layout,
                {.algorithm = algorithm,
                 .prefix_sum = PrefixSumMethod::blelloch,
                 .run_lengths = RunLengthMethod::recursive_doubling,
                 .discriminator = test::letters},
                &trace);
        return test::names_of(trace);
    };
    const auto joined = [](std::initializer_list<PassList> lists) {
        PassList all;
        for (const PassList& list : lists)
            all.insert(all.end(), list.begin(), list.end());
        return all;
    };
    const PassList discriminate{{pass::discriminate, 0}};
    const PassList search{{pass::search, 0}};

    const PassList gather_search = joined({discriminate, prefix_sum, search, block_scan_and_concatenation});
    CHECK(passes_of(Algorithm::horn) == gather_search);
    CHECK(passes_of(Algorithm::jj) == gather_search);

    const PassList runs{
        {pass::run_doubling, 1}, {pass::run_doubling, 2}, {pass::run_doubling, 3}, {pass::run_extraction, 0}};
    CHECK(passes_of(Algorithm::rlz) ==
          joined({discriminate, runs, prefix_sum, search, block_scan_and_concatenation}));

    const PassList tree{{pass::up_sweep, 1}, {pass::up_sweep, 2}, {pass::up_sweep, 3}};
    CHECK(passes_of(Algorithm::bt) == joined({discriminate, tree, search, block_scan_and_concatenation}));

    const PassList doubling{
        {pass::doubling, 1}, {pass::doubling, 2}, {pass::doubling, 3}, {pass::doubling, 4}};
    CHECK(passes_of(Algorithm::horn_unblocked) == joined({discriminate, doubling, search}));

    const PassList pyramid{
        {pass::histopyramid_level, 1}, {pass::histopyramid_level, 2}, {pass::histopyramid_level, 3}};
    CHECK(passes_of(Algorithm::histopyramid) == joined({discriminate, pyramid, search}));

    // The root is the parent of all 16 leaves.
    CHECK(passes_of(Algorithm::packed) == PassList{{pass::packed_pack, 0},
                                                   {pass::packed_sum, 1},
                                                   {pass::packed_node_starts, 0},
                                                   {pass::packed_leaf_starts, 0},
                                                   {pass::packed_lookup, 0},
                                                   {pass::search, 0}});
}

TEST_CASE("The trees of counts mark the valid elements, packed has them as bits, the others mark the invalid "
          "ones") {
    const StreamLayout layout{.size = 8, .block = 8, .width = 8, .height = 1};
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        INFO("algorithm " << to_string(algorithm));
        Trace trace;
        compact(test::payload_of("a.bcdef."), layout,
                {.algorithm = algorithm, .discriminator = test::letters}, &trace);
        // Auto chooses packed.
        if (algorithm == Algorithm::packed || algorithm == Algorithm::automatic) {
            Stream leaves(16 * 4, 0.0f);
            leaves[0] = 256.0f * 6 + (1 + 4 + 8 + 16 + 32 + 64) / 256.0f;
            CHECK(trace.passes()[0].values == leaves);
            continue;
        }
        const bool marks_valid = algorithm == Algorithm::bt || algorithm == Algorithm::histopyramid;
        CHECK(trace.passes()[0].values ==
              (marks_valid ? Stream{1, 0, 1, 1, 1, 1, 1, 0} : Stream{0, 1, 0, 0, 0, 0, 0, 1}));
    }
}

TEST_CASE("Only by regions packed's lookup names runs, where the first two of three groups are full") {
    // Three full groups of 16 fill three entries.
    const StreamLayout layout = make_stream_layout(128, 2, 16384);
    Stream values(128, 0.0f);
    std::fill_n(values.begin(), 48, 200.0f);
    const auto third_groups = [&](Adaption adaption) {
        CompactionOptions options{.algorithm = Algorithm::automatic, .discriminator = {}};
        options.automatic.adaption = adaption;
        options.automatic.among = {Algorithm::packed};
        Trace trace;
        CHECK(compact(values, layout, options, &trace).elements == std::vector<float>(48, 200.0f));
        const auto lookup = std::ranges::find(trace.passes(), pass::packed_lookup, &TracedPass::name);
        REQUIRE(lookup != trace.passes().end());
        return Stream{lookup->values.at(3), lookup->values.at(7), lookup->values.at(11)};
    };
    const float full = 256.0f * 16 + 65535.0f / 256;
    CHECK(third_groups(Adaption::global) == Stream{full, 0, 0});
    CHECK(third_groups(Adaption::regional) == Stream{-2, -2, 0});
}

} // namespace scanline::raster::reference::compact_test
