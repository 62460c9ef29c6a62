#include "scanline/systems/compaction_case.h"

#include "scanline/data/generators.h"
#include "scanline/raster/auto_model.h"
#include "scanline/raster/blockwise_compaction.h"
#include "scanline/raster/compactor.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"
#include "scanline/raster/reference/trace.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/random_case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <iterator>
#include <numeric>
#include <utility>

namespace scanline::systems {

namespace {

using raster::Algorithm;
using raster::Payload;

constexpr std::array both_payloads{Payload::value, Payload::index};
// The number of distinct deals of layouts, a multiple of the number of block sizes, so that all are equally
// frequent.
constexpr std::uint64_t layout_deals = 60;

std::vector<float> to_floats(const data::Image& mask) {
    return {mask.pixels.begin(), mask.pixels.end()};
}

void make_values(CompactionCase& test, std::int64_t size, Random& random) {
    const int width = static_cast<int>(std::max<std::int64_t>(size, 1));
    const double density = random.unit();
    const std::uint64_t seed = random.next();
    switch (random.below(8)) {
    case 0:
        test.data = "all valid";
        test.values = to_floats(data::constant_image(width, 1, 255));
        break;
    case 1:
        test.data = "none valid";
        test.values = to_floats(data::constant_image(width, 1, 0));
        break;
    case 2: {
        const int cell = random.between(1, 40);
        test.data = fmt::format("alternating runs of {}", cell);
        test.values = to_floats(data::checkerboard_mask(width, 1, cell));
        break;
    }
    case 3:
        test.data = "a ramp of grey";
        test.values = to_floats(data::gradient_image(width, 1, true));
        break;
    case 4:
    case 5: {
        // A gap between runs has at least one element, which bounds the density.
        const double mean = 1.0 + 200.0 * random.unit() * random.unit();
        const double valid = 0.02 + density * (0.98 * mean / (mean + 1.0) - 0.02);
        test.data = fmt::format("runs of mean {:.1f}, density {:.3f}", mean, valid);
        test.values = to_floats(data::runs_mask(width, 1, mean, valid, seed));
        break;
    }
    default:
        test.data = fmt::format("random, density {:.3f}", density);
        test.values = to_floats(data::bernoulli_mask(width, 1, density, seed));
    }
    test.values.resize(static_cast<std::size_t>(size));
}

std::optional<std::string> compare(std::string_view what, std::span<const float> found,
                                   std::span<const float> expected) {
    const auto different = raster::reference::first_difference(found, expected);
    return different ? std::optional(fmt::format("{}: {}", what, *different)) : std::nullopt;
}

float payload_of(const CompactionCase& test, std::size_t position) {
    return test.options.payload == Payload::index ? static_cast<float>(position) : test.values[position];
}

// By std::copy_if.
std::vector<std::size_t> valid_positions(const CompactionCase& test) {
    std::vector<std::size_t> positions(test.values.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    std::vector<std::size_t> valid;
    std::copy_if(positions.begin(), positions.end(), std::back_inserter(valid),
                 [&test](std::size_t position) { return test.options.discriminator(test.values[position]); });
    return valid;
}

std::vector<float> payloads_of(const CompactionCase& test, const std::vector<std::size_t>& positions) {
    std::vector<float> payloads(positions.size());
    std::ranges::transform(positions, payloads.begin(),
                           [&test](std::size_t position) { return payload_of(test, position); });
    return payloads;
}

// The bits of the column and of the row of a position in turns, from the column's lowest on: its place in
// Z-order.
std::size_t z_order_key(std::size_t position, std::size_t width) {
    const std::size_t x = position % width, y = position / width;
    std::size_t key = 0;
    for (unsigned bit = 0; bit < 16; ++bit)
        key |= (x >> bit & 1) << 2 * bit | (y >> bit & 1) << (2 * bit + 1);
    return key;
}

std::vector<float> survivors_in_z_order(const CompactionCase& test, const raster::StreamLayout& layout) {
    const auto width = static_cast<std::size_t>(layout.width);
    std::vector<std::pair<std::size_t, std::size_t>> keyed;
    for (const std::size_t position : valid_positions(test))
        keyed.emplace_back(z_order_key(position, width), position);
    std::ranges::sort(keyed);
    std::vector<float> payloads(keyed.size());
    std::ranges::transform(keyed, payloads.begin(),
                           [&test](const auto& element) { return payload_of(test, element.second); });
    return payloads;
}

// The compacted blocks as the GPU left them.
struct Blocks {
    std::vector<float> elements;
    std::vector<int> counts;
    bool monotonic;
};

// What each block must hold at its left: its survivors, in their order unless the algorithm is Jumping Jack.
std::optional<std::string> check_blocks(const CompactionCase& test, const Blocks& compacted) {
    const auto& [blocks, counts, monotonic] = compacted;
    const auto size = static_cast<std::size_t>(test.block);
    for (std::size_t block = 0; block < counts.size(); ++block) {
        std::vector<float> survivors;
        for (std::size_t i = block * size; i < std::min((block + 1) * size, test.values.size()); ++i) {
            if (test.options.discriminator(test.values[i]))
                survivors.push_back(payload_of(test, i));
        }
        const std::string what = fmt::format("block {}", block);
        if (static_cast<std::size_t>(counts[block]) != survivors.size())
            return fmt::format("{}: {} survivors counted, expected {}", what, counts[block],
                               survivors.size());
        std::vector<float> found(blocks.begin() + static_cast<std::ptrdiff_t>(block * size),
                                 blocks.begin() +
                                     static_cast<std::ptrdiff_t>(block * size + survivors.size()));
        if (!monotonic) {
            for (std::size_t i = 0; i < found.size(); ++i) {
                const std::size_t position = block * size + i;
                if (position < test.values.size() && test.options.discriminator(test.values[position]) &&
                    found[i] != payload_of(test, position))
                    return fmt::format("{}: the survivor in place {} moved", what, i);
            }
            std::ranges::sort(found);
            std::ranges::sort(survivors);
        }
        if (auto different = compare(what, found, survivors))
            return different;
    }
    return std::nullopt;
}

// The survivors of the blocks one after the other.
std::vector<float> joined_blocks(const CompactionCase& test, const Blocks& blocks) {
    std::vector<float> joined;
    for (std::size_t block = 0; block < blocks.counts.size(); ++block) {
        const auto first = blocks.elements.begin() + static_cast<std::ptrdiff_t>(block) * test.block;
        joined.insert(joined.end(), first, first + blocks.counts[block]);
    }
    return joined;
}

// The algorithms and the blocks for textures of at most that side.
std::vector<Algorithm> algorithms_within(int max_side) {
    std::vector<Algorithm> algorithms;
    std::ranges::copy_if(enumerators<raster::Algorithm>, std::back_inserter(algorithms),
                         [&](Algorithm algorithm) { return row_of(algorithm).min_texture_side <= max_side; });
    return algorithms;
}

std::vector<int> blocks_within(int max_side) {
    std::vector<int> blocks;
    for (int block = raster::min_block; block <= std::min(raster::max_block, max_side); block *= 2)
        blocks.push_back(block);
    return blocks;
}

// Rows are as long as a power of two.
std::int64_t largest_within(const CaseLimits& limits) {
    const std::int64_t side = std::bit_floor(static_cast<unsigned>(limits.max_side));
    return std::min(limits.largest, side * side);
}

std::int64_t dealt_size(const Deal& deal, const CaseLimits& limits) {
    Random random(deal.number());
    return random_size(random, largest_within(limits));
}

// Another size whose layout has as many rows of the same length.
std::int64_t same_rows(std::int64_t size, int block, int max_side, Random& random) {
    raster::StreamLayout layout = raster::make_stream_layout(size, block, max_side);
    const auto other = static_cast<std::int64_t>(std::max<std::int64_t>(
        0, size - static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(layout.width)))));
    layout.size = other;
    return raster::make_stream_layout(other, block, max_side) == layout ? other : size;
}

// Costs under which looks at the stream and all of the choices come to be used; by those of a real
// machine streams as small as these never are worth a look.
std::shared_ptr<const raster::AutoModel> random_model(std::uint64_t seed) {
    Random random(seed ^ 0x6175'746f);
    raster::AutoModel model;
    for (const raster::CompactionChoice& choice :
         {raster::CompactionChoice{Algorithm::horn, 32}, raster::CompactionChoice{Algorithm::bt, 128},
          raster::CompactionChoice{Algorithm::packed}})
        model.costs.push_back({choice, 0, random.unit(), random.unit(), random.unit()});
    return std::make_shared<const raster::AutoModel>(std::move(model));
}

} // namespace

CompactionCase random_case(std::uint64_t seed, std::uint64_t turn, const CaseLimits& limits) {
    Random random(seed);
    CompactionCase test;
    raster::CompactionOptions& options = test.options;
    const std::vector<Algorithm> algorithms = algorithms_within(limits.max_side);
    options.algorithm = algorithms[turn % algorithms.size()];
    const std::vector<int> blocks = blocks_within(limits.max_side);
    // Passes cost time and large blocks take many.
    test.block = std::min(pick(random, blocks), pick(random, blocks));
    options.payload = pick(random, both_payloads);
    options.automatic.adaption = pick(random, enumerators<raster::Adaption>);
    if (random.below(2) == 0 || limits.max_side < row_of(Algorithm::packed).min_texture_side)
        options.automatic.among = {Algorithm::horn, Algorithm::bt};
    if (options.algorithm == Algorithm::automatic)
        options.automatic.model = random_model(seed);
    options.prefix_sum = pick(random, enumerators<raster::PrefixSumMethod>);
    options.run_lengths = pick(random, enumerators<raster::RunLengthMethod>);
    options.concatenation =
        random.below(2) == 0 ? raster::ConcatenationMethod::automatic : raster::ConcatenationMethod::quads;
    options.discriminator.negate = random.below(4) == 0;
    options.discriminator.threshold =
        random.below(4) == 0 ? static_cast<float>(random.between(1, 255)) : 128.0f;
    std::int64_t size = random_size(random, largest_within(limits));
    if (const auto search = row_of(options.algorithm).search; search != raster::CompiledFor::any_layout) {
        Deal deal(seed, 0, layout_deals);
        test.block = deal.pick(blocks);
        options.payload = deal.pick(both_payloads);
        if (search == raster::CompiledFor::layout)
            size = same_rows(dealt_size(deal, limits), test.block, limits.max_side, random);
    }
    make_values(test, size, random);
    return test;
}

std::string describe(const CompactionCase& test) {
    const raster::CompactionOptions& options = test.options;
    std::string choice;
    if (options.algorithm == Algorithm::automatic) {
        choice = fmt::format(" ({}", to_string(options.automatic.adaption));
        for (const raster::Algorithm algorithm : options.automatic.among)
            choice += fmt::format(", {}", to_string(algorithm));
        choice += ")";
    }
    return fmt::format(
        "{}{}, block {}, {} elements ({}), prefix-sum {}, run-lengths {}, concatenate {}, value "
        "{} {}, payload {}",
        to_string(options.algorithm), choice, test.block, test.values.size(), test.data,
        to_string(options.prefix_sum), to_string(options.run_lengths), to_string(options.concatenation),
        options.discriminator.negate ? "<" : ">=", options.discriminator.threshold,
        to_string(options.payload));
}

std::vector<float> expected_survivors(const CompactionCase& test) {
    return payloads_of(test, valid_positions(test));
}

std::optional<std::string> check(raster::Engine& engine, const CompactionCase& test, bool passes) {
    const raster::StreamLayout layout = raster::make_stream_layout(
        static_cast<std::int64_t>(test.values.size()), test.block, engine.max_side());
    raster::Compactor compact(engine, layout, test.options);
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, test.values);

    if (passes) {
        raster::TraceRecorder recorder;
        {
            const ObserverScope scope(engine, &recorder);
            compact(stream);
        }
        raster::reference::Trace twin;
        raster::reference::compact(test.values, layout, test.options, &twin);
        if (const auto different = first_difference(recorder.trace(), twin))
            return "pass " + different->text;
    } else {
        compact(stream);
    }

    const std::vector<float> survivors = row_of(test.options.algorithm).order == raster::SurvivorOrder::z
                                             ? survivors_in_z_order(test, layout)
                                             : expected_survivors(test);
    std::vector<float> found = engine.read(compact.output(), compact.output().area());
    const std::int64_t count = compact.read_count();
    if (count != static_cast<std::int64_t>(survivors.size()))
        return fmt::format("{} survivors, expected {}", count, survivors.size());
    const auto end = found.begin() + count;
    if (std::any_of(end, found.end(), [](float texel) { return texel != raster::empty_element; }))
        return "texels past the last survivor were written";
    found.erase(end, found.end());
    if (const raster::BlockwiseCompaction* blockwise = compact.blockwise()) {
        const Blocks blocks{blockwise->read_blocks(), blockwise->read_block_counts(), compact.monotonic()};
        if (auto different = check_blocks(test, blocks))
            return different;
        // The order inside a block was checked there; here it is that each block came to its place.
        if (!blocks.monotonic)
            return compare("result", found, joined_blocks(test, blocks));
    }
    return compare("result", found, survivors);
}

} // namespace scanline::systems
