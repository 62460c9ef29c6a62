#include "scanline/systems/skyline.h"

#include "scanline/core/named.h"
#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/generate.h"
#include "scanline/skyline/reference/sky_align.h"
#include "scanline/skyline/skyline.h"
#include "scanline/systems/random_case.h"
#include "scanline/systems/reference_passes.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

using points::PointCloud;
using skyline::Algorithm;
using skyline::DeviceAlgorithm;
using skyline::Direction;
using skyline::Duplicates;
using Ids = std::vector<std::uint32_t>;

constexpr std::int64_t max_rows = 1500; ///< every row is compared with every other
constexpr std::int64_t rows_of_one_group = 256;
constexpr std::uint64_t skyline_game = 4; ///< of the deals, apart from those of other cases

/// The distribution of a table's values.
enum class Values {
    independent,
    correlated,
    anticorrelated,
    few,     ///< whole numbers of which many are equal, so that rows are too
    constant ///< all rows are equal
};
constexpr auto table_of(Values) {
    using enum Values;
    return named<Values>({{independent, "independent"},
                          {correlated, "correlated"},
                          {anticorrelated, "anticorrelated"},
                          {few, "few values"},
                          {constant, "one value"}});
}
using scanline::to_string;

/// A table to check, and how its skyline is found.
struct SkylineCase {
    points::CoordinateType type = points::CoordinateType::float32;
    Values values = Values::independent;
    std::int64_t size = 0; ///< rows
    int dimensions = 3;
    std::vector<Direction> directions{}; ///< of the columns
    Duplicates keep = Duplicates::all;
    Algorithm algorithm = Algorithm::automatic;
    DeviceAlgorithm device = DeviceAlgorithm::automatic;
    int threads = 1; ///< on the CPU
    std::uint64_t seed = 0;
};

// Each turn takes the next algorithms. Tables have the same number of columns for many seeds in a row, unless
// the algorithms do not take it.
SkylineCase random_skyline_case(const CaseRequest& request) {
    Random random(request.seed);
    SkylineCase test;
    test.algorithm = enumerators<skyline::Algorithm>[request.turn % enumerators<skyline::Algorithm>.size()];
    test.device =
        enumerators<skyline::DeviceAlgorithm>[request.turn % enumerators<skyline::DeviceAlgorithm>.size()];
    std::vector<int> dimensions{3, 2, 1, 5, 12, 31};
    std::erase_if(dimensions, [&](int count) {
        return !skyline::takes_dimensions(test.algorithm, count) ||
               !skyline::takes_dimensions(test.device, count);
    });
    test.dimensions = Deal::own_at_first(request.seed, skyline_game).pick(dimensions);
    test.type = pick(random, enumerators<points::CoordinateType>);
    test.values = pick(random, enumerators<Values>);
    // With many anticorrelated columns, the generator rejects most rows.
    if (test.values == Values::anticorrelated && test.dimensions > 12)
        test.values = Values::independent;
    test.size = random_size(random, std::min(request.largest, max_rows), rows_of_one_group);
    for (int i = 0; i < test.dimensions; ++i)
        test.directions.push_back(random.below(2) == 0 ? Direction::min : Direction::max);
    test.keep = random.below(4) == 0 ? Duplicates::first : Duplicates::all;
    test.threads = random.between(1, 3);
    test.seed = request.seed;
    return test;
}

// "skyline of 1000 float32 rows (independent), 3 columns, by sweep and sky-cells, 2 threads"
std::string describe(const SkylineCase& test) {
    return fmt::format("skyline of {} {} rows ({}), {} columns{}, by {} and {}, {} threads", test.size,
                       to_string(test.type), to_string(test.values), test.dimensions,
                       test.keep == Duplicates::first ? ", the first of equal rows" : "",
                       to_string(test.algorithm), to_string(test.device), test.threads);
}

template <points::Coordinate C>
PointCloud<C> make_table(const SkylineCase& test) {
    PointCloud<C> table{{}, test.dimensions};
    if (test.values == Values::few || test.values == Values::constant) {
        Random random(test.seed);
        const std::uint64_t values = test.values == Values::constant ? 1 : 4;
        for (std::int64_t i = 0; i < test.size * test.dimensions; ++i)
            table.coordinates.push_back(C(-0.0) + static_cast<C>(random.below(values)));
        // Zeros of both signs are equal.
        for (std::size_t i = 0; i < table.coordinates.size(); i += 3) {
            if (table.coordinates[i] == 0)
                table.coordinates[i] = C(-0.0);
        }
        return table;
    }
    const skyline::Kind kind = test.values == Values::independent  ? skyline::Kind::independent
                               : test.values == Values::correlated ? skyline::Kind::correlated
                                                                   : skyline::Kind::anticorrelated;
    constexpr float scale = std::is_integral_v<C> ? 1000 : 1;
    for (const float value : skyline::generate(kind, test.size, test.dimensions, test.seed).coordinates)
        table.coordinates.push_back(static_cast<C>(scale * value));
    return table;
}

/// Compares every row with every other, value by value.
template <points::Coordinate C>
Ids brute_force(const SkylineCase& test, const points::Points<C>& table) {
    const auto size = static_cast<std::int64_t>(table.size());
    const auto columns = static_cast<std::size_t>(test.dimensions);
    const auto better = [&](std::int64_t p, std::int64_t q, std::size_t column) {
        const C a = table[p][column], b = table[q][column];
        return test.directions[column] == Direction::min ? a < b : a > b;
    };
    Ids ids;
    for (std::int64_t q = 0; q < size; ++q) {
        bool stays = true;
        for (std::int64_t p = 0; p < size && stays; ++p) {
            bool somewhere = false, everywhere = true;
            for (std::size_t column = 0; column < columns && everywhere; ++column) {
                somewhere = somewhere || better(p, q, column);
                everywhere = !better(q, p, column);
            }
            const bool equal = everywhere && !somewhere;
            stays = !(everywhere && somewhere) && !(equal && p < q && test.keep == Duplicates::first);
        }
        if (stays)
            ids.push_back(static_cast<std::uint32_t>(q));
    }
    return ids;
}

Wrong wrong_ids(std::string_view who, const Ids& found, const Ids& expected) {
    if (found == expected)
        return {};
    const auto [a, b] = std::ranges::mismatch(found, expected);
    const bool misses = a == found.end() || (b != expected.end() && *b < *a);
    return fmt::format("{} {} row {}", who, misses ? "misses" : "keeps", misses ? *b : *a);
}

// The counters of the GPU against those of the CPU, which keeps all of equal rows.
Wrong wrong_counters(const skyline::Skyline& found, const skyline::Keys& keys) {
    const skyline::Skyline expected = skyline::reference::sky_align(keys);
    if (found.counters != expected.counters)
        return fmt::format("sky-align on the GPU tests {} rows and {} masks, not {} and {}",
                           found.counters.dominance_tests, found.counters.mask_tests,
                           expected.counters.dominance_tests, expected.counters.mask_tests);
    return found.levels == expected.levels ? Wrong() : "the levels of sky-align on the GPU are not the CPU's";
}

// Results hide wrong codes as long as these ascend with the keys.
ReferencePasses::Twin code_twin(int dimensions) {
    return [columns = static_cast<std::size_t>(dimensions)](std::span<const ReferencePasses::Words> inputs,
                                                            const ReferencePasses::Words& sums) {
        const ReferencePasses::Words &table = inputs[0], &rows = inputs[1], &thresholds = inputs[2],
                                     &records = inputs[3];
        const std::size_t of_column = thresholds.size() / columns, record = 2 + (columns + 3) / 4;
        for (std::size_t point = 0; point < sums.size(); ++point) {
            std::uint32_t sum = 0;
            for (std::size_t column = 0; column < columns; ++column) {
                const auto begin = thresholds.begin() + static_cast<std::ptrdiff_t>(column * of_column);
                const auto code = static_cast<std::uint32_t>(
                    std::lower_bound(begin, begin + static_cast<std::ptrdiff_t>(of_column),
                                     table.at(rows[point] * columns + column)) -
                    begin);
                const std::uint32_t word = records.at(point * record + 2 + column / 4);
                if ((word >> (column % 4 * 8) & 255u) != code)
                    return false;
                sum += code;
            }
            if (sums[point] != sum)
                return false;
        }
        return true;
    };
}

// Results hide wrong masks of SkyAlign, which only spare fewer tests.
ReferencePasses::Twin mask_twin(int dimensions) {
    return [columns = static_cast<std::size_t>(dimensions)](std::span<const ReferencePasses::Words> inputs,
                                                            const ReferencePasses::Words& records) {
        const ReferencePasses::Words &table = inputs[0], &rows = inputs[1], &quartiles = inputs[2];
        for (std::size_t point = 0; point < rows.size(); ++point) {
            std::uint32_t median = 0, quartile = 0;
            for (std::size_t column = 0; column < columns; ++column) {
                const std::uint32_t key = table.at(rows[point] * columns + column);
                const bool upper = key > quartiles.at(column * 3 + 1);
                median |= std::uint32_t{upper} << column;
                quartile |= std::uint32_t{key > quartiles.at(column * 3 + (upper ? 2 : 0))} << column;
            }
            if (records.at(point * 3 + 1) != median || records.at(point * 3 + 2) != quartile)
                return false;
        }
        return true;
    };
}

template <points::Coordinate C>
Wrong check(compute::Engine* engine, const SkylineCase& test) {
    const PointCloud<C> table = make_table<C>(test);
    const Ids expected = brute_force(test, table.points());
    const cpu::Options cpu{.threads = test.threads};
    const skyline::Keys keys = skyline::keys_of(table.points(), test.directions, cpu);
    const Ids on_cpu = skyline::find(keys, {.algorithm = test.algorithm, .keep = test.keep, .cpu = cpu}).ids;
    if (Wrong wrong = wrong_ids("the CPU", on_cpu, expected))
        return wrong;
    if (engine == nullptr)
        return {};
    const bool counts = test.device == DeviceAlgorithm::sky_align;
    const skyline::DeviceSkyline find(*engine, test.dimensions,
                                      {.algorithm = test.device, .counters = counts});
    ReferencePasses twins({{"codes", code_twin(test.dimensions)}, {"masks", mask_twin(test.dimensions)}});
    const ObserverScope scope(*engine, &twins);
    const skyline::Skyline on_gpu = find(keys, {.duplicates = test.keep});
    if (Wrong wrong = wrong_ids("the GPU", on_gpu.ids, expected))
        return wrong;
    if (twins.wrong())
        return twins.wrong();
    return counts ? wrong_counters(on_gpu, keys) : Wrong();
}

// Finds the skyline on the CPU, and with an engine on the GPU, and compares it with every row against every
// other.
CheckOutcome run(machine::Machine& machine, const CaseRequest& request) {
    const SkylineCase test = random_skyline_case(request);
    compute::Engine* const engine = machine.has_compute() ? &machine.compute() : nullptr;
    std::vector<std::string_view> ran{to_string(test.algorithm == Algorithm::automatic
                                                    ? skyline::choose(test.size, test.dimensions).algorithm
                                                    : test.algorithm)};
    if (engine != nullptr && test.device != DeviceAlgorithm::automatic)
        ran.push_back(to_string(test.device));
    return run_case(ran, test, [&]() -> Wrong {
        switch (test.type) {
        case points::CoordinateType::int32: return check<std::int32_t>(engine, test);
        case points::CoordinateType::float32: return check<float>(engine, test);
        case points::CoordinateType::float64: return check<double>(engine, test);
        }
        return {};
    });
}

std::vector<Entry> make_entries() {
    const auto entry = [](std::string_view name, std::string_view title, std::string_view idea,
                          std::string_view source, std::string_view backend) {
        const bool on_gpu = backend.find("compute") != std::string_view::npos;
        return Entry{.kind = "skyline",
                     .name = name,
                     .title = title,
                     .idea = idea,
                     .source = source,
                     .backend = backend,
                     .opengl = on_gpu ? std::optional(gl::Version{4, 3}) : std::nullopt};
    };
    constexpr std::string_view sky_align = "Bøgh, Chester, Assent, PVLDB 2015", here = "this project";
    return {
        entry("sky-align", "SkyAlign",
              "points meet only those whose median and quartile masks let them dominate, level by level",
              sky_align, "cpu, compute"),
        entry("sky-align-no-sync", "SkyAlign without repacking", "the dominated stay until the end",
              sky_align, "compute"),
        entry("sky-align-no-quart", "SkyAlign without quartiles", "median masks alone spare tests", sky_align,
              "compute"),
        entry("sky-align-padded", "SkyAlign with padded cells",
              "invocations that run together have points of the same cell", sky_align, "compute"),
        entry("sky-cells", "Cells of the strong first",
              "strong rows prune first; codes of seven bits a column spare nearly all looks at rows", here,
              "compute"),
        entry("sorted-blocks", "Blocks of sorted rows",
              "rows sorted by sum; each block is tested against all that are left",
              "Bøgh, Assent, Magnani, DaMoN 2013 (GGS)", "compute"),
        entry("brute-force", "Every row against every other", "tile by tile through shared memory", here,
              "compute"),
        entry("sweep", "Sweep", "in the order of the first column, against the staircase of the others",
              "Kung, Luccio, Preparata, JACM 1975", "cpu, compute"),
        entry("box-tree", "Tree of boxes", "rows are compared with boxes around similar ones, 64 at a time",
              here, "cpu"),
        entry("sfs", "Sort-filter skyline", "in the order of sums, against the skyline so far",
              "Chomicki, Godfrey, Gryz, Liang, ICDE 2003", "cpu"),
        entry("bnl", "Block nested loops", "each row against those that none before it dominates",
              "Börzsönyi, Kossmann, Stocker, ICDE 2001", "cpu"),
    };
}

} // namespace

System skyline_system() {
    return {.name = "skyline",
            .title = "Skylines",
            .source = "Bøgh, Chester, Assent, PVLDB 2015",
            .entries = make_entries(),
            .checks = {{.name = "skyline",
                        .needs = Needs::compute_or_processor,
                        .turns = 2,
                        .covers = names_in(make_entries()),
                        .run = run}},
            .experiments = skyline_experiments()};
}

} // namespace scanline::systems
