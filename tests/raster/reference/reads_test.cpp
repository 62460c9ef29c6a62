// The reads reported by CPU twins: checked by hand on small examples, and by changing the source and
// observing what changes.
#include "scanline/core/bits.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/survey.h"
#include "streams.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <set>
#include <utility>

namespace scanline::raster::reference::reads_test {

namespace {

constexpr std::int32_t source = Read::source;
using Reads = std::vector<Read>;

/// The index of the first pass of that name and step.
std::size_t index_of(const Trace& trace, std::string_view name, int step) {
    const test::PassList names = test::names_of(trace);
    INFO("pass " << name << " " << step);
    const auto found = std::ranges::find(names, test::PassName{name, step});
    REQUIRE(found != names.end());
    return static_cast<std::size_t>(found - names.begin());
}

const Reads& reads_of(const Trace& trace, std::string_view name, int step, std::size_t element) {
    return trace.passes().at(index_of(trace, name, step)).reads.at(element);
}

/// The source elements, sorted, that every element of every pass was computed from.
std::vector<std::vector<std::set<std::uint32_t>>> sources_of(const Trace& trace) {
    std::vector<std::vector<std::set<std::uint32_t>>> sources;
    for (const TracedPass& pass : trace.passes()) {
        std::vector<std::set<std::uint32_t>> of_pass;
        for (const Reads& reads : pass.reads) {
            std::set<std::uint32_t> all;
            for (const Read& read : reads) {
                if (read.pass == source)
                    all.insert(read.element);
                else
                    all.merge(std::set(sources.at(static_cast<std::size_t>(read.pass)).at(read.element)));
            }
            of_pass.push_back(std::move(all));
        }
        sources.push_back(std::move(of_pass));
    }
    return sources;
}

std::vector<CompactionOptions> all_options() {
    std::vector<CompactionOptions> list;
    for (const Algorithm algorithm : enumerators<Algorithm>)
        for (const PrefixSumMethod sums : {PrefixSumMethod::hillis_steele, PrefixSumMethod::blelloch})
            for (const RunLengthMethod runs :
                 {RunLengthMethod::recursive_doubling, RunLengthMethod::balanced_tree})
                list.push_back({.algorithm = algorithm,
                                .prefix_sum = sums,
                                .run_lengths = runs,
                                .discriminator = {},
                                .payload = Payload::index});
    return list;
}

std::string name_of(const CompactionOptions& options) {
    return std::string(to_string(options.algorithm)) + ", " + std::string(to_string(options.prefix_sum)) +
           ", " + std::string(to_string(options.run_lengths));
}

/// One block of 8 with four survivors: flags, sums of the invalid, and Jumping Jack's reads of them.
constexpr std::string_view eight = ".a.b.cd.";
const Stream eight_sums{1, 1, 2, 2, 3, 3, 3, 4};

/// The reads of a search over blocks of 8 whose flags are pass 0 and whose sums are pass 1.
template <class Search>
Trace trace_search(Search search) {
    Trace trace(Trace::Detail::reads);
    const Stream inv = test::inv_of(eight);
    trace.add({"flags", 0, inv});
    trace.add({"sums", 0, eight_sums});
    search(test::payload_of(eight), Stream(inv, {.pass = 0}), Stream(eight_sums, {.pass = 1}), &trace);
    return trace;
}

} // namespace

TEST_CASE("Without being asked a trace has no reads") {
    Trace trace;
    prefix_sum(Stream{1, 2, 3, 4}, 4, PrefixSumMethod::hillis_steele, &trace);
    CHECK(trace.passes()[0].reads.empty());
}

TEST_CASE("A discriminated element reads its value, padding nothing") {
    Trace trace(Trace::Detail::reads);
    discriminate(Stream{1, 200}, {.size = 2, .block = 4, .width = 4, .height = 1}, {}, Mark::valid, &trace);
    CHECK(trace.passes()[0].reads == std::vector<Reads>{{{source, 0}}, {{source, 1}}, {}, {}});
}

TEST_CASE("Doubling reads itself and the element an offset before it in its block") {
    Trace trace(Trace::Detail::reads);
    prefix_sum(Stream{1, 1, 1, 1, 1, 1, 1, 1}, 4, PrefixSumMethod::hillis_steele, &trace);
    CHECK(trace.passes()[0].reads == std::vector<Reads>{{{source, 0}},
                                                        {{source, 1}, {source, 0}},
                                                        {{source, 2}, {source, 1}},
                                                        {{source, 3}, {source, 2}},
                                                        {{source, 4}},
                                                        {{source, 5}, {source, 4}},
                                                        {{source, 6}, {source, 5}},
                                                        {{source, 7}, {source, 6}}});
    CHECK(trace.passes()[1].reads == std::vector<Reads>{{{0, 0}},
                                                        {{0, 1}},
                                                        {{0, 2}, {0, 0}},
                                                        {{0, 3}, {0, 1}},
                                                        {{0, 4}},
                                                        {{0, 5}},
                                                        {{0, 6}, {0, 4}},
                                                        {{0, 7}, {0, 5}}});
}

TEST_CASE("The tree of a prefix sum reads children going up, and parent, left sibling and input going down") {
    Trace trace(Trace::Detail::reads);
    prefix_sum(Stream{1, 1, 1, 1}, 4, PrefixSumMethod::blelloch, &trace);
    CHECK(trace.passes()[0].reads ==
          std::vector<Reads>{{{source, 0}, {source, 1}}, {{source, 2}, {source, 3}}});
    // Before a root there is nothing.
    CHECK(trace.passes()[1].reads == std::vector<Reads>{{}, {{0, 0}}});
    CHECK(trace.passes()[2].reads == std::vector<Reads>{{{1, 0}, {source, 0}},
                                                        {{1, 0}, {source, 0}, {source, 1}},
                                                        {{1, 1}, {source, 2}},
                                                        {{1, 1}, {source, 2}, {source, 3}}});
}

TEST_CASE("Run lengths by doubling read an offset ahead, inside of their block") {
    Trace trace(Trace::Detail::reads);
    run_lengths(Stream{1, 1, 0, 1}, 4, RunLengthMethod::recursive_doubling, &trace);
    CHECK(trace.passes()[1].reads ==
          std::vector<Reads>{{{0, 2}, {0, 0}}, {{0, 3}, {0, 1}}, {{0, 2}}, {{0, 3}}});
}

TEST_CASE("The start of a run reads its left neighbour, the start of a block does not") {
    Trace trace(Trace::Detail::reads);
    run_extraction(Stream{2, 1, 0, 1}, 4, &trace);
    CHECK(trace.passes()[0].reads ==
          std::vector<Reads>{{{source, 0}}, {{source, 0}}, {{source, 1}}, {{source, 2}, {source, 3}}});
}

TEST_CASE("Jumping Jack reads the count, then flag and pointer of every element it jumps to") {
    const Trace trace = trace_search([](const Stream& payload, const Stream& inv, const Stream& sums,
                                        Trace* to) { jj_search(payload, inv, sums, 8, to); });
    // Output 0 jumps 0, 8 - 1 = 7, 8 - 4 = 4, 8 - 3 = 5, which is valid; b stays where it is.
    const std::vector<Reads>& reads = trace.passes()[2].reads;
    CHECK(reads[0] == Reads{{1, 7}, {0, 0}, {1, 0}, {0, 7}, {1, 7}, {0, 4}, {1, 4}, {0, 5}, {source, 5}});
    CHECK(reads[1] == Reads{{1, 7}, {0, 1}, {source, 1}});
    CHECK(reads[2] == Reads{{1, 7}, {0, 2}, {1, 2}, {0, 6}, {source, 6}});
    CHECK(reads[3] == Reads{{1, 7}, {0, 3}, {source, 3}});
    CHECK(reads[4] == Reads{{1, 7}});
}

TEST_CASE("Horn's search reads sums at the middle of what is left, and a flag where the sum fits") {
    const Trace trace = trace_search([](const Stream& payload, const Stream& inv, const Stream& sums,
                                        Trace* to) { horn_search(payload, inv, sums, 8, to); });
    // Output 2, displacements 0 to 4: the sum at 2 + 2 is 3, so go up; 3 to 4: the sum at 2 + 3 is 3, and 5
    // is valid. The count is read for the output and again for the bound.
    CHECK(trace.passes()[2].reads[2] == Reads{{1, 7}, {1, 7}, {1, 4}, {1, 5}, {0, 5}, {source, 5}});
}

TEST_CASE("The forward search reads the sum at the output, and from then on where the last sum sends it") {
    const Stream inv = test::inv_of(test::sixteen);
    const Stream lengths = run_lengths(inv, 16, RunLengthMethod::recursive_doubling);
    const Stream sums = prefix_sum(run_extraction(lengths, 16), 16, PrefixSumMethod::hillis_steele);
    Trace trace(Trace::Detail::reads);
    trace.add({"sums", 0, sums});
    rlz_search(test::payload_of(test::sixteen), Stream(sums, {.pass = 0}), 16, &trace);
    // Output 5: 3 at 5, 6 at 8; 8 at 11, 10... 5 + 6 = 11 has 8, 5 + 8 = 13 has 8, which is f.
    CHECK(trace.passes()[1].reads[5] == Reads{{0, 15}, {0, 5}, {0, 8}, {0, 11}, {0, 13}, {source, 13}});
}

TEST_CASE("The descent of the binary tree reads the root, then the left child on every level") {
    Trace trace(Trace::Detail::reads);
    const Stream valid{1, 0, 1, 1, 1, 1, 1, 0};
    const auto tree = up_sweep(valid, 3, &trace);
    bt_search(test::payload_of("a.bcdef."), tree, 8, &trace);
    // Output 4: root, left half has 3, so right; its left quarter has 2, so left; its left leaf has 1, so
    // right. The leaves are the source of this trace.
    CHECK(trace.passes()[3].reads[4] == Reads{{2, 0}, {1, 0}, {0, 2}, {source, 4}, {source, 5}});
    CHECK(trace.passes()[3].reads[6] == Reads{{2, 0}});
}

TEST_CASE("A level of a HistoPyramid reads four counts below, and its search the root first") {
    const StreamLayout layout{.size = 16, .block = 2, .width = 4, .height = 4};
    Trace trace(Trace::Detail::reads);
    compact(test::payload_of(test::sixteen), layout,
            {.algorithm = Algorithm::histopyramid, .discriminator = test::letters}, &trace);
    CHECK(reads_of(trace, pass::histopyramid_level, 1, 6) == Reads{{0, 6}});
    CHECK(reads_of(trace, pass::histopyramid_level, 2, 1) == Reads{{1, 4}, {1, 5}, {1, 6}, {1, 7}});
    // Output 2 is b, the third in Z-order: the second quarter's first. Its rank is below the counts 2 + 2.
    CHECK(reads_of(trace, pass::search, 0, 2) ==
          Reads{{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 0}, {2, 0}, {2, 1}, {1, 4}, {source, 2}});
}

TEST_CASE("Packed's lookup reads the number of survivors, and looks for a leaf by halves") {
    Trace trace(Trace::Detail::reads);
    compact(Stream(128, 200.0f), make_stream_layout(128, 2, 16384),
            {.algorithm = Algorithm::packed, .discriminator = {}}, &trace);
    const auto starts = static_cast<std::int32_t>(index_of(trace, pass::packed_leaf_starts, 0));
    const Reads& reads = reads_of(trace, pass::packed_lookup, 0, 0);
    CHECK(reads.front() == Read{static_cast<std::int32_t>(index_of(trace, pass::packed_sum, 1)), 0});
    std::vector<std::uint32_t> looked_at;
    for (const Read& read : reads)
        if (read.pass == starts)
            looked_at.push_back(read.element);
    CHECK(looked_at == std::vector<std::uint32_t>{8, 4, 2, 1});
}

TEST_CASE("Packed's sums read leaves and nodes, its starts the sums of what is to the left") {
    // 20 leaves under two nodes under a root.
    Trace trace(Trace::Detail::reads);
    compact(Stream(20 * 64, 200.0f), {.size = 20 * 64, .block = 2, .width = 64, .height = 20},
            {.algorithm = Algorithm::packed, .discriminator = {}}, &trace);
    const auto pass = [&trace](std::string_view name, int step) {
        return static_cast<std::int32_t>(index_of(trace, name, step));
    };
    const auto range = [](std::int32_t from, std::uint32_t first, std::uint32_t end) {
        Reads reads;
        for (std::uint32_t element = first; element < end; ++element)
            reads.push_back({from, element});
        return reads;
    };
    const std::int32_t pack = pass(pass::packed_pack, 0), node_sums = pass(pass::packed_sum, 1);
    CHECK(reads_of(trace, pass::packed_pack, 0, 5) == range(source, 80, 96));
    CHECK(reads_of(trace, pass::packed_sum, 1, 1) == range(pack, 64, 128));
    CHECK(reads_of(trace, pass::packed_sum, 2, 0) == range(node_sums, 0, 16));
    CHECK(reads_of(trace, pass::packed_node_starts, 0, 0).empty());
    CHECK(reads_of(trace, pass::packed_node_starts, 0, 1) == range(node_sums, 0, 1));
    Reads of_leaf = range(pass(pass::packed_node_starts, 0), 1, 2);
    std::ranges::copy(range(pack, 64, 72), std::back_inserter(of_leaf));
    CHECK(reads_of(trace, pass::packed_leaf_starts, 0, 18) == of_leaf);
}

TEST_CASE("Packed's search reads the lookup, and more only where that says that survivors are far apart") {
    // 32 together in two groups, then one in each of leaves 1 to 7, of eight.
    const StreamLayout layout{.size = 512, .block = 2, .width = 64, .height = 8};
    Stream values(512, 0.0f);
    std::fill_n(values.begin(), 32, 200.0f);
    for (std::ptrdiff_t leaf = 1; leaf < 8; ++leaf)
        values.begin()[64 * leaf + 5] = 200.0f;
    using Named = std::vector<std::pair<std::string, std::uint32_t>>;
    const auto search_of = [&](bool regional, std::size_t output) {
        Trace trace(Trace::Detail::reads);
        packed(values, values, layout, {}, regional, &trace);
        Named named;
        for (const Read& read : reads_of(trace, pass::search, 0, output))
            named.emplace_back(
                read.pass == source ? "source" : trace.passes().at(static_cast<std::size_t>(read.pass)).name,
                read.element);
        return named;
    };
    const Named near{{"packed-sum", 0},    {"packed-lookup", 0}, {"packed-lookup", 1},
                     {"packed-lookup", 2}, {"packed-lookup", 3}, {"source", 3}};
    CHECK(search_of(false, 3) == near);
    CHECK(search_of(true, 3) == near);
    // Output 36 is in leaf 5. The lookup gives leaf 1, with 32 survivors before it; from there strides of 1,
    // 2 and 4 lead to leaves 2, 4 and 8, too far; half of 4 leads to 6, too far, half of that to 5.
    const Named far{{"packed-sum", 0},         {"packed-lookup", 8},      {"packed-lookup", 9},
                    {"packed-lookup", 10},     {"packed-lookup", 11},     {"packed-leaf-starts", 2},
                    {"packed-leaf-starts", 4}, {"packed-leaf-starts", 8}, {"packed-leaf-starts", 6},
                    {"packed-leaf-starts", 5}, {"packed-pack", 20},       {"packed-pack", 21},
                    {"packed-pack", 22},       {"packed-pack", 23},       {"source", 325}};
    CHECK(search_of(false, 36) == far);
    CHECK(search_of(true, 36) == far);
    CHECK(search_of(true, 39) == Named{{"packed-sum", 0}});
}

TEST_CASE("A block's count is read from where its algorithm left it, a descriptor from the scan") {
    const StreamLayout layout = make_stream_layout(16, 4, 16384);
    Trace trace(Trace::Detail::reads);
    const auto pass = [&trace](std::string_view name, int step) {
        return static_cast<std::int32_t>(index_of(trace, name, step));
    };
    const CompactionOptions options{.algorithm = Algorithm::jj,
                                    .prefix_sum = PrefixSumMethod::hillis_steele,
                                    .discriminator = test::letters};
    compact(test::payload_of(test::sixteen), layout, options, &trace);
    CHECK(reads_of(trace, pass::block_count, 0, 2) == Reads{{pass(pass::doubling, 2), 11}});
    // The channels of the third descriptor: column and row, offset, count. Two rows of two blocks.
    const auto counts = pass(pass::block_count, 0);
    CHECK(reads_of(trace, pass::block_descriptor, 0, 8).empty());
    CHECK(reads_of(trace, pass::block_descriptor, 0, 10) ==
          Reads{{counts + 1, 2}, {counts, 2}, {counts + 3, 0}});
    CHECK(reads_of(trace, pass::block_descriptor, 0, 11) == Reads{{counts, 2}});

    // ... and the binary tree has it in its root.
    Trace of_tree(Trace::Detail::reads);
    compact(test::payload_of(test::sixteen), layout,
            {.algorithm = Algorithm::bt, .discriminator = test::letters}, &of_tree);
    CHECK(reads_of(of_tree, pass::block_count, 0, 2) == Reads{{2, 2}});
}

TEST_CASE("A joined element reads its block's descriptor and its place in the compacted blocks") {
    const StreamLayout layout{.size = 8, .block = 4, .width = 4, .height = 2};
    Trace trace(Trace::Detail::reads);
    const Stream compacted(std::vector<float>{1, -1, -1, -1, 2, 3, -1, -1}, {.pass = 7});
    const Stream descriptors(std::vector<float>{0, 0, 0, 1, 0, 1, 1, 2}, {.pass = 9});
    CHECK(concatenate(compacted, descriptors, layout, &trace).origin().pass == 1);
    CHECK(trace.passes()[0].reads == std::vector<Reads>(8));
    CHECK(trace.passes()[1].reads == std::vector<Reads>{{{9, 0}, {9, 1}, {9, 2}, {7, 0}},
                                                        {{9, 4}, {9, 5}, {9, 6}, {7, 4}},
                                                        {{9, 4}, {9, 5}, {9, 6}, {7, 5}},
                                                        {},
                                                        {},
                                                        {},
                                                        {},
                                                        {}});
}

TEST_CASE(
    "Descriptors, packed groups, counts of a HistoPyramid and of a look are four floats a texel, flags one") {
    const StreamLayout layout = make_stream_layout(16, 4, 16384);
    Trace trace;
    compact(test::payload_of(test::sixteen), layout, {.algorithm = Algorithm::jj, .discriminator = {}},
            &trace);
    CHECK(trace.passes()[0].channels == 1);
    CHECK(trace.passes()[index_of(trace, pass::block_descriptor, 0)].channels == 4);
    Trace packed;
    compact(test::payload_of(test::sixteen), layout, {.algorithm = Algorithm::packed, .discriminator = {}},
            &packed);
    CHECK(packed.passes()[0].channels == 4);
    CHECK(packed.passes()[index_of(packed, pass::packed_lookup, 0)].channels == 4);
    Trace pyramid;
    compact(test::payload_of(test::sixteen), layout,
            {.algorithm = Algorithm::histopyramid, .discriminator = {}}, &pyramid);
    CHECK(pyramid.passes()[index_of(pyramid, pass::histopyramid_level, 1)].channels == 4);
    Trace look;
    survey(test::payload_of(test::sixteen), layout, {}, &look);
    for (const TracedPass& pass : look.passes())
        CHECK(pass.channels == 4);
}

TEST_CASE("A look at a stream reads the elements of its samples, and sums read rows, then columns") {
    // Two rows of samples.
    const StreamLayout layout = make_stream_layout(128 * SurveyLayout::elements, 4, 16384);
    Trace trace(Trace::Detail::reads);
    survey(Stream(static_cast<std::size_t>(layout.size), 200.0f), layout, {}, &trace);
    const auto sample = static_cast<std::uint32_t>(SurveyLayout::elements),
               width = static_cast<std::uint32_t>(SurveyLayout::width);
    CHECK(reads_of(trace, pass::survey, 0, 0).size() > 0);
    for (const Read& read : reads_of(trace, pass::survey, 0, 0))
        CHECK((read.pass == source && read.element < sample));
    // Channel 1 of column 2.
    const Reads& rows = reads_of(trace, pass::survey_sum, 1, 9);
    REQUIRE(rows.size() == 2);
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        CHECK(rows[row] == Read{0, 4 * width * row + 9});
    const Reads& columns = reads_of(trace, pass::survey_sum, 2, 1);
    REQUIRE(columns.size() == width);
    for (std::uint32_t column = 0; column < width; ++column)
        CHECK(columns[column] == Read{1, 4 * column + 1});
}

TEST_CASE("Every algorithm computes the same with and without reads, and reads only what was there before") {
    constexpr std::uint64_t seed = 20;
    for (const CompactionOptions& options : all_options()) {
        for (const std::int64_t size : {0, 1, 7, 16, 50, 200}) {
            INFO("seed " << seed << ", " << name_of(options) << ", size " << size);
            const StreamLayout layout = make_stream_layout(size, 8, 16384);
            const Stream values = test::values_for(
                test::make_inv(static_cast<std::size_t>(size), 0.5, test::Distribution::scattered, seed));
            Trace plain, trace(Trace::Detail::reads);
            const CompactionResult expected = compact(values, layout, options, &plain);
            CHECK(compact(values, layout, options, &trace).elements == expected.elements);
            REQUIRE(test::names_of(trace) == test::names_of(plain));
            for (std::size_t p = 0; p < trace.passes().size(); ++p) {
                const TracedPass& pass = trace.passes()[p];
                INFO("pass " << pass.name << " " << pass.step);
                CHECK(pass.values == plain.passes()[p].values);
                REQUIRE(pass.reads.size() == pass.values.size());
                bool earlier = true;
                for (const Reads& reads : pass.reads) {
                    for (const Read& read : reads) {
                        const auto from = static_cast<std::size_t>(read.pass);
                        earlier = earlier && read.pass < static_cast<std::int32_t>(p) &&
                                  read.element < (read.pass == source
                                                      ? static_cast<std::size_t>(layout.padded_size())
                                                      : trace.passes()[from].values.size());
                    }
                }
                CHECK(earlier);
            }
        }
    }
}

TEST_CASE("An element that has not read a value of the source does not change with it") {
    constexpr std::uint64_t seed = 30;
    Random random(seed);
    for (const CompactionOptions& options : all_options()) {
        for (const int size : {9, 32, 70}) {
            const StreamLayout layout = make_stream_layout(size, 1 << random.between(1, 4), 16384);
            INFO("seed " << seed << ", " << name_of(options) << ", size " << size << ", block "
                         << layout.block);
            Stream values = test::values_for(test::make_inv(static_cast<std::size_t>(size), random.unit(),
                                                            test::Distribution::scattered, random.next()));
            Trace trace(Trace::Detail::reads);
            compact(values, layout, options, &trace);
            const auto sources = sources_of(trace);
            for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(size); ++i) {
                const float value = std::exchange(values[i], values[i] < 128 ? 200.0f : 0.0f);
                Trace changed;
                compact(values, layout, options, &changed);
                values[i] = value;
                REQUIRE(test::names_of(changed) == test::names_of(trace));
                for (std::size_t p = 0; p < sources.size(); ++p) {
                    const TracedPass& pass = trace.passes()[p];
                    for (std::size_t e = 0; e < sources[p].size(); ++e) {
                        // Nothing is read where no block is drawn; with more survivors, one may be.
                        const bool drawn = pass.name != pass::concatenate || !pass.reads[e].empty();
                        if (!drawn || sources[p][e].contains(i) ||
                            pass.values[e] == changed.passes()[p].values[e])
                            continue;
                        FAIL("pass " << pass.name << " " << pass.step << ", element " << e
                                     << " changes with element " << i << " of the source");
                    }
                }
            }
        }
    }
}

TEST_CASE("What a survivor was read from last leads back to its place in the source") {
    constexpr std::uint64_t seed = 40;
    for (const CompactionOptions& options : all_options()) {
        for (const std::int64_t size : {1, 16, 100}) {
            INFO("seed " << seed << ", " << name_of(options) << ", size " << size);
            const StreamLayout layout = make_stream_layout(size, 8, 16384);
            const Stream values = test::values_for(
                test::make_inv(static_cast<std::size_t>(size), 0.6, test::Distribution::runs, seed));
            Trace trace(Trace::Detail::reads);
            const std::vector<float> elements = compact(values, layout, options, &trace).elements;
            for (std::size_t i = 0; i < elements.size(); ++i) {
                Read read{static_cast<std::int32_t>(trace.passes().size()) - 1,
                          static_cast<std::uint32_t>(i)};
                while (read.pass != source)
                    read = trace.passes()[static_cast<std::size_t>(read.pass)].reads[read.element].back();
                CHECK(read.element == static_cast<std::uint32_t>(elements[i]));
            }
        }
    }
}

} // namespace scanline::raster::reference::reads_test
