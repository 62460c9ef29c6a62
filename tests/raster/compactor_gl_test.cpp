#include "raster_fixture.h"
#include "scanline/core/error.h"
#include "scanline/raster/blockwise_compaction.h"
#include "scanline/raster/compaction.h"
#include "scanline/raster/compactor.h"

#include <memory>
#include <optional>
#include <type_traits>

namespace scanline::raster::compactor_gl_test {

using test::Stream;

static_assert(!std::is_copy_constructible_v<StreamTexture> && !std::is_copy_assignable_v<StreamTexture>);
static_assert(std::is_nothrow_move_constructible_v<StreamTexture> &&
              std::is_nothrow_move_assignable_v<StreamTexture>);
static_assert(!std::is_copy_constructible_v<StreamPair>);
static_assert(!std::is_copy_constructible_v<Concatenation> && !std::is_copy_constructible_v<BlockScan>);
static_assert(!std::is_copy_constructible_v<Compactor> && !std::is_copy_assignable_v<Compactor>);
static_assert(!std::is_copy_constructible_v<BlockCompaction> &&
              !std::is_move_constructible_v<BlockCompaction>);

namespace {

CompactionOptions options_for(Algorithm algorithm) {
    CompactionOptions options;
    options.algorithm = algorithm;
    return options;
}

template <class Make>
std::optional<Error> error_of(Make make) {
    try {
        make();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

} // namespace

TEST_CASE_METHOD(test::RasterTest, "Whole compactions are those of the CPU twin, pass by pass") {
    constexpr std::uint64_t seed = 801;
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        for (const Algorithm algorithm : enumerators<Algorithm>) {
            CompactionOptions options = options_for(algorithm);
            options.prefix_sum = test::turn_of(turn, enumerators<PrefixSumMethod>);
            options.run_lengths = test::turn_of(turn / 3, enumerators<RunLengthMethod>);
            options.concatenation = test::turn_of(turn / 2, enumerators<ConcatenationMethod>);
            options.payload = turn % 2 == 0 ? Payload::value : Payload::index;
            options.discriminator.negate = turn % 5 == 0;
            INFO(to_string(algorithm)
                 << ", " << test::to_string(layout) << ", " << to_string(options.prefix_sum) << ", "
                 << to_string(options.run_lengths) << ", " << to_string(options.concatenation) << ", payload "
                 << to_string(options.payload) << ", seed " << turn);
            Stream values = test::values_for(test::flags_for(layout, turn));
            values.resize(static_cast<std::size_t>(layout.size));
            const Compaction found = compact(layout, options, values);
            reference::Trace twin;
            const reference::CompactionResult expected = reference::compact(values, layout, options, &twin);
            CHECK(test::difference(found.trace, twin) == "");
            CHECK(test::difference(found.elements, test::expected_elements(values, layout, options)) == "");
            ++turn;
        }
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "Textures of every shape are compacted by the algorithms that work on the whole stream") {
    constexpr std::uint64_t seed = 803;
    std::uint64_t turn = seed;
    for (const VertexSource source : {VertexSource::texture_fetch, VertexSource::pixel_buffer}) {
        Engine drawing(context.capabilities(), {.format = {}, .vertex_source = source});
        for (const int width : {2, 4, 64}) {
            for (const int height : {1, 2, 3, 4, 5, 8, 9, 64, 65}) {
                // The last row as short as it can be, half full and full.
                for (const int missing : {width - 1, width / 2, 0}) {
                    const std::int64_t size = std::int64_t{width} * height - missing;
                    const StreamLayout layout{.size = size, .block = 2, .width = width, .height = height};
                    Stream values = test::values_for(test::flags_for(layout, turn));
                    values.resize(static_cast<std::size_t>(size));
                    const StreamTexture stream = drawing.make_stream(layout);
                    drawing.upload(stream, layout, values);
                    for (const Algorithm algorithm : enumerators<Algorithm>) {
                        if (is_blockwise(algorithm))
                            continue;
                        INFO(to_string(algorithm) << ", " << test::to_string(layout) << ", seed " << turn);
                        const CompactionOptions options = options_for(algorithm);
                        Compactor compactor(drawing, layout, options);
                        compactor(stream);
                        Stream whole = test::expected_elements(values, layout, options);
                        CHECK(compactor.read_count() == static_cast<std::int64_t>(whole.size()));
                        whole.resize(static_cast<std::size_t>(layout.padded_size()), empty_element);
                        CHECK(test::difference(drawing.read(compactor.output(), compactor.output().area()),
                                               whole) == "");
                    }
                    ++turn;
                }
            }
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "Streams of no, one and two elements are compacted by every algorithm",
                 "[drivers]") {
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        for (const int block : {2, 256, 4096}) {
            for (const Stream& values : {Stream{}, Stream{0}, Stream{200}, Stream{0, 0}, Stream{0, 200},
                                         Stream{201, 0}, Stream{201, 200}}) {
                for (const Payload payload : {Payload::value, Payload::index}) {
                    CompactionOptions options = options_for(algorithm);
                    options.payload = payload;
                    const auto size = static_cast<std::int64_t>(values.size());
                    const StreamLayout layout = make_stream_layout(size, block, 4096);
                    INFO(to_string(algorithm)
                         << ", " << test::to_string(layout) << ", payload " << to_string(payload));
                    Compactor compactor(engine, layout, options);
                    compactor(make_filled(layout, values));
                    const Stream expected = test::expected_elements(values, layout, options);
                    CHECK(compactor.read_count() == static_cast<std::int64_t>(expected.size()));
                    CHECK(compactor.read_elements() == expected);
                }
            }
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "The payload is the value of the survivor or its position in the stream",
                 "[drivers]") {
    const Stream values{5, 200, 201, 7, 129, 128, 127.5f, 255};
    const StreamLayout layout = make_stream_layout(8, 4, 4096);
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        INFO(to_string(algorithm));
        CompactionOptions options = options_for(algorithm);
        Stream found = compact(layout, options, values).elements;
        std::ranges::sort(found);
        CHECK(found == Stream{128, 129, 200, 201, 255});
        options.payload = Payload::index;
        found = compact(layout, options, values).elements;
        std::ranges::sort(found);
        CHECK(found == Stream{1, 2, 4, 5, 7});
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "With negate the elements below the threshold survive, and never the padding") {
    const Stream values{5, 200, 201, 7, 129, 128, 127.5f};
    const StreamLayout layout = make_stream_layout(7, 16, 4096);
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        INFO(to_string(algorithm));
        const auto elements = [&](const Discriminator& discriminator) {
            CompactionOptions options = options_for(algorithm);
            options.discriminator = discriminator;
            Stream found = compact(layout, options, values).elements;
            if (!test::keeps_order(algorithm))
                std::ranges::sort(found, {}, [&](float value) { return std::ranges::find(values, value); });
            return found;
        };
        CHECK(elements({.threshold = 128, .negate = true}) == Stream{5, 7, 127.5f});
        CHECK(elements({.threshold = -1000, .negate = false}) == values);
    }
}

TEST_CASE_METHOD(test::RasterTest, "A new discriminator holds from the next call on") {
    const Stream values{10, 20, 30, 40, 50};
    const StreamLayout layout = make_stream_layout(5, 4, 4096);
    Compactor compactor(engine, layout, options_for(Algorithm::bt));
    const StreamTexture stream = make_filled(layout, values);
    compactor(stream);
    CHECK(compactor.read_elements().empty());
    compactor.set_discriminator({.threshold = 30, .negate = false});
    CHECK(compactor.read_elements().empty());
    compactor(stream);
    CHECK(compactor.read_elements() == Stream{30, 40, 50});
    compactor.set_discriminator({.threshold = 30, .negate = true});
    CHECK(compactor.options().discriminator.negate);
    compactor(stream);
    CHECK(compactor.read_elements() == Stream{10, 20});
}

TEST_CASE_METHOD(test::RasterTest, "Nothing of an earlier stream is left in the results of a later one") {
    constexpr std::uint64_t seed = 802;
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        for (const PrefixSumMethod method : {PrefixSumMethod::hillis_steele, PrefixSumMethod::blelloch}) {
            for (const int block : {2, 16, 256, 4096}) {
                const StreamLayout layout = make_stream_layout(5000, block, 4096);
                CompactionOptions options = options_for(algorithm);
                options.prefix_sum = method;
                Compactor compactor(engine, layout, options);
                // All valid first, which fills every texel of every block, then fewer and fewer, then more
                // again.
                std::uint64_t turn = seed;
                for (const double density : {1.0, 0.5, 0.01, 0.0, 0.3, 1.0, 0.0}) {
                    INFO(to_string(algorithm) << ", " << to_string(method) << ", block " << block
                                              << ", density " << density << ", seed " << turn);
                    const Stream values = test::values_for(
                        test::make_inv(5000, density, test::Distribution::scattered, turn++));
                    compactor(make_filled(layout, values));
                    const reference::CompactionResult expected = reference::compact(values, layout, options);
                    Stream whole = expected.elements;
                    whole.resize(static_cast<std::size_t>(layout.padded_size()), empty_element);
                    CHECK(test::difference(read(compactor.output()), whole) == "");
                    CHECK(test::difference(compactor.read_elements(),
                                           test::expected_elements(values, layout, options)) == "");
                    if (!is_blockwise(algorithm))
                        continue;
                    CHECK(test::difference(compactor.blockwise()->read_blocks(), expected.blocks) == "");
                    const std::vector<int> counts = compactor.blockwise()->read_block_counts();
                    CHECK(Stream(counts.begin(), counts.end()) == expected.counts);
                }
            }
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "Two compactors of one engine do not disturb one another") {
    const StreamLayout small = make_stream_layout(100, 16, 4096);
    const StreamLayout large = make_stream_layout(3000, 256, 4096);
    const Stream few = test::values_for(test::make_inv(100, 0.3, test::Distribution::scattered, 1));
    const Stream many = test::values_for(test::make_inv(3000, 0.7, test::Distribution::runs, 2));
    Compactor first(engine, small, options_for(Algorithm::bt));
    Compactor second(engine, large, options_for(Algorithm::rlz));
    first(make_filled(small, few));
    second(make_filled(large, many));
    CHECK(first.read_elements() == test::survivors_of(few, first.options()));
    CHECK(second.read_elements() == test::survivors_of(many, second.options()));
}

TEST_CASE_METHOD(test::RasterTest,
                 "Compactors of all algorithms, made before any of them runs, share programs and are right") {
    constexpr std::uint64_t seed = 805;
    const StreamLayout layout = make_stream_layout(3000, 64, 4096);
    const Stream values = test::values_for(test::make_inv(3000, 0.1, test::Distribution::scattered, seed));
    for (const VertexSource source : {VertexSource::texture_fetch, VertexSource::pixel_buffer}) {
        Engine drawing(context.capabilities(), {.format = {}, .vertex_source = source});
        const StreamTexture stream = drawing.make_stream(layout);
        drawing.upload(stream, layout, values);
        std::vector<std::unique_ptr<Compactor>> compactors;
        for (const Algorithm algorithm : enumerators<Algorithm>)
            compactors.push_back(std::make_unique<Compactor>(drawing, layout, options_for(algorithm)));
        // In both directions, so that each of two comes after the other once.
        std::vector<Compactor*> turns;
        for (const auto& compactor : compactors)
            turns.push_back(compactor.get());
        for (std::size_t i = compactors.size(); i-- > 0;)
            turns.push_back(compactors[i].get());
        for (Compactor* compactor : turns) {
            INFO(to_string(compactor->options().algorithm) << ", seed " << seed);
            (*compactor)(stream);
            Stream expected = test::expected_elements(values, layout, compactor->options());
            CHECK(compactor->read_count() == static_cast<std::int64_t>(expected.size()));
            expected.resize(static_cast<std::size_t>(layout.padded_size()), empty_element);
            CHECK(test::difference(drawing.read(compactor->output(), compactor->output().area()), expected) ==
                  "");
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "A compactor says what it was made for and what it keeps") {
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        INFO(to_string(algorithm));
        const StreamLayout layout = make_stream_layout(10'000, 64, 4096);
        const Compactor compactor(engine, layout, options_for(algorithm));
        CHECK(compactor.layout() == layout);
        CHECK(compactor.options().algorithm == algorithm);
        CHECK(compactor.monotonic() == test::keeps_order(algorithm));
        // At least the flags, an intermediate texture and the output; or the output and a table of 4 MiB.
        CHECK(compactor.scratch_bytes() >= 3 * layout.padded_size() * 4);
        REQUIRE((compactor.blockwise() != nullptr) == is_blockwise(algorithm));
        if (!is_blockwise(algorithm))
            continue;
        CHECK(compactor.blockwise()->concatenation() ==
              (engine.lines_exact() ? ConcatenationMethod::lines : ConcatenationMethod::quads));
        CompactionOptions quads = options_for(algorithm);
        quads.concatenation = ConcatenationMethod::quads;
        CHECK(BlockwiseCompaction(engine, layout, quads).concatenation() == ConcatenationMethod::quads);
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "Constructing a compactor again compiles nothing, and running one never does") {
    const StreamLayout layout = make_stream_layout(1000, 64, 4096);
    const StreamTexture stream = make_filled(layout, Stream(1000, 200.0f));
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        INFO(to_string(algorithm));
        Compactor compactor(engine, layout, options_for(algorithm));
        const std::size_t programs = engine.programs().size();
        compactor(stream);
        Compactor again(engine, layout, options_for(algorithm));
        again(stream);
        CHECK(engine.programs().size() == programs);
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "The limits of the era refuse Jumping Jack above blocks of 256, and nothing else") {
    const auto make = [&](Algorithm algorithm, int block) {
        CompactionOptions options = options_for(algorithm);
        options.sm3_limits = true;
        return error_of([&] { Compactor(engine, make_stream_layout(10'000, block, 4096), options); });
    };
    for (const int block : {512, 1024, 2048, 4096}) {
        const auto error = make(Algorithm::jj, block);
        REQUIRE(error);
        CHECK(error->kind() == ErrorKind::usage);
        CHECK(error->what() ==
              fmt::format("jj at block size {} may loop {} times, the era's limit is 256: choose blocks of "
                          "at most 256 or lift the era limits",
                          block, block));
    }
    for (int block = min_block; block <= 256; block *= 2)
        CHECK_FALSE(make(Algorithm::jj, block));
    for (const Algorithm algorithm : enumerators<Algorithm>)
        if (algorithm != Algorithm::jj)
            CHECK_FALSE(make(algorithm, max_block));
}

TEST_CASE_METHOD(test::RasterTest, "Block sizes that are no power of two from 2 to 4096 are usage errors") {
    for (const int block : {-256, -1, 0, 1, 3, 100, 8192}) {
        const auto error = error_of([&] { make_stream_layout(1000, block, 4096); });
        REQUIRE(error);
        CHECK(error->kind() == ErrorKind::usage);
        CHECK(error->what() ==
              fmt::format("block size {} is not a power of two from 2 to 4096: choose one, for example 256",
                          block));
    }
}

TEST_CASE_METHOD(test::RasterTest, "The largest stream is compacted exactly", "[repeat]") {
    const StreamLayout layout =
        make_stream_layout(max_stream_size, 256, engine.capabilities().max_texture_size);
    const Algorithm algorithm =
        GENERATE(Algorithm::bt, Algorithm::horn_unblocked, Algorithm::histopyramid, Algorithm::packed);
    INFO(to_string(algorithm));
    CompactionOptions options = options_for(algorithm);
    options.payload = Payload::index;
    options.discriminator.threshold = 1;
    // All but every seventh element, so that most positions are odd numbers near 2^24.
    Stream values(static_cast<std::size_t>(max_stream_size), 1.0f);
    for (std::size_t i = 0; i < values.size(); i += 7)
        values[i] = 0.0f;
    Compactor compactor(engine, layout, options);
    compactor(make_filled(layout, values));
    CHECK(test::difference(compactor.read_elements(), test::expected_elements(values, layout, options)) ==
          "");
    const auto error = error_of([&] { make_stream_layout(max_stream_size + 1, 256, 16384); });
    REQUIRE(error);
    CHECK_THAT(error->what(), Catch::Matchers::ContainsSubstring("16777217") &&
                                  Catch::Matchers::ContainsSubstring("16777216"));
}

} // namespace scanline::raster::compactor_gl_test
