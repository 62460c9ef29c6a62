// What the algorithms announce: stages, passes and their work.
#include "raster_fixture.h"
#include "scanline/core/pass_observer.h"

#include <optional>

namespace scanline::raster::observer_gl_test {

using test::Stream;

namespace {

/// Records the order of announcements and checks that they nest.
class Listener final : public PassObserver {
public:
    void stage_begins(std::string_view stage) override {
        CHECK(stage_.empty());
        stage_ = stage;
        stages.emplace_back(stage);
    }
    void stage_ends(std::string_view stage) override {
        CHECK(stage_ == stage);
        CHECK_FALSE(in_pass_);
        stage_.clear();
    }
    void pass_begins(const Pass& pass) override {
        CAPTURE(pass.name, pass.step);
        CHECK_FALSE(stage_.empty());
        CHECK_FALSE(in_pass_);
        in_pass_ = true;
        ++passes;
        CHECK(pass.items > 0);
        CHECK(pass.output.handle != 0);
        check_area(pass.output);
        for (const PassResource& input : pass.inputs) {
            CAPTURE(input.name);
            // Reading the texture that a pass draws to is undefined in OpenGL.
            CHECK(input.handle != pass.output.handle);
            CHECK(input.handle != 0);
            check_area(input);
        }
    }
    void pass_ends(const Pass&) override {
        CHECK(in_pass_);
        in_pass_ = false;
    }

    std::vector<std::string> stages;
    int passes = 0;

private:
    static void check_area(const PassResource& resource) {
        CHECK_FALSE(resource.name.empty());
        CHECK(resource.x >= 0);
        CHECK(resource.y >= 0);
        CHECK(resource.width > 0);
        CHECK(resource.height > 0);
        GLint width = 0, height = 0, before = 0;
        glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
        glBindTexture(GL_TEXTURE_2D, resource.handle);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_WIDTH, &width);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, &height);
        glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
        CHECK(resource.x + resource.width <= width);
        CHECK(resource.y + resource.height <= height);
    }

    std::string stage_;
    bool in_pass_ = false;
};

std::vector<std::string> stages_of(Algorithm algorithm) {
    switch (algorithm) {
    case Algorithm::horn:
    case Algorithm::jj: return {"discriminate", "prefix-sum", "search", "block-scan", "concatenation"};
    case Algorithm::rlz:
        return {"discriminate", "run-lengths", "run-extraction", "prefix-sum",
                "search",       "block-scan",  "concatenation"};
    case Algorithm::bt: return {"discriminate", "reduction", "search", "block-scan", "concatenation"};
    case Algorithm::horn_unblocked: return {"discriminate", "prefix-sum", "search"};
    case Algorithm::histopyramid: return {"discriminate", "reduction", "search"};
    case Algorithm::packed:
    case Algorithm::automatic: // the shipped model's choice without a survey
        return {"pack", "reduction", "prefix-sum", "lookup", "search"};
    }
    return {};
}

const Work& work_of(const WorkCounter& counter, std::string_view stage) {
    const auto& stages = counter.stages();
    const auto found = std::ranges::find(stages, stage, &WorkCounter::Stage::name);
    REQUIRE(found != stages.end());
    return found->work;
}

/// passes, items, fetches, passes whose fetches depend on the data
std::array<std::uint64_t, 4> numbers(const Work& work) {
    return {work.passes, work.items, work.fetches, work.uncounted_passes};
}
using Numbers = std::array<std::uint64_t, 4>;

} // namespace

TEST_CASE_METHOD(test::RasterTest,
                 "Stages are announced in the order of the algorithm, and every pass inside one") {
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        for (const PrefixSumMethod prefix_sum : enumerators<PrefixSumMethod>) {
            for (const RunLengthMethod run_lengths : enumerators<RunLengthMethod>) {
                for (int block = min_block; block <= max_block; block *= 2) {
                    CompactionOptions options;
                    options.algorithm = algorithm;
                    options.prefix_sum = prefix_sum;
                    options.run_lengths = run_lengths;
                    INFO(to_string(algorithm) << ", block " << block << ", " << to_string(prefix_sum) << ", "
                                              << to_string(run_lengths));
                    const StreamLayout layout = make_stream_layout(1000, block, 4096);
                    Compactor compactor(engine, layout, options);
                    const StreamTexture stream = make_filled(layout, Stream(1000, 200.0f));
                    Listener listener;
                    engine.set_observer(&listener);
                    compactor(stream);
                    engine.set_observer(nullptr);
                    CHECK(listener.stages == stages_of(algorithm));
                    CHECK(listener.passes > 0);
                }
            }
        }
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "Vertices from a pixel buffer are announced as vertices that are fetched") {
    Engine buffered(context.capabilities(), {.format = {}, .vertex_source = VertexSource::pixel_buffer});
    const StreamLayout layout = make_stream_layout(1000, 16, 4096);
    const StreamTexture stream = buffered.make_stream(layout);
    buffered.upload(stream, layout, Stream(1000, 200.0f));
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        INFO(to_string(algorithm));
        Compactor compactor(buffered, layout, {.algorithm = algorithm, .discriminator = {}});
        Listener listener;
        buffered.set_observer(&listener);
        compactor(stream);
        buffered.set_observer(nullptr);
        CHECK(listener.stages == stages_of(algorithm));
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "The binary tree of 65536 elements in blocks of 256 does the work that is expected") {
    constexpr std::uint64_t n = 65'536;
    const StreamLayout layout = make_stream_layout(n, 256, 4096);
    REQUIRE(layout == StreamLayout{n, 256, 256, 256});
    CompactionOptions options;
    options.prefix_sum = PrefixSumMethod::hillis_steele; // of the block scan
    options.concatenation = ConcatenationMethod::quads;
    Compactor compactor(engine, layout, options);
    const StreamTexture stream = make_filled(layout, Stream(n, 200.0f));
    WorkCounter counter;
    engine.set_observer(&counter);
    compactor(stream);
    engine.set_observer(nullptr);

    CHECK(numbers(work_of(counter, stage::discriminate)) == Numbers{1, n, n, 0});
    // Levels of n/2, n/4 ... n/256 texels, two children each.
    constexpr std::uint64_t nodes = n - n / 256;
    CHECK(numbers(work_of(counter, stage::reduction)) == Numbers{8, nodes, 2 * nodes, 0});
    CHECK(numbers(work_of(counter, stage::search)) == Numbers{1, n, 0, 1});
    // 256 blocks in a texture of 16 x 16: count; 4 doublings of rows; 16 totals and 4 doublings of those;
    // descriptors.
    CHECK(numbers(work_of(counter, stage::block_scan)) == Numbers{1 + 4 + 1 + 4 + 1,
                                                                  256 + 4 * 256 + 16 + 4 * 16 + 256,
                                                                  256 + 8 * 256 + 16 + 8 * 16 + 3 * 256, 0});
    // The cleared output; two rectangles per block.
    CHECK(numbers(work_of(counter, stage::concatenation)) == Numbers{2, n + 256 * 8, 0, 1});
    CHECK(counter.total().items == 3 * n + nodes + 1616 + 2048);
}

TEST_CASE_METHOD(test::RasterTest,
                 "The prefix sums by doubling do log2(b) full passes, those by the tree about three") {
    constexpr std::uint64_t n = 65'536;
    const StreamLayout layout = make_stream_layout(n, 256, 4096);
    const StreamTexture stream = make_filled(layout, Stream(n, 200.0f));
    const auto work = [&](PrefixSumMethod method) {
        CompactionOptions options;
        options.algorithm = Algorithm::horn;
        options.prefix_sum = method;
        Compactor compactor(engine, layout, options);
        WorkCounter counter;
        engine.set_observer(&counter);
        compactor(stream);
        engine.set_observer(nullptr);
        return numbers(work_of(counter, stage::prefix_sum));
    };
    CHECK(work(PrefixSumMethod::hillis_steele) == Numbers{8, 8 * n, 16 * n, 0});
    // Up: n/2 ... n/128. Down: n/128 ... n/2, and n leaves with a third fetch.
    constexpr std::uint64_t nodes = n - n / 128;
    CHECK(work(PrefixSumMethod::blelloch) == Numbers{15, 2 * nodes + n, 4 * nodes + 3 * n, 0});
}

TEST_CASE_METHOD(test::RasterTest,
                 "The algorithms on a whole stream of 65536 elements do the work that is expected") {
    constexpr std::uint64_t n = 65'536;
    const StreamLayout layout = make_stream_layout(n, 256, 4096);
    const StreamTexture stream = make_filled(layout, Stream(n, 200.0f));
    WorkCounter counter;
    const auto run = [&](Algorithm algorithm) {
        Compactor compactor(engine, layout, {.algorithm = algorithm, .discriminator = {}});
        counter = {};
        engine.set_observer(&counter);
        compactor(stream);
        engine.set_observer(nullptr);
    };
    run(Algorithm::horn_unblocked);
    CHECK(numbers(work_of(counter, stage::discriminate)) == Numbers{1, n, n, 0});
    CHECK(numbers(work_of(counter, stage::prefix_sum)) == Numbers{16, 16 * n, 32 * n, 0});
    // The rows that survivors reach and those after them: every texel once.
    CHECK(numbers(work_of(counter, stage::search)) == Numbers{1, n, 0, 1});

    run(Algorithm::histopyramid);
    // Levels of n/4, n/16 ... 1 texels, four children each.
    constexpr std::uint64_t nodes = (n - 1) / 3;
    CHECK(numbers(work_of(counter, stage::reduction)) == Numbers{8, nodes, 4 * nodes, 0});
    CHECK(numbers(work_of(counter, stage::search)) == Numbers{1, n, 0, 1});

    run(Algorithm::packed);
    constexpr std::uint64_t leaves = n / 64, entries = n / 16;
    CHECK(numbers(work_of(counter, stage::pack)) == Numbers{1, leaves, n, 0});
    // Levels of leaves/16 texels, then of leaves/256 and of the root, which both fill up a row of 16.
    constexpr std::uint64_t packed_nodes = leaves / 16 + 16 + 16;
    CHECK(numbers(work_of(counter, stage::reduction)) == Numbers{3, packed_nodes, 16 * packed_nodes, 0});
    CHECK(numbers(work_of(counter, stage::prefix_sum)) == Numbers{2, leaves / 16 + leaves, 0, 2});
    CHECK(numbers(work_of(counter, stage::lookup)) == Numbers{1, entries, 0, 1});
    CHECK(numbers(work_of(counter, stage::search)) == Numbers{1, n, 0, 1});
    CHECK(counter.total().items == n + entries + 2 * leaves + leaves / 16 + packed_nodes);
}

TEST_CASE_METHOD(test::RasterTest, "The result is the same with an observer and without one") {
    constexpr std::uint64_t seed = 1001;
    const Stream values = test::values_for(test::make_inv(5000, 0.4, test::Distribution::runs, seed));
    const StreamLayout layout = make_stream_layout(5000, 64, 4096);
    const StreamTexture stream = make_filled(layout, values);
    for (const Algorithm algorithm : enumerators<Algorithm>) {
        INFO(to_string(algorithm) << ", seed " << seed);
        CompactionOptions options;
        options.algorithm = algorithm;
        Compactor compactor(engine, layout, options);
        REQUIRE(engine.observer() == nullptr);
        compactor(stream);
        const Stream alone = compactor.read_elements();
        TraceRecorder recorder;
        WorkCounter counter;
        ObserverChain both({&recorder, &counter});
        engine.set_observer(&both);
        compactor(stream);
        engine.set_observer(nullptr);
        CHECK(compactor.read_elements() == alone);
        CHECK(counter.total().passes == recorder.trace().passes().size());
    }
}

} // namespace scanline::raster::observer_gl_test
