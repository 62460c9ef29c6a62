// The code of the passes: it is there for every pass, it computes what the pass writes, and it reads what the
// CPU twin reads.
#include "read_code.h"
#include "scenes/compaction/code.h"
#include "scenes/compaction/small/model.h"

#include "scanline/data/generators.h"
#include "scanline/gl/shader_store.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <catch2/catch_all.hpp>
#include <set>

namespace scanline::view::compaction::small::code_test {

namespace {

namespace pass = raster::pass;

/// A run of the CPU twin: 250 elements in 64 blocks, whose counts lie in 8 rows.
class Twin {
public:
    Twin(const raster::CompactionOptions& options, double density, unsigned seed)
        : algorithm_(options.algorithm) {
        const data::Image mask = data::bernoulli_mask(25, 10, density, seed);
        values_.assign(mask.pixels.begin(), mask.pixels.end());
        raster::reference::compact(values_, layout, options, &trace);
        passes = passes_of(trace);
    }

    /// The listing of a texel; its reads from other passes are noted.
    Listing list(int step, std::int64_t texel) {
        reads.clear();
        const auto read = [&, step](int from, std::int64_t number) -> std::optional<float> {
            const std::vector<float>& numbers =
                from < 0 ? values_ : trace.passes()[static_cast<std::size_t>(from)].values;
            if (number < 0 || number >= static_cast<std::int64_t>(numbers.size()))
                return std::nullopt;
            if (from != step)
                reads.push_back({from, static_cast<std::uint32_t>(number)});
            return numbers[static_cast<std::size_t>(number)];
        };
        const raster::reference::TracedPass& traced = trace.passes()[static_cast<std::size_t>(step)];
        const auto first = static_cast<std::size_t>(texel * traced.channels);
        return listing_of(CodeTexel{passes, step, texel, read}, algorithm_, "",
                          fmt::format("{}", traced.values[first]));
    }

    const raster::StreamLayout layout = raster::make_stream_layout(250, 4, 1024);
    raster::reference::Trace trace{raster::reference::Trace::Detail::reads};
    std::vector<PassName> passes;
    std::vector<raster::reference::Read> reads;

private:
    raster::Algorithm algorithm_;
    std::vector<float> values_;
};

constexpr std::array methods{
    std::pair(raster::PrefixSumMethod::hillis_steele, raster::RunLengthMethod::recursive_doubling),
    std::pair(raster::PrefixSumMethod::blelloch, raster::RunLengthMethod::balanced_tree)};

template <class Check>
void for_every_texel(Check check) {
    for (const raster::Algorithm algorithm : small_algorithms) {
        for (const auto& [prefix_sum, run_lengths] : methods) {
            for (const unsigned seed : {1u, 2u}) {
                raster::CompactionOptions options;
                options.algorithm = algorithm;
                options.prefix_sum = prefix_sum;
                options.run_lengths = run_lengths;
                options.payload = raster::Payload::index;
                Twin twin(options, seed == 1 ? 0.5 : 0.2, seed);
                for (int step = 0; step < static_cast<int>(twin.passes.size()); ++step) {
                    const auto& traced = twin.trace.passes()[static_cast<std::size_t>(step)];
                    INFO(to_string(algorithm) << ' ' << to_string(prefix_sum) << ", seed " << seed << ": "
                                              << traced.name << ' ' << traced.step);
                    for (std::size_t i = 0; i < traced.values.size();
                         i += static_cast<std::size_t>(traced.channels))
                        check(twin, step, static_cast<std::int64_t>(i) / traced.channels);
                }
            }
        }
    }
}

} // namespace

TEST_CASE("the code of a pass computes from the numbers beside it what the pass has written") {
    std::set<std::string> computed;
    for_every_texel([&](Twin& twin, int step, std::int64_t texel) {
        const auto& traced = twin.trace.passes()[static_cast<std::size_t>(step)];
        const ReadCode code(twin.list(step, texel));
        INFO("texel " << texel);
        REQUIRE(code.has_result);
        std::optional<float> expected = code.number_of(code.out);
        const float written = traced.values[static_cast<std::size_t>(texel * traced.channels)];
        const auto counted = [&](const char* name) { return code.number_of(name).value_or(0); };
        if (code.out.starts_with("valid"))
            expected = (counted("value") >= 128) == code.out.ends_with("1 : 0") ? 1.0f : 0.0f;
        else if (code.out == "b < blocks ? count : 0")
            expected = code.number_of("invalid") ? 4 - counted("invalid") : counted("count");
        else if (code.out == "y < rows ? total : 0")
            expected = counted("total");
        if (traced.name == pass::block_descriptor) {
            const auto at = static_cast<std::size_t>(4 * texel);
            REQUIRE(code.number_of("offset") == traced.values[at + 2]);
            REQUIRE(code.number_of("count") == traced.values[at + 3]);
            computed.insert(traced.name);
        } else if (expected && !code.loops) {
            REQUIRE(*expected == written);
            computed.insert(traced.name);
        }
    });
    CHECK(computed == std::set<std::string>{"block-count", "block-descriptor", "discriminate", "doubling",
                                            "down-sweep", "row-total", "run-doubling", "run-down-sweep",
                                            "run-extraction", "run-shift", "run-up-sweep", "up-sweep"});
}

TEST_CASE("the code of a pass reads what the CPU twin reads") {
    for_every_texel([](Twin& twin, int step, std::int64_t texel) {
        const auto& traced = twin.trace.passes()[static_cast<std::size_t>(step)];
        // The twin reads a length only where it keeps it; blocks are found among all descriptors.
        if (traced.name == pass::run_extraction || traced.name == pass::concatenate)
            return;
        twin.list(step, texel);
        std::vector<raster::reference::Read> theirs;
        for (int channel = 0; channel < traced.channels; ++channel) {
            const auto& reads = traced.reads[static_cast<std::size_t>(texel * traced.channels + channel)];
            theirs.insert(theirs.end(), reads.begin(), reads.end());
        }
        for (const raster::reference::Read& read : twin.reads) {
            INFO("texel " << texel << " reads " << read.element << " of pass " << read.pass);
            REQUIRE(std::ranges::count(theirs, read) > 0);
        }
    });
}

TEST_CASE("the code of a search counts the outputs that find an element, and a joined one lies in its "
          "block's line") {
    for_every_texel([](Twin& twin, int step, std::int64_t texel) {
        const auto& traced = twin.trace.passes()[static_cast<std::size_t>(step)];
        const bool empty = traced.values[static_cast<std::size_t>(texel)] == raster::empty_element;
        const Listing listing = twin.list(step, texel);
        const auto value = [&](std::size_t line) { return std::stoll(listing.lines[line].value); };
        INFO("texel " << texel);
        if (traced.name == pass::search && !listing.lines[0].value.empty()) {
            const bool counts_invalid = listing.lines[0].text.starts_with("invalid");
            REQUIRE(empty == (texel % 4 >= (counts_invalid ? 4 - value(0) : value(0))));
        } else if (traced.name == pass::concatenate && !empty) {
            REQUIRE(value(1) <= texel);
            REQUIRE(texel < value(1) + value(2));
        }
    });
}

namespace {

/// The shader has the lines that the code names, which are at least half of them.
void check_shader(const Listing& listing) {
    INFO(listing.title << ", " << listing.shader);
    REQUIRE_FALSE(listing.shader.empty());
    const std::string shader = gl::ShaderStore::standard().flatten(listing.shader).text;
    std::size_t named = 0;
    for (const Listing::Line& line : listing.lines) {
        INFO(line.text << ": " << line.glsl);
        CHECK(shader.find(line.glsl) != std::string::npos);
        named += static_cast<std::size_t>(!line.glsl.empty());
    }
    CHECK(2 * named >= listing.lines.size());
}

} // namespace

TEST_CASE("the code of every pass names lines of its shader") {
    for (const raster::Algorithm algorithm : small_algorithms) {
        for (const auto& [prefix_sum, run_lengths] : methods) {
            Setup setup(Preset::four_blocks);
            setup.algorithm = algorithm;
            setup.prefix_sum = prefix_sum;
            setup.run_lengths = run_lengths;
            const Model model(setup);
            const std::vector<Probe> probes = probes_of(model, 0);
            for (const Step& step : make_steps(model, probes.size()))
                if (step.row > 0)
                    check_shader(listing_of(model, probes, 0, step, std::nullopt));
        }
    }
    // Passes that a small compaction lacks.
    for (const PassName& one : {PassName{pass::survey, 0},
                                {pass::survey_sum, 1},
                                {pass::survey_sum, 0},
                                {pass::span_vertices, 0}}) {
        const auto none = [](int, std::int64_t) -> std::optional<float> { return std::nullopt; };
        check_shader(
            listing_of(CodeTexel{{&one, 1}, 0, 0, none}, raster::Algorithm::jj, std::string(one.name), ""));
    }
}

TEST_CASE("every pass of a small compaction has code with a line that runs and the number that it writes") {
    for (const raster::Algorithm algorithm : small_algorithms) {
        for (const auto& [prefix_sum, run_lengths] : methods) {
            Setup setup(Preset::four_blocks);
            setup.algorithm = algorithm;
            setup.prefix_sum = prefix_sum;
            setup.run_lengths = run_lengths;
            const Model model(setup);
            const std::vector<Probe> probes = probes_of(model, 0);
            for (std::size_t row = 1; row < model.rows().size(); ++row) {
                for (const std::optional<std::size_t> element : {std::optional<std::size_t>(), {9}, {10}}) {
                    const Listing listing = listing_of(model, probes, 0, {row, {}}, element);
                    INFO(to_string(algorithm) << ": " << listing.title);
                    CHECK_FALSE(listing.current.empty());
                    CHECK(ReadCode(listing).has_result);
                }
            }
        }
    }
}

TEST_CASE("the code of a small compaction reads what its passes have written") {
    for (const raster::Algorithm algorithm : small_algorithms) {
        Setup setup(Preset::four_blocks);
        setup.algorithm = algorithm;
        const Model model(setup);
        const std::vector<PassName> passes = passes_of(model.trace());
        const auto written = [&model](int pass, std::int64_t number) -> std::optional<float> {
            const auto i = static_cast<std::size_t>(number);
            if (pass == CodeTexel::stream)
                return model.cell({0, i}).kind == CellKind::survivor ? 255.0f : 0.0f;
            const std::vector<float>& numbers = model.trace().passes()[static_cast<std::size_t>(pass)].values;
            return i < numbers.size() ? std::optional(numbers[i]) : std::nullopt;
        };
        for (std::size_t row = 1; row < model.rows().size(); ++row) {
            for (std::size_t element = 0; element < 32 && row != model.search_row(); element += 5) {
                const Listing listing = listing_of(model, {}, 0, {row, {}}, element);
                INFO(to_string(algorithm) << ": " << listing.title);
                const std::int64_t texel = std::stoll(listing.title.substr(listing.title.rfind(' ') + 1));
                const Listing expected = listing_of(
                    CodeTexel{passes, static_cast<int>(row) - 1, texel, written}, algorithm, "", "");
                REQUIRE(listing.lines.size() == expected.lines.size());
                for (std::size_t i = 0; i < listing.lines.size(); ++i)
                    if (!expected.lines[i].value.empty())
                        CHECK(listing.lines[i].value == expected.lines[i].value);
            }
        }
    }
}

TEST_CASE("the code shows the texel that belongs to the pinned element") {
    const auto title = [](raster::Algorithm algorithm, std::size_t row, std::size_t element) {
        Setup setup(Preset::four_blocks); // of 8, in two rows of blocks
        setup.algorithm = algorithm;
        const Model model(setup);
        return listing_of(model, probes_of(model, 0), 0, {row, {}}, element).title;
    };
    CHECK(title(raster::Algorithm::bt, 2, 21) == "tree of counts, number 10");
    CHECK(title(raster::Algorithm::bt, 6, 21) == "block counts, number 2");
    CHECK(title(raster::Algorithm::bt, 8, 21) == "row totals, number 1");
    CHECK(title(raster::Algorithm::histopyramid, 3, 21) == "pyramid, number 1");
}

TEST_CASE("a block is as long as its tree is high") {
    const auto block = [](std::initializer_list<PassName> passes, int step) {
        return code_block(std::vector<PassName>(passes), step);
    };
    CHECK(block({{pass::discriminate}, {pass::doubling, 1}, {pass::doubling, 2}}, 0) == 4);
    CHECK(block({{pass::discriminate}, {pass::up_sweep, 1}, {pass::down_sweep, 1}, {pass::down_sweep}}, 2) ==
          4);
    CHECK(block({{pass::discriminate}, {pass::up_sweep, 1}, {pass::search}}, 2) == 2);
    const auto scans = {PassName{pass::doubling, 1}, PassName{pass::search},      PassName{pass::block_count},
                        PassName{pass::doubling, 1}, PassName{pass::doubling, 2}, PassName{pass::row_total}};
    CHECK(block(scans, 1) == 2);
    CHECK(block(scans, 3) == 4);
    CHECK(block(scans, 5) == 1);
}

} // namespace scanline::view::compaction::small::code_test
