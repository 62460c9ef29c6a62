// k-d trees of points from files, and queries, compared with brute force in the arithmetic that
// kdtree::Distance documents, and in long double.
#include "comparisons.h"
#include "fuzz.h"
#include "makers.h"

#include "scanline/data/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using data::ElementType;
using test::Arguments;

/// The range of a case's coordinates.
enum class Region {
    grid,    ///< small integers: equal points, and many at the same distance
    whole,   ///< any int32
    single,  ///< representable in float32
    real,    ///< only representable in float64
    survey,  ///< metres of a UTM zone, to the millimetre
    beyond,  ///< integers that float32 cannot distinguish
    tiny,    ///< squares underflow float32
    huge,    ///< squares overflow float32
    mixed,   ///< of all sizes
    too_far, ///< squares leave float64 too
};
constexpr std::array regions{Region::grid,   Region::whole, Region::single, Region::real,  Region::survey,
                             Region::beyond, Region::tiny,  Region::huge,   Region::mixed, Region::too_far};

double coordinate(Region region, Random& random) {
    constexpr std::array sizes{1e-22, -1e-22, 0.0, 1.0, 0.1, 16777217.0, 1e21, -1e21, 1e100, 1e-100};
    constexpr std::array far{1e200, 1e-200, 1.0, 0.0};
    switch (region) {
    case Region::grid: return random.between(-3, 3);
    case Region::whole: return static_cast<std::int32_t>(random.next() >> 32);
    case Region::single: return static_cast<float>(random.unit());
    case Region::real: return random.unit() * 2 - 1;
    case Region::survey: return std::round((500'000 + 1000 * random.unit()) * 1000) / 1000;
    case Region::beyond: return 16'777'216 + random.between(0, 9);
    case Region::tiny: return 1e-22 * random.between(-9, 9);
    case Region::huge: return 1e21 * random.unit();
    case Region::mixed: return pick(random, sizes);
    case Region::too_far: return pick(random, far);
    }
    return 0;
}

/// The coordinate types of trees, in the order in which they are tried.
enum class Type { int32, float32, float64 };

/// True if a number is a multiple of `step`, a power of two, and at most `most`.
bool is_between(double number, double step, double most) {
    return std::fmod(number, step) == 0 && std::abs(number) <= most;
}

bool holds(Type type, double number) {
    switch (type) {
    case Type::int32:
        return number == std::trunc(number) && number >= std::numeric_limits<std::int32_t>::min() &&
               number <= std::numeric_limits<std::int32_t>::max();
    case Type::float32: return static_cast<float>(number) == number && is_between(number, 0x1p-63, 0x1p60);
    case Type::float64: return is_between(number, 0x1p-511, 0x1p508);
    }
    return false;
}

struct Points {
    std::string file;
    std::size_t dimensions = 1;
    std::vector<double> numbers;
    bool of_integers = false; ///< the file has no other type

    std::size_t size() const { return numbers.size() / dimensions; }
    const double* operator[](std::size_t point) const { return numbers.data() + point * dimensions; }
    bool held_by(Type type) const {
        return std::ranges::all_of(numbers, [type](double number) { return holds(type, number); });
    }
    /// The type that they get in a tree by default.
    Type type() const {
        const Type first = of_integers ? Type::int32 : Type::float32;
        return held_by(first) ? first : Type::float64;
    }
};

template <class T>
std::string elements_of(const std::vector<double>& numbers) {
    return raw_bytes(std::vector<T>(numbers.begin(), numbers.end()));
}

/// Writes them to a file of any kind that can represent them, and sets its extension.
void put_points(const fs::path& folder, Points& points, Random& random) {
    const std::vector<double>& numbers = points.numbers;
    const std::vector<std::size_t> shape{points.size(), points.dimensions};
    const auto npy = [&](ElementType type, const std::string& elements) {
        points.file += ".npy";
        put(folder / points.file, npy_file(type, shape, elements));
    };
    if (points.held_by(Type::int32) && one_in(random, 3)) {
        points.of_integers = true;
        if (one_in(random, 2))
            npy(ElementType::i32, elements_of<std::int32_t>(numbers));
        else
            npy(ElementType::i64, elements_of<std::int64_t>(numbers));
    } else if (points.held_by(Type::float32) && one_in(random, 3)) {
        npy(ElementType::f32, elements_of<float>(numbers));
    } else if (points.dimensions == 3 && one_in(random, 2)) {
        points.file += ".ply";
        put(folder / points.file, ply_file(numbers, false, random));
    } else if (one_in(random, 3)) {
        npy(ElementType::f64, elements_of<double>(numbers));
    } else {
        points.file += ".csv";
        put(folder / points.file, csv_file(numbers, points.dimensions, random));
    }
}

Points random_points(const std::string& name, std::size_t size, std::size_t dimensions, Region region,
                     Random& random) {
    Points points{name, dimensions, std::vector<double>(size * dimensions)};
    for (double& number : points.numbers)
        number = coordinate(region, random);
    return points;
}

/// Half of them are points, the others nearby or anywhere.
Points random_queries(const std::string& name, std::size_t size, const Points& points, Region region,
                      Random& random) {
    Points queries = random_points(name, size, points.dimensions,
                                   one_in(random, 8) ? pick(random, regions) : region, random);
    for (std::size_t i = 0; i < size; ++i) {
        const double* const point = points[static_cast<std::size_t>(random.below(points.size()))];
        if (one_in(random, 2))
            std::copy_n(point, points.dimensions,
                        queries.numbers.begin() + static_cast<std::ptrdiff_t>(i * points.dimensions));
    }
    return queries;
}

/// A point that a query finds.
struct Found {
    std::int32_t index;
    double squared_distance;
};

bool is_nearer(const Found& a, const Found& b) {
    return a.squared_distance != b.squared_distance ? a.squared_distance < b.squared_distance
                                                    : a.index < b.index;
}

/// The distance in the arithmetic of D, which rounds at every step.
template <class D>
double squared_distance_by(const double* a, const double* b, std::size_t dimensions) {
    D sum = 0;
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
        const D difference = static_cast<D>(a[axis]) - static_cast<D>(b[axis]);
        sum += difference * difference;
    }
    return static_cast<double>(sum);
}

/// The first of equal points, as in a tree.
std::vector<std::int32_t> distinct(const Points& points) {
    std::map<std::vector<double>, std::int32_t> first;
    for (std::size_t i = 0; i < points.size(); ++i)
        first.emplace(std::vector<double>(points[i], points[i] + points.dimensions),
                      static_cast<std::int32_t>(i));
    std::vector<std::int32_t> all;
    for (const auto& [point, index] : first)
        all.push_back(index);
    std::ranges::sort(all);
    return all;
}

/// Searches through all points.
class BruteForce {
public:
    BruteForce(const Points& points, Type type)
        : points_(points), distinct_(distinct(points)), is_float_(type == Type::float32) {}

    /// Within a radius, by distance.
    std::vector<Found> within(const double* query, double radius) const {
        const double most = squared(radius);
        std::vector<Found> all;
        for (const std::int32_t index : distinct_) {
            const double* const point = points_[static_cast<std::size_t>(index)];
            const double distance = is_float_ ? squared_distance_by<float>(query, point, points_.dimensions)
                                              : squared_distance_by<double>(query, point, points_.dimensions);
            require_close(distance, query, point);
            if (distance <= most)
                all.push_back({index, distance});
        }
        std::ranges::sort(all, is_nearer);
        return all;
    }

    /// In a box, by index.
    std::vector<std::int32_t> inside(const double* low, const double* high) const {
        std::vector<std::int32_t> all;
        std::ranges::copy_if(distinct_, std::back_inserter(all), [&](std::int32_t index) {
            const double* const point = points_[static_cast<std::size_t>(index)];
            bool is_inside = true;
            for (std::size_t axis = 0; axis < points_.dimensions; ++axis)
                is_inside = is_inside && low[axis] <= point[axis] && point[axis] <= high[axis];
            return is_inside;
        });
        return all;
    }

private:
    double squared(double radius) const {
        if (std::isinf(radius))
            return radius;
        if (!is_float_)
            return std::min(radius * radius, std::numeric_limits<double>::max());
        constexpr float most = std::numeric_limits<float>::max();
        const auto rounded = static_cast<float>(std::min(radius, double{most}));
        return double{std::min(rounded * rounded, most)};
    }

    /// Requires that the distance is within its documented error.
    void require_close(double distance, const double* query, const double* point) const {
        const long double unit = is_float_ ? 0x1p-24L : 0x1p-53L;
        long double exact = 0;
        for (std::size_t axis = 0; axis < points_.dimensions; ++axis) {
            const long double difference = static_cast<long double>(query[axis]) - point[axis];
            exact += difference * difference;
        }
        const auto steps = static_cast<long double>(points_.dimensions + 3);
        require(std::abs(static_cast<long double>(distance) - exact) <= exact * unit * steps,
                fmt::format("a squared distance in the tree's type is {}, where {} is right", distance,
                            static_cast<double>(exact)));
    }

    const Points& points_;
    std::vector<std::int32_t> distinct_;
    bool is_float_;
};

template <class T>
std::vector<T> numbers_in(const data::NpzFile& file, const std::string& name) {
    return file.read(name).convert<T>();
}

void require_row(const std::vector<Found>& expected, const std::vector<Found>& found, std::size_t query,
                 const Arguments& line) {
    const auto same = [](const Found& a, const Found& b) {
        return a.index == b.index && a.squared_distance == b.squared_distance;
    };
    const auto [right, wrong] = std::ranges::mismatch(expected, found, same);
    if (right == expected.end() && wrong == found.end())
        return;
    const auto text = [](auto at, auto end) {
        return at == end ? std::string("no more")
                         : fmt::format("point {} at {}", at->index, at->squared_distance);
    };
    throw Fault(fmt::format("{}: place {} of query {} has {}, not {}", line_of(line),
                            right - expected.begin(), query, text(wrong, found.end()),
                            text(right, expected.end())));
}

/// A case: a tree, and queries of it.
class KdtreeCase {
public:
    KdtreeCase(Random& random, const fs::path& folder) : random_(random), folder_(folder) {
        const auto dimensions =
            static_cast<std::size_t>(one_in(random, 10) ? random.between(5, 32) : random.between(1, 4));
        const auto size =
            static_cast<std::size_t>(one_in(random, 10) ? random.between(1, 3000) : random.between(1, 200));
        points_ = random_points("points", size, dimensions, region_, random);
        put_points(folder, points_, random);
    }

    void run() {
        Arguments line{"kdtree", "build", points_.file, "-o", "tree.npz"};
        const bool as_double = one_in(random_, 4);
        if (as_double)
            line.insert(line.end(), {"--coordinates", "float64"});
        if (one_in(random_, 4))
            line.insert(line.end(), {"--threads", std::to_string(random_.between(1, 4))});
        if (!runs(line, points_.held_by(Type::float64)))
            return;
        type_ = as_double ? Type::float64 : points_.type();
        check_tree(line);
        switch (random_.below(3)) {
        case 0: knn(); break;
        case 1: radius(); break;
        default: box();
        }
    }

private:
    /// Runs the line and checks its success: squared distances out of range must be rejected. Returns true on
    /// success.
    bool runs(const Arguments& line, bool in_range) {
        if (in_range) {
            run_well_in(folder_, line);
            return true;
        }
        const test::Outcome outcome = run_in(folder_, line);
        require(outcome.exit_code == 1 && outcome.err.find("underflows or overflows") != std::string::npos,
                fmt::format("{}: coordinates out of range are not refused: exit code {}, {}", line_of(line),
                            outcome.exit_code, outcome.err));
        return false;
    }

    void check_tree(const Arguments& line) {
        const data::NpzFile tree(folder_ / "tree.npz");
        constexpr std::array types{ElementType::i32, ElementType::f32, ElementType::f64};
        require(tree.layout("points").type == types[static_cast<std::size_t>(type_)],
                line_of(line) + ": the coordinates are of another type");
        const auto index = numbers_in<std::int32_t>(tree, "index");
        const auto nodes = numbers_in<double>(tree, "points");
        std::vector<std::int32_t> sorted = index;
        std::ranges::sort(sorted);
        require(sorted == distinct(points_), line_of(line) + ": the tree does not hold the distinct points");
        for (std::size_t i = 0; i < index.size(); ++i)
            require(std::equal(points_[static_cast<std::size_t>(index[i])],
                               points_[static_cast<std::size_t>(index[i])] + points_.dimensions,
                               nodes.begin() + static_cast<std::ptrdiff_t>(i * points_.dimensions)),
                    fmt::format("{}: node {} is not point {}", line_of(line), i, index[i]));
        if (one_in(random_, 4))
            run_well_in(folder_,
                        {"kdtree", "verify", "tree.npz", "--points", points_.file, "--backend", "cpu"});
    }

    Points queries(const char* name) {
        Points queries =
            random_queries(name, static_cast<std::size_t>(random_.between(1, 40)), points_, region_, random_);
        return queries;
    }

    /// The tree's type if it represents the queries exactly.
    Type type_with(const Points& queries) const { return queries.held_by(type_) ? type_ : Type::float64; }

    double random_radius(const Points& queries) {
        if (one_in(random_, 8))
            return one_in(random_, 2) ? 0 : std::numeric_limits<double>::infinity();
        // Exactly the distance of some point along one axis, or in between.
        const std::size_t at = static_cast<std::size_t>(random_.below(points_.numbers.size()));
        const double reach = std::abs(points_.numbers[at] - queries.numbers[at % queries.numbers.size()]);
        return one_in(random_, 2) ? reach : reach * random_.unit();
    }

    void add_options(Arguments& line) {
        if (one_in(random_, 4))
            line.insert(line.end(), {"--threads", std::to_string(random_.between(1, 4))});
        else if (one_in(random_, 2))
            line.insert(line.end(), {"--backend", "cpu"});
    }

    void knn() {
        Points asked = queries("queries");
        put_points(folder_, asked, random_);
        const auto k =
            static_cast<std::size_t>(one_in(random_, 8) ? random_.between(1, 64) : random_.between(1, 9));
        Arguments line{"kdtree", "knn", "tree.npz", asked.file, "-o", "found.npz", "-k", std::to_string(k)};
        double radius = std::numeric_limits<double>::infinity();
        if (one_in(random_, 3)) {
            radius = random_radius(asked);
            line.insert(line.end(), {"--radius", fmt::format("{}", radius)});
        }
        add_options(line);
        if (!runs(line, asked.held_by(Type::float64)))
            return;
        const data::NpzFile file(folder_ / "found.npz");
        const auto index = numbers_in<std::int32_t>(file, "index");
        const auto distance = numbers_in<double>(file, "squared_distance");
        require(index.size() == asked.size() * k && distance.size() == index.size(),
                line_of(line) + ": not k points for every query");
        const BruteForce all(points_, type_with(asked));
        for (std::size_t query = 0; query < asked.size(); ++query) {
            std::vector<Found> expected = all.within(asked[query], radius), found;
            expected.resize(k, {-1, std::numeric_limits<double>::infinity()});
            for (std::size_t i = query * k; i < query * k + k; ++i)
                found.push_back({index[i], distance[i]});
            require_row(expected, found, query, line);
        }
    }

    void radius() {
        Points asked = queries("queries");
        put_points(folder_, asked, random_);
        const double radius = random_radius(asked);
        const bool by_index = one_in(random_, 2);
        Arguments line{"kdtree", "radius",    "tree.npz", asked.file,
                       "-o",     "found.npz", "--radius", fmt::format("{}", radius)};
        if (by_index)
            line.insert(line.end(), {"--order", "by-index"});
        add_options(line);
        if (!runs(line, asked.held_by(Type::float64)))
            return;
        const data::NpzFile file(folder_ / "found.npz");
        const auto offset = numbers_in<std::int64_t>(file, "offset");
        const auto index = numbers_in<std::int32_t>(file, "index");
        const auto distance = numbers_in<double>(file, "squared_distance");
        require_offsets(offset, asked.size(), index.size(), line);
        const BruteForce all(points_, type_with(asked));
        for (std::size_t query = 0; query < asked.size(); ++query) {
            std::vector<Found> expected = all.within(asked[query], radius), found;
            if (by_index)
                std::ranges::sort(expected, {}, &Found::index);
            for (auto i = static_cast<std::size_t>(offset[query]);
                 i < static_cast<std::size_t>(offset[query + 1]); ++i)
                found.push_back({index[i], distance[i]});
            require_row(expected, found, query, line);
        }
    }

    void box() {
        Points low = queries("low");
        Points high = random_queries("high", low.size(), points_, region_, random_);
        for (std::size_t i = 0; i < low.numbers.size(); ++i) {
            if (high.numbers[i] < low.numbers[i])
                std::swap(low.numbers[i], high.numbers[i]);
        }
        put_points(folder_, low, random_);
        put_points(folder_, high, random_);
        Arguments line{"kdtree", "box", "tree.npz", low.file, high.file, "-o", "found.npz"};
        add_options(line);
        if (!runs(line, low.held_by(Type::float64) && high.held_by(Type::float64)))
            return;
        const data::NpzFile file(folder_ / "found.npz");
        const auto offset = numbers_in<std::int64_t>(file, "offset");
        const auto index = numbers_in<std::int32_t>(file, "index");
        require_offsets(offset, low.size(), index.size(), line);
        const BruteForce all(points_, Type::float64);
        for (std::size_t query = 0; query < low.size(); ++query) {
            const std::vector<std::int32_t> found(index.begin() + offset[query],
                                                  index.begin() + offset[query + 1]);
            require(found == all.inside(low[query], high[query]),
                    fmt::format("{}: box {} has {} other points than it should", line_of(line), query,
                                found.size()));
        }
    }

    static void require_offsets(const std::vector<std::int64_t>& offset, std::size_t queries,
                                std::size_t found, const Arguments& line) {
        require(offset.size() == queries + 1 && offset.front() == 0 &&
                    offset.back() == static_cast<std::int64_t>(found) && std::ranges::is_sorted(offset),
                line_of(line) + ": the offsets are no partition of what was found");
    }

    Random& random_;
    const fs::path& folder_;
    Region region_ = pick(random_, regions);
    Points points_;
    Type type_ = Type::float32;
};

} // namespace

void compare_kdtree(Random& random, const fs::path& folder) {
    KdtreeCase(random, folder).run();
}

} // namespace scanline::fuzz
