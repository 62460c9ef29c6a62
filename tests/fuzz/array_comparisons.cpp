#include "comparisons.h"
#include "fuzz.h"
#include "makers.h"

#include "scanline/core/operator.h"
#include "scanline/cpu/scan.h"
#include "scanline/data/npy.h"
#include "support/csv_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using test::Arguments;

/// None, one, few, enough to fill a register or a cache line, and enough for several threads.
std::size_t random_size(Random& random) {
    switch (random.below(8)) {
    case 0: return static_cast<std::size_t>(random.below(3));
    case 1: return static_cast<std::size_t>(random.below(100'000));
    default: return static_cast<std::size_t>(random.below(std::uint64_t{2} << random.below(12)));
    }
}

/// Any bits, or few different ones.
template <class T>
std::vector<T> random_elements(Random& random) {
    std::vector<T> elements(random_size(random));
    const bool few = one_in(random, 2), small = one_in(random, 3);
    std::array<std::uint64_t, 3> bits{};
    std::ranges::generate(bits, [&random] { return random.next(); });
    for (T& element : elements) {
        const std::uint64_t any = few ? pick(random, bits) : random.next();
        if (small)
            element = static_cast<T>(static_cast<int>(any % 19) - 9);
        else
            std::memcpy(&element, &any, sizeof element);
    }
    return elements;
}

template <class T>
std::string elements_in_order(const std::vector<T>& elements, bool big_endian) {
    std::string bytes = raw_bytes(elements);
    for (std::size_t i = 0; big_endian && i < bytes.size(); i += sizeof(T))
        std::reverse(bytes.data() + i, bytes.data() + i + sizeof(T));
    return bytes;
}

template <class T>
void put_array(const fs::path& path, const std::vector<T>& elements, Random& random) {
    const NpyForm form = random_npy_form(random);
    put(path, npy_file(data::element_type_of<T>(), {elements.size()},
                       elements_in_order(elements, form.big_endian), form));
}

/// Bitwise: equal NaN match, zeros of different sign do not.
template <class T>
void require_array(const fs::path& path, const std::vector<T>& expected, const Arguments& line) {
    const data::NpyArray array = data::read_npy(path);
    require(array.type == data::element_type_of<T>() &&
                array.shape == std::vector<std::size_t>{expected.size()},
            fmt::format("{}: {} is of another type or shape", line_of(line), path.filename().string()));
    const std::string text = raw_bytes(expected);
    const auto* const found = reinterpret_cast<const char*>(array.bytes.data());
    const auto differing = std::ranges::mismatch(text, std::string_view(found, array.bytes.size())).in1;
    const auto at = static_cast<std::size_t>(differing - text.begin()) / sizeof(T);
    if (differing != text.end())
        throw Fault(fmt::format("{}: {}[{}] of {} is {}, not {}", line_of(line), path.filename().string(), at,
                                expected.size(), array.convert<T>()[at], expected[at]));
}

template <class... Texts>
void add(Arguments& line, const Texts&... texts) {
    (line.emplace_back(texts), ...);
}

void add_backend(Arguments& line, Random& random) {
    if (one_in(random, 2))
        add(line, "--backend", one_in(random, 2) ? "cpu" : "auto");
}

// --- sort

/// Maps elements to numbers of the same order, floats by the total order of IEEE 754.
template <class T>
std::uint32_t ordered(T element) {
    const auto bits = std::bit_cast<std::uint32_t>(element);
    constexpr std::uint32_t sign = 1u << 31;
    if constexpr (std::is_same_v<T, std::int32_t>)
        return bits ^ sign;
    if constexpr (std::is_same_v<T, float>)
        return (bits & sign) != 0 ? ~bits : bits | sign;
    return bits;
}

template <class T>
void compare_sort_of(Random& random, const fs::path& folder) {
    const std::vector<T> keys = random_elements<T>(random);
    put_array(folder / "in.npy", keys, random);
    const bool in_place = one_in(random, 4), descending = one_in(random, 2),
               positions_too = !one_in(random, 4);
    int first_bit = 0, end_bit = 32;
    const std::string output = in_place ? "in.npy" : "out.npy";
    Arguments line{"sort", "in.npy", "-o", output};
    add_backend(line, random);
    if (descending)
        add(line, "--descending");
    if (positions_too)
        add(line, "--positions", "where.npy");
    if (one_in(random, 3)) {
        first_bit = random.between(0, 31);
        end_bit = random.between(first_bit + 1, 32);
        add(line, "--bits", fmt::format("{}:{}", first_bit, end_bit));
    }
    run_well_in(folder, line);

    const auto key = [&](std::uint32_t at) {
        const std::uint64_t mask = (std::uint64_t{1} << (end_bit - first_bit)) - 1;
        return ordered(keys[at]) >> first_bit & mask;
    };
    std::vector<std::uint32_t> positions(keys.size());
    std::iota(positions.begin(), positions.end(), 0u);
    std::ranges::stable_sort(positions, [&](std::uint32_t a, std::uint32_t b) {
        return descending ? key(b) < key(a) : key(a) < key(b);
    });
    std::vector<T> sorted;
    for (const std::uint32_t at : positions)
        sorted.push_back(keys[at]);
    require_array(folder / output, sorted, line);
    if (positions_too)
        require_array(folder / "where.npy", positions, line);
}

// --- scan

/// Sums of floats are accumulated in double precision.
template <class T>
using Sum = std::conditional_t<std::is_same_v<T, float>, double,
                               std::make_unsigned_t<std::conditional_t<std::is_same_v<T, float>, int, T>>>;

template <class T>
bool is_less(T a, T b) {
    if constexpr (std::is_same_v<T, float>)
        return ordered(a) < ordered(b);
    else
        return a < b;
}

template <class T>
T identity_of_minimum() {
    return std::is_same_v<T, float> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
}
template <class T>
T identity_of_maximum() {
    return std::is_same_v<T, float> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::min();
}

/// Combines all elements up to each one, or, exclusive, all before it.
template <class T>
std::vector<T> scanned(const std::vector<T>& elements, Operator op, bool exclusive) {
    std::vector<T> result(elements.size());
    const auto scan = [&](auto first, auto combine, auto of_none) {
        using Value = decltype(of_none);
        std::vector<Value> values(elements.size());
        std::ranges::transform(elements, values.begin(), first);
        std::inclusive_scan(values.begin(), values.end(), values.begin(), combine);
        if (exclusive && !values.empty()) {
            // The identity is not an element: later results do not depend on it.
            std::ranges::rotate(values, values.end() - 1);
            values.front() = of_none;
        }
        std::ranges::transform(values, result.begin(), [](Value value) { return static_cast<T>(value); });
    };
    const auto same = [](T element) { return element; };
    switch (op) {
    case Operator::sum:
        scan([](T element) { return static_cast<Sum<T>>(element); }, std::plus<>(), Sum<T>{0});
        break;
    case Operator::min:
        scan(
            same, [](T a, T b) { return is_less(b, a) ? b : a; }, identity_of_minimum<T>());
        break;
    case Operator::max:
        scan(
            same, [](T a, T b) { return is_less(a, b) ? b : a; }, identity_of_maximum<T>());
        break;
    }
    return result;
}

/// Removes what named CPU algorithms leave unspecified: rounded sums, NaN and zeros of both signs.
void make_exact(std::vector<float>& elements) {
    for (float& element : elements)
        element = std::isfinite(element) ? std::round(std::remainder(element, 10.0f)) + 0.0f : 7.0f;
}

/// Removes what every scan of floats leaves unspecified: NaN in sums, and the two NaN that count as no value.
void make_defined(std::vector<float>& elements, Operator op) {
    for (float& element : elements) {
        const bool is_excluded = op == Operator::sum
                                     ? !std::isfinite(element)
                                     : (std::bit_cast<std::uint32_t>(element) & 0x7fffffffu) == 0x7fffffffu;
        if (is_excluded)
            element = 1;
    }
}

void add_named_scan(Arguments& line, Random& random) {
    const cpu::ScanAlgorithm& algorithm = pick(random, cpu::scan_algorithms());
    add(line, "--algorithm", std::string(algorithm.name));
    if (algorithm.partitioned && one_in(random, 2))
        add(line, "--partition", std::to_string(1 + random.below(3000)));
    if (algorithm.multithreaded() && one_in(random, 2))
        add(line, "--threads", std::to_string(random.between(1, 5)));
    if (algorithm.multithreaded() && one_in(random, 2))
        add(line, "--dilation", fmt::format("{:.3f}", random.unit()));
    if (one_in(random, 4))
        add(line, "--in-place-benchmark");
}

template <class T>
void compare_scan_of(Random& random, const fs::path& folder) {
    std::vector<T> elements = random_elements<T>(random);
    const Operator op = pick(random, enumerators<Operator>);
    const bool exclusive = one_in(random, 2), named = !std::is_same_v<T, std::uint64_t> && one_in(random, 2);
    const std::string output = one_in(random, 4) ? "in.npy" : "out.npy";
    Arguments line{"scan", "in.npy", "-o", output, "--op", std::string(to_string(op))};
    if (exclusive)
        add(line, "--exclusive");
    if (named)
        add_named_scan(line, random);
    else
        add_backend(line, random);
    if (one_in(random, 8))
        add(line, "--reps", "3");
    if constexpr (std::is_same_v<T, float>) {
        make_defined(elements, op);
        if (named)
            make_exact(elements);
    }
    put_array(folder / "in.npy", elements, random);
    run_well_in(folder, line);
    require_array(folder / output, scanned(elements, op, exclusive), line);
}

// --- compact

void require_survivors(const fs::path& path, const std::string& emit, const std::vector<double>& expected,
                       const Arguments& line) {
    std::vector<double> found;
    if (path.extension() == ".npy") {
        found = data::read_npy(path).convert<double>();
    } else {
        const scanline::test::CsvFile table = scanline::test::read_csv(path);
        for (const auto& row : table.rows)
            for (const std::string& field : row)
                found.push_back(std::stod(field));
    }
    require(found == expected,
            fmt::format("{}: the {} of {} survivors differ", line_of(line), emit, expected.size()));
}

} // namespace

void compare_sort(Random& random, const fs::path& folder) {
    constexpr std::array types{compare_sort_of<std::uint32_t>, compare_sort_of<std::int32_t>,
                               compare_sort_of<float>};
    pick(random, types)(random, folder);
}

void compare_scan(Random& random, const fs::path& folder) {
    constexpr std::array types{compare_scan_of<std::uint32_t>, compare_scan_of<std::int32_t>,
                               compare_scan_of<float>, compare_scan_of<std::uint64_t>};
    pick(random, types)(random, folder);
}

void compare_compaction(Random& random, const fs::path& folder) {
    data::Image mask(random.between(1, 200), random.between(1, 100));
    const bool black_and_white = one_in(random, 2);
    const double density = random.unit();
    for (std::uint8_t& pixel : mask.pixels)
        pixel = black_and_white ? (random.unit() < density ? 255 : 0)
                                : static_cast<std::uint8_t>(random.below(256));
    const bool is_png = one_in(random, 2);
    const std::string input = is_png ? "mask.png" : "mask.pgm";
    put(folder / input, is_png ? grey_png(mask) : pgm_file(mask));

    const double threshold = one_in(random, 4) ? 128 : random.between(0, 510) / 2.0;
    const bool negate = one_in(random, 2);
    constexpr std::array emits{"indices", "values", "xy"};
    const std::string emit = pick(random, emits), output = one_in(random, 2) ? "out.npy" : "out.csv";
    Arguments line{"compact", input, "-o", output, "--emit", emit};
    add_backend(line, random);
    if (threshold != 128 || one_in(random, 2))
        add(line, "--threshold", fmt::format("{}", threshold));
    if (negate)
        add(line, "--negate");
    run_well_in(folder, line);

    std::vector<double> expected;
    for (int y = 0; y < mask.height; ++y) {
        for (int x = 0; x < mask.width; ++x) {
            const double value = *mask.pixel(x, y);
            if ((value >= threshold) == negate)
                continue;
            if (emit == "xy")
                expected.insert(expected.end(), {double(x), double(y)});
            else
                expected.push_back(emit == "values" ? value : y * mask.width + x);
        }
    }
    require_survivors(folder / output, emit, expected, line);
}

} // namespace scanline::fuzz
