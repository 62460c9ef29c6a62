// The interface of scans: its examples, errors, announcements and defaults.
#include "scan_check.h"
#include "scanline/compute/look_back.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <limits>
#include <type_traits>

namespace scan_interface_gl_test {

using namespace scanline;
using namespace scanline::compute;
using scanline::test::ComputeTest;
using scanline::test::usage_message;
using Numbers = std::vector<std::uint32_t>;

static_assert(!std::is_copy_constructible_v<Scan<float>> && !std::is_copy_assignable_v<Scan<float>>);
static_assert(std::is_nothrow_move_constructible_v<Scan<float>> &&
              std::is_nothrow_move_assignable_v<Scan<float>>);

namespace {

/// Records announcements and checks that they nest.
class Listener final : public PassObserver {
public:
    void stage_begins(std::string_view stage) override {
        CHECK(stage_.empty());
        stage_ = stage;
        heard.push_back(fmt::format("begin {}", stage));
    }
    void stage_ends(std::string_view stage) override {
        CHECK(stage_ == stage);
        CHECK(pass_.empty());
        stage_.clear();
        heard.push_back(fmt::format("end {}", stage));
    }
    void pass_begins(const Pass& pass) override {
        CHECK_FALSE(stage_.empty());
        CHECK(pass_ == ""); // passes follow one another
        pass_ = pass.name;
        heard.emplace_back(pass.name);
        output = fmt::format("{} {} + {}", pass.output.name, pass.output.x, pass.output.width);
        inputs.clear();
        for (const PassResource& input : pass.inputs)
            inputs.push_back(fmt::format("{} {} + {}", input.name, input.x, input.width));
        CHECK(pass.items > 0);
        CHECK(pass.step == 0);
        for (const PassResource& input : pass.inputs)
            CHECK(glIsBuffer(input.handle) == GL_TRUE);
        CHECK(glIsBuffer(pass.output.handle) == GL_TRUE);
        CHECK(pass.output.height == 1);
        CHECK(pass.output.channels == 1);
    }
    void pass_ends(const Pass& pass) override {
        CHECK(pass_ == pass.name);
        pass_.clear();
    }

    std::vector<std::string> heard;
    // The last pass: name, first element in its buffer, number of elements.
    std::vector<std::string> inputs;
    std::string output;

private:
    std::string stage_, pass_;
};

} // namespace

TEST_CASE_METHOD(ComputeTest, "The worked examples of the interface come out") {
    for (const std::unique_ptr<Engine>& one : engines()) {
        Engine& engine = *one;
        const DeviceArray<std::uint32_t> a(Numbers{3, 1, 7, 0, 4});
        DeviceArray<std::uint32_t> b(5);
        const Scan<std::uint32_t> exclusive(engine, {.exclusive = true});
        exclusive(a.view(), b.view());
        CHECK(b.download() == Numbers{0, 3, 4, 11, 11});
        Scan<std::uint32_t> scan(engine);
        scan(a.view(), b.view());
        CHECK(b.download() == Numbers{3, 4, 11, 11, 15});

        DeviceArray<std::uint32_t> numbers(Numbers{3, 1, 2});
        scan(numbers.view(), numbers.view());
        CHECK(numbers.download() == Numbers{3, 4, 6});

        // Floats 128 to 1127 of the application's buffer; the first half into the second.
        std::vector<float> floats(1200, 1.0f);
        DeviceArray<float> array(floats);
        const ArrayView<float> mine = ArrayView<float>::wrap(array.view().range().buffer, 128, 1000);
        const Scan<float> sums(engine);
        sums(mine.part(0, 500), mine.part(500, 500));
        for (std::size_t i = 0; i < 500; ++i)
            floats[628 + i] = static_cast<float>(i + 1);
        CHECK(test::first_difference(array.download(), floats) == "");
    }
}

TEST_CASE_METHOD(ComputeTest, "The identities of the operators are what empty scans give") {
    const auto first_of_exclusive = [this](auto value, Operator op) {
        using T = decltype(value);
        DeviceArray<T> array(std::vector<T>{value});
        const Scan<T> scan(*other_engines().front(), {.op = op,
                                                      .exclusive = true,
                                                      .method = ScanMethod::tree,
                                                      .order = ScanOrder::reduce_then_scan,
                                                      .partition = 256});
        scan(array.view(), array.view());
        return array.download().front();
    };
    CHECK(first_of_exclusive(std::uint32_t{7}, Operator::sum) == 0);
    CHECK(first_of_exclusive(std::uint32_t{7}, Operator::min) == 0xffffffffu);
    CHECK(first_of_exclusive(std::uint32_t{7}, Operator::max) == 0);
    CHECK(first_of_exclusive(std::int32_t{7}, Operator::min) == std::numeric_limits<std::int32_t>::max());
    CHECK(first_of_exclusive(std::int32_t{7}, Operator::max) == std::numeric_limits<std::int32_t>::min());
    CHECK(first_of_exclusive(7.0f, Operator::sum) == 0.0f);
    CHECK(first_of_exclusive(7.0f, Operator::min) == std::numeric_limits<float>::infinity());
    CHECK(first_of_exclusive(7.0f, Operator::max) == -std::numeric_limits<float>::infinity());
}

TEST_CASE_METHOD(ComputeTest, "A scan of no elements is nothing to do") {
    Listener listener;
    engine().set_observer(&listener);
    for (const ScanOrder order : enumerators<ScanOrder>) {
        const Scan<std::uint32_t> scan(engine(), {.order = order});
        scan(ArrayView<std::uint32_t>(), ArrayView<std::uint32_t>());
        DeviceArray<std::uint32_t> array(Numbers{1, 2, 3});
        scan(array.view().part(1, 0), array.view().part(1, 0));
        scan(array.view().part(1, 0), array.view().part(2, 0), std::as_const(array).view());
        CHECK(array.download() == Numbers{1, 2, 3});
    }
    engine().set_observer(nullptr);
    CHECK(listener.heard.empty());
    CHECK(engine().arena().allocations() == 0);
    CHECK(engine().look_back().bytes() == 0);
}

TEST_CASE_METHOD(ComputeTest, "A scan says what was chosen for it, and moves") {
    for (const ScanMethod method : enumerators<ScanMethod>)
        CHECK(Scan<std::uint32_t>(engine(), {.method = method}).method() == method);
    for (const ScanOrder order : enumerators<ScanOrder>)
        CHECK(Scan<std::uint32_t>(engine(), {.order = order}).order() == order);
    CHECK(Scan<std::uint32_t>(engine(), {.partition = 512}).partition() == 512);
    // The tree keeps its tile in shared memory.
    CHECK(Scan<std::uint32_t>(engine(), {.method = ScanMethod::tree}).partition() <= 4096);

    Scan<std::uint32_t> first(engine());
    const Scan<std::uint32_t> moved(std::move(first));
    Scan<std::uint32_t> assigned(engine(), {.exclusive = true});
    assigned = Scan<std::uint32_t>(engine(), {.op = Operator::max});
    DeviceArray<std::uint32_t> array(Numbers{3, 1, 7, 0, 4});
    assigned(array.view(), array.view());
    CHECK(array.download() == Numbers{3, 3, 7, 7, 7});
    moved(array.view(), array.view());
    CHECK(array.download() == Numbers{3, 6, 13, 20, 27});
}

TEST_CASE_METHOD(ComputeTest, "The passes of a scan are announced in their order") {
    constexpr std::int64_t size = 5000;
    DeviceArray<std::uint32_t> array(Numbers(size, 1)), output(size);
    const auto heard = [&](ScanOrder order) {
        const Scan<std::uint32_t> scan(engine(), {.order = order, .partition = 2048});
        Listener listener;
        engine().set_observer(&listener);
        scan(array.view(), output.view());
        engine().set_observer(nullptr);
        CHECK(output.download().back() == size);
        return listener.heard;
    };
    using Lines = std::vector<std::string>;
    CHECK(heard(ScanOrder::reduce_then_scan) ==
          Lines{"begin scan", "scan-reduce", "scan-totals", "scan-tile", "end scan"});
    CHECK(heard(ScanOrder::scan_then_add) ==
          Lines{"begin scan", "scan-tile", "scan-totals", "scan-add", "end scan"});
    CHECK(heard(ScanOrder::chained) == Lines{"begin scan", "scan-tile", "end scan"});
}

TEST_CASE_METHOD(ComputeTest, "The passes of a scan of a count follow one another too") {
    DeviceArray<std::uint32_t> array(Numbers(5000, 1));
    const DeviceArray<std::uint32_t> count(Numbers{4000});
    const auto passes_of = [&](bool software) {
        gl::Capabilities kind = capabilities();
        kind.software = software;
        Engine engine(kind);
        const Scan<std::uint32_t> scan(engine, {.order = ScanOrder::reduce_then_scan, .partition = 2048});
        Listener listener;
        engine.set_observer(&listener);
        scan(array.view(), array.view(), count.view());
        return listener.heard;
    };
    CHECK(passes_of(true) == std::vector<std::string>{"begin scan", "dispatch-groups", "scan-reduce",
                                                      "dispatch-groups", "scan-totals", "dispatch-groups",
                                                      "scan-tile", "end scan"});
    // Hardware starts idle groups rather than computing the exact number.
    CHECK(passes_of(false) ==
          std::vector<std::string>{"begin scan", "scan-reduce", "scan-totals", "scan-tile", "end scan"});
}

TEST_CASE_METHOD(ComputeTest, "The last pass of a scan is announced with the results as what it writes") {
    DeviceArray<std::uint32_t> array(Numbers(5000, 1)), output(6000);
    for (const ScanOrder order : enumerators<ScanOrder>) {
        INFO(to_string(order));
        const Scan<std::uint32_t> scan(engine(), {.order = order, .partition = 2048});
        Listener listener;
        engine().set_observer(&listener);
        scan(array.view().part(3, 4500), output.view().part(100, 4500));
        engine().set_observer(nullptr);
        CHECK(listener.output == "results 100 + 4500");
        if (order != ScanOrder::scan_then_add)
            CHECK(listener.inputs.front() == "elements 3 + 4500");
    }
}

TEST_CASE_METHOD(ComputeTest, "Arrays that cannot be scanned are errors that say why, and nothing changes") {
    const Scan<std::uint32_t> scan(engine());
    const Numbers values{3, 1, 7, 0, 4, 5, 6, 7};
    DeviceArray<std::uint32_t> array(values);
    const auto part = [&](std::int64_t from, std::int64_t count) { return array.view().part(from, count); };
    const GLuint buffer = array.view().range().buffer;

    CHECK(usage_message([&] { scan(part(0, 4), part(4, 3)); }) ==
          "scan: 3 elements given for the output, 4 needed");
    CHECK(usage_message([&] { scan(part(0, 3), part(4, 4)); }) ==
          "scan: 4 elements given for the output, 3 needed");
    CHECK(usage_message([&] { scan(part(0, 5), part(1, 5)); }) ==
          fmt::format("scan: the input (bytes 0 to 20 of buffer {}) and the output (bytes 4 to 24) overlap: "
                      "give them memory of their own",
                      buffer));
    CHECK(usage_message([&] { scan(part(3, 4), part(1, 4)); }) ==
          fmt::format("scan: the input (bytes 12 to 28 of buffer {}) and the output (bytes 4 to 20) overlap: "
                      "give them memory of their own",
                      buffer));
    CHECK(usage_message([&] { scan(part(0, 4), part(4, 4), part(0, 0)); }) ==
          "scan: 0 elements given for the count, at least 1 needed");
    CHECK(
        usage_message([&] { scan(part(0, 4), part(4, 4), part(7, 1)); }) ==
        fmt::format("scan: the count (bytes 28 to 32 of buffer {}) and the output (bytes 16 to 32) overlap: "
                    "give them memory of their own",
                    buffer));

    // Pretends that the buffer is that long.
    const gl::Capabilities& limits = capabilities();
    const std::int64_t too_many = limits.max_storage_block / 4 + 1;
    const std::string too_large =
        fmt::format(" has {} elements of uint32 ({} bytes), but {} binds at most {} bytes at once: work on "
                    "parts of it",
                    too_many, 4 * too_many, limits.renderer, limits.max_storage_block);
    const ArrayView<std::uint32_t> huge(BufferRange{buffer, 0, too_many});
    CHECK(usage_message([&] { scan(huge, huge); }) == "scan: the input" + too_large);

    // The engine still works.
    CHECK(array.download() == values);
    CHECK(engine().arena().allocations() == 0);
    scan(part(0, 5), part(0, 5));
    CHECK(array.download() == Numbers{3, 4, 11, 11, 15, 5, 6, 7});
}

TEST_CASE_METHOD(ComputeTest, "Options that cannot be are errors that say what can") {
    const auto message_of = [this](const ScanOptions& options) {
        return usage_message([&] { const Scan<std::uint32_t> scan(engine(), options); });
    };
    for (const int partition : {-256, 0, 1, 128, 255, 257, 300, 768, 32'768})
        for (const ScanMethod method : {ScanMethod::vertical, ScanMethod::horizontal})
            CHECK(message_of({.method = method, .partition = partition}) ==
                  fmt::format(
                      "a partition of {} elements cannot be scanned by the method {}: it takes a power of "
                      "two from 256 to 16384",
                      partition, to_string(method)));
    for (const int partition : {128, 5000, 8192})
        CHECK(message_of({.method = ScanMethod::tree, .partition = partition}) ==
              fmt::format(
                  "a partition of {} elements cannot be scanned by the method tree: it takes a power of two "
                  "from 256 to 4096",
                  partition));
}

TEST_CASE_METHOD(ComputeTest, "Options that cannot be of 64-bit integers are errors that say what can") {
    if (!capabilities().shader_int64) {
        WARN("not tried: " << capabilities().renderer << " has no 64-bit integers");
        return;
    }
    const auto message_of = [this](const ScanOptions& options) {
        return usage_message([&] { const Scan<std::uint64_t> scan(engine(), options); });
    };
    CHECK(message_of({.order = ScanOrder::chained}) ==
          "a chained scan of uint64 is not possible: groups exchange only 32 bits; use reduce-then-scan");
    // A tree fits fewer of them into the shared memory that every driver has.
    CHECK(message_of({.method = ScanMethod::tree, .partition = 2048}) == "no error");
    CHECK_THAT(message_of({.method = ScanMethod::tree, .partition = 4096}),
               Catch::Matchers::ContainsSubstring("it takes a power of two from 256 to 2048"));
}

TEST_CASE_METHOD(ComputeTest, "A scan of 64-bit integers that the driver has not is an error") {
    gl::Capabilities none = capabilities();
    none.shader_int64 = false;
    Engine engine(none, {.tier = Tier::shared_memory, .chained = true});
    for (const std::optional<ScanOrder> order :
         {std::optional<ScanOrder>(), std::optional(ScanOrder::chained),
          std::optional(ScanOrder::scan_then_add)})
        CHECK(test::error_message(ErrorKind::no_opengl,
                                  [&] { const Scan<std::uint64_t> scan(engine, {.order = order}); }) ==
              "scanning uint64 needs ARB_gpu_shader_int64, which " + capabilities().renderer +
                  " lacks: use uint32");
}

} // namespace scan_interface_gl_test
