#include "scanline/raster/auto_compaction.h"

#include "raster_fixture.h"

#include <memory>

namespace scanline::raster::auto_compaction_gl_test {

using test::Stream;

namespace {

constexpr CompactionChoice sparse{Algorithm::bt, 128}, dense{Algorithm::horn, 32};
constexpr std::int64_t size = 20'003;

/// The binary tree for streams of which less than half is valid, Horn's search for the others.
AutoModel crossing() {
    constexpr double each = 1.0 / size;
    return {{{dense, 1, 2 * each, 0, 0}, {sparse, 1, 0, 4 * each, 0}}, 0.1};
}

CompactionOptions options_with(const AutoModel& model, Adaption adaption = Adaption::global) {
    CompactionOptions options;
    options.algorithm = Algorithm::automatic;
    options.automatic.adaption = adaption;
    options.automatic.model = std::make_shared<const AutoModel>(model);
    return options;
}

Stream values_of_density(double density, std::uint64_t seed) {
    return test::values_for(
        test::make_inv(static_cast<std::size_t>(size), density, test::Distribution::scattered, seed));
}

/// The density of a stream that is surveyed in full.
double density_of(const Stream& values, const Discriminator& discriminator = {}) {
    return static_cast<double>(std::ranges::count_if(values, discriminator)) /
           static_cast<double>(values.size());
}

/// Records the announced stages.
class Stages final : public PassObserver {
public:
    void stage_begins(std::string_view stage) override { names.emplace_back(stage); }
    std::vector<std::string> names;
};
using Names = std::vector<std::string>;

class AutoTest : public test::RasterTest {
protected:
    /// Compacts, and compares the whole output and the number of survivors with std::copy_if.
    void check_run(Engine& drawing, AutoCompaction& compact, const Stream& values,
                   const CompactionOptions& options) {
        const StreamTexture stream = drawing.make_stream(layout_), output = drawing.make_stream(layout_);
        drawing.upload(stream, layout_, values);
        Stages stages;
        {
            const gl::StateGuard guard;
            const ObserverScope scope(drawing, &stages);
            compact(stream, options.discriminator, output);
        }
        stages_ = stages.names;
        Stream expected = test::survivors_of(values, options);
        CHECK(read_count(drawing, compact.count()) == static_cast<std::int64_t>(expected.size()));
        expected.resize(static_cast<std::size_t>(layout_.padded_size()), empty_element);
        CHECK(test::difference(drawing.read(output, output.area()), expected) == "");
    }
    void check_run(AutoCompaction& compact, const Stream& values, const CompactionOptions& options) {
        check_run(engine, compact, values, options);
    }

    const StreamLayout layout_ = make_stream_layout(size, 256, 4096);
    Names stages_; ///< of the last run
    const Names bt_stages_{"discriminate", "reduction", "search", "block-scan", "concatenation"};
    const Names horn_stages_{"discriminate", "prefix-sum", "search", "block-scan", "concatenation"};

    static Names joined(Names first, const Names& second) {
        first.insert(first.end(), second.begin(), second.end());
        return first;
    }
};

} // namespace

TEST_CASE_METHOD(AutoTest, "A global choice goes by the stream itself, whatever came before") {
    constexpr std::uint64_t seed = 1401;
    const VertexSource source = GENERATE(VertexSource::texture_fetch, VertexSource::pixel_buffer);
    Engine drawing(context.capabilities(), {.format = {}, .vertex_source = source});
    std::uint64_t turn = seed;
    for (const Payload payload : {Payload::value, Payload::index}) {
        for (const bool negate : {false, true}) {
            CompactionOptions options = options_with(crossing());
            options.payload = payload;
            options.discriminator.negate = negate;
            AutoCompaction compact(drawing, layout_, options);
            CHECK(compact.plan().survey);
            CHECK_FALSE(compact.features());
            CHECK(compact.choice() == sparse);
            for (const double density : {0.9, 0.05, 1.0, 0.0, 0.7, 0.3}) {
                INFO("density " << density << (negate ? ", negated" : "") << ", seed " << turn);
                const Stream values = values_of_density(density, turn++);
                check_run(drawing, compact, values, options);
                REQUIRE(compact.features());
                const double valid = density_of(values, options.discriminator);
                CHECK(compact.features()->density == Catch::Approx(valid).epsilon(1e-12));
                const bool is_dense = valid > 0.5;
                CHECK(compact.choice() == (is_dense ? dense : sparse));
                CHECK(stages_ == joined({"survey"}, is_dense ? horn_stages_ : bt_stages_));
            }
        }
    }
}

TEST_CASE_METHOD(AutoTest, "A global choice goes by the changes in the stream too") {
    // The same density, as noise and in one run.
    constexpr double each = 1.0 / size;
    const CompactionOptions options =
        options_with({{{dense, 1, 2 * each, 0, 0}, {sparse, 1, 0, 0, 10 * each}}, 0.1});
    AutoCompaction compact(engine, layout_, options);
    REQUIRE(compact.plan().survey);
    check_run(compact, values_of_density(0.5, 1402), options);
    CHECK(compact.choice() == dense);
    CHECK(compact.features()->changes == Catch::Approx(0.5).margin(0.03));
    check_run(compact, test::values_for(test::make_inv(size, 0.5, test::Distribution::front, 0)), options);
    CHECK(compact.choice() == sparse);
    CHECK(compact.features()->changes < 0.001);
}

TEST_CASE_METHOD(AutoTest, "A temporal choice goes by the stream before, and the first waits for nothing") {
    constexpr std::uint64_t seed = 1403;
    AutoModel model = crossing();
    model.survey_milliseconds = 100; // would not pay if auto waited for it
    const CompactionOptions options = options_with(model, Adaption::temporal);
    AutoCompaction compact(engine, layout_, options);
    REQUIRE(compact.plan().survey);
    std::vector<Stream> frames;
    for (const double density : {0.9, 0.1, 0.2, 0.8, 0.95, 0.0})
        frames.push_back(values_of_density(density, seed + frames.size()));
    CAPTURE(seed);
    for (std::size_t i = 0; i < frames.size(); ++i) {
        CAPTURE(i);
        check_run(compact, frames[i], options);
        const bool is_dense = i > 0 && density_of(frames[i - 1]) > 0.5;
        CHECK(compact.choice() == (is_dense ? dense : sparse));
        CHECK(stages_ == joined(is_dense ? horn_stages_ : bt_stages_, {"survey"}));
        REQUIRE(compact.features().has_value() == (i > 0));
        if (i > 0)
            CHECK(compact.features()->density == Catch::Approx(density_of(frames[i - 1])).epsilon(1e-12));
        glFinish(); // the survey arrives
    }
}

TEST_CASE_METHOD(AutoTest, "A temporal choice stays while a look cannot be sent") {
    const CompactionOptions options = options_with(crossing(), Adaption::temporal);
    AutoCompaction compact(engine, layout_, options);
    const Stream full = values_of_density(1.0, 1);
    const gl::Query query = gl::Query::create();
    glBeginQuery(GL_SAMPLES_PASSED, query.id());
    for (int frame = 0; frame < 3; ++frame) {
        check_run(compact, full, options);
        glFinish();
        CHECK_FALSE(compact.features());
        CHECK(compact.choice() == sparse);
    }
    glEndQuery(GL_SAMPLES_PASSED);
    check_run(compact, full, options);
    glFinish();
    check_run(compact, full, options);
    CHECK(compact.choice() == dense);
}

TEST_CASE_METHOD(AutoTest, "Auto's passes are those of the CPU twin, with looks and without", "[drivers]") {
    constexpr std::uint64_t seed = 1404;
    std::uint64_t turn = seed;
    for (const Adaption adaption : enumerators<Adaption>) {
        for (const double density : {0.0, 0.1, 0.5, 0.95, 1.0}) {
            for (const std::int64_t elements : {std::int64_t{0}, std::int64_t{1}, std::int64_t{70}, size}) {
                for (const int block : {2, 64, 4096}) {
                    const StreamLayout layout = make_stream_layout(elements, block, 4096);
                    CompactionOptions options = options_with(crossing(), adaption);
                    options.payload = turn % 2 == 0 ? Payload::value : Payload::index;
                    options.discriminator.negate = turn % 3 == 0;
                    INFO(to_string(adaption)
                         << ", " << test::to_string(layout) << ", density " << density << ", seed " << turn);
                    const Stream values =
                        test::values_for(test::make_inv(static_cast<std::size_t>(elements), density,
                                                        test::turn_of(turn, test::all_distributions), turn));
                    ++turn;
                    const Compaction found = compact(layout, options, values);
                    test::Trace twin;
                    const Stream expected = reference::compact(values, layout, options, &twin).elements;
                    CHECK(test::difference(found.trace, twin) == "");
                    CHECK(test::difference(found.elements, expected) == "");
                    CHECK(test::difference(expected, test::survivors_of(values, options)) == "");
                }
            }
        }
    }
}

TEST_CASE_METHOD(AutoTest, "Where a look does not pay, there is none, and the first choice runs") {
    AutoModel model = crossing();
    model.survey_milliseconds = 100;
    const CompactionOptions options = options_with(model);
    AutoCompaction compact(engine, layout_, options);
    CHECK_FALSE(compact.plan().survey);
    check_run(compact, values_of_density(0.9, 1405), options);
    CHECK(stages_ == bt_stages_);
    CHECK(compact.choice() == sparse);
    CHECK_FALSE(compact.features());
    // It keeps one compaction instead of two and a survey.
    CHECK(compact.scratch_bytes() <
          AutoCompaction(engine, layout_, options_with(crossing())).scratch_bytes());
}

TEST_CASE_METHOD(AutoTest, "Auto keeps the order where all that it may choose do") {
    AutoModel model = crossing();
    CHECK(AutoCompaction(engine, layout_, options_with(model)).monotonic());
    model.costs.front().choice.algorithm = Algorithm::jj;
    CompactionOptions options = options_with(model);
    options.automatic.among = {Algorithm::jj, Algorithm::bt};
    AutoCompaction compact(engine, layout_, options);
    REQUIRE(compact.plan().costs.size() == 2);
    CHECK_FALSE(compact.monotonic());
    // By default, it chooses among those that do.
    CHECK(AutoCompaction(engine, layout_, options_with(model)).choice() == sparse);
    options.automatic.among = {Algorithm::bt};
    CHECK(AutoCompaction(engine, layout_, options).monotonic());
}

TEST_CASE_METHOD(AutoTest, "With era limits auto chooses no block that they forbid") {
    CompactionOptions options =
        options_with({{{{Algorithm::jj, 1024}, 1, 0, 0, 0}, {{Algorithm::jj, 128}, 2, 0, 0, 0}}, 0});
    options.automatic.among = {Algorithm::jj};
    const StreamLayout wide = make_stream_layout(size, 1024, 4096);
    CHECK(AutoCompaction(engine, wide, options).choice() == CompactionChoice{Algorithm::jj, 1024});
    options.sm3_limits = true;
    CHECK(AutoCompaction(engine, wide, options).choice() == CompactionChoice{Algorithm::jj, 128});
}

} // namespace scanline::raster::auto_compaction_gl_test
