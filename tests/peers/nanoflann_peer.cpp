// The peer nanoflann. Its build takes one thread; queries are shared among plain threads. Squared distances
// are float of float, double of int32, whose differences may be too large for int32.
#include "kdtree_case.h"
#include "steady_work.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <nanoflann.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

namespace scanline::peer {
namespace {

constexpr std::uint32_t no_point = ~std::uint32_t{0};
constexpr std::size_t queries_at_once = 64; // that a thread takes at a time

// Points as nanoflann asks for them. dimensions: -1 where they are known only now.
template <class C, std::int32_t dimensions>
class Cloud {
public:
    using Distance = std::conditional_t<std::is_same_v<C, float>, float, double>;

    explicit Cloud(const KdtreeCase<C>& of)
        : coordinates_(of.points.data), size_(of.size()),
          stride_(dimensions > 0 ? static_cast<std::size_t>(dimensions) : of.dimensions) {}

    std::size_t kdtree_get_point_count() const { return size_; }
    Distance kdtree_get_pt(std::size_t point, std::size_t axis) const {
        const std::size_t stride = dimensions > 0 ? static_cast<std::size_t>(dimensions) : stride_;
        return static_cast<Distance>(coordinates_[point * stride + axis]);
    }
    template <class Box>
    bool kdtree_get_bbox(Box& /*box*/) const {
        return false;
    }

private:
    const C* const coordinates_;
    const std::size_t size_, stride_;
};

template <class C, std::int32_t dimensions>
class KdtreeWork : public SteadyWork {
public:
    explicit KdtreeWork(const ScanlinePeerCase& work) : case_(work), cloud_(case_) {}

protected:
    using Points = Cloud<C, dimensions>;
    using Distance = typename Points::Distance;
    // As its manual has it: the simple one for few dimensions.
    using Metric = std::conditional_t<(dimensions > 0), nanoflann::L2_Simple_Adaptor<Distance, Points>,
                                      nanoflann::L2_Adaptor<Distance, Points>>;
    using Index = nanoflann::KDTreeSingleIndexAdaptor<Metric, Points, dimensions>;

    void build() { index_.emplace(static_cast<std::int32_t>(case_.dimensions), cloud_); }
    void drop() { index_.reset(); }
    const Index& index() const { return *index_; }
    /// The points in leaf order. The member is named vAcc_ since version 1.5.
    const auto& order() const {
        if constexpr (requires(Index index) { index.vAcc_; })
            return index_->vAcc_;
        else
            return index_->vAcc;
    }

    /// answer(query, coordinates): for each query, by all threads.
    template <class Answer>
    void for_each_query(Answer answer) const {
        std::atomic<std::size_t> next = 0;
        const auto take = [&] {
            std::vector<Distance> query(case_.dimensions);
            for (;;) {
                const std::size_t first = next.fetch_add(queries_at_once, std::memory_order_relaxed);
                if (first >= case_.query_count())
                    return;
                const std::size_t last = std::min(first + queries_at_once, case_.query_count());
                for (std::size_t i = first; i < last; ++i) {
                    const C* const from = case_.queries.data + i * case_.dimensions;
                    std::transform(from, from + case_.dimensions, query.begin(),
                                   [](C coordinate) { return static_cast<Distance>(coordinate); });
                    answer(i, query.data());
                }
            }
        };
        std::vector<std::thread> others;
        for (int thread = 1; thread < case_.threads; ++thread)
            others.emplace_back(take);
        take();
        for (std::thread& other : others)
            other.join();
    }

    const KdtreeCase<C> case_;
    const Points cloud_;

private:
    std::optional<Index> index_;
};

template <class C, std::int32_t dimensions>
class Build final : public KdtreeWork<C, dimensions> {
public:
    explicit Build(const ScanlinePeerCase& work) : KdtreeWork<C, dimensions>(work) {
        if (this->case_.threads != 1)
            throw std::runtime_error("it builds by one thread");
    }

private:
    void prepare() override { this->drop(); }
    void work() override { this->build(); }
    Words results() const override { return {this->order().begin(), this->order().end()}; }
    Words companions() const override { return {static_cast<std::uint32_t>(this->order().size())}; }
};

template <class C, std::int32_t dimensions>
class Knn final : public KdtreeWork<C, dimensions> {
public:
    explicit Knn(const ScanlinePeerCase& work)
        : KdtreeWork<C, dimensions>(work), k_(static_cast<std::size_t>(number_of(work, "k"))) {
        this->build();
    }

private:
    using typename KdtreeWork<C, dimensions>::Distance;

    void work() override {
        const std::size_t results = this->case_.query_count() * k_;
        nearest_.assign(results, no_point);
        squared_distances_.assign(results, std::numeric_limits<Distance>::infinity());
        this->for_each_query([&](std::size_t query, const Distance* coordinates) {
            nanoflann::KNNResultSet<Distance, std::uint32_t> found(k_);
            found.init(nearest_.data() + query * k_, squared_distances_.data() + query * k_);
            this->index().findNeighbors(found, coordinates, {});
        });
    }
    Words results() const override { return nearest_; }

    const std::size_t k_;
    Words nearest_;
    std::vector<Distance> squared_distances_;
};

template <class C, std::int32_t dimensions>
class Radius final : public KdtreeWork<C, dimensions> {
public:
    explicit Radius(const ScanlinePeerCase& work)
        : KdtreeWork<C, dimensions>(work), radius_(number_of(work, "radius")),
          rows_(this->case_.query_count()) {
        this->build();
    }

private:
    using typename KdtreeWork<C, dimensions>::Distance;

    void work() override {
        const auto radius = static_cast<Distance>(radius_);
        // It finds what is below a limit, not at it.
        const Distance limit = std::nextafter(radius * radius, std::numeric_limits<Distance>::infinity());
        this->for_each_query([&](std::size_t query, const Distance* coordinates) {
            this->index().radiusSearch(coordinates, limit, rows_[query], {});
        });
    }
    Words results() const override {
        Words counts(rows_.size());
        std::transform(rows_.begin(), rows_.end(), counts.begin(),
                       [](const auto& row) { return static_cast<std::uint32_t>(row.size()); });
        return counts;
    }
    Words companions() const override {
        Words indices;
        for (const auto& row : rows_) {
            for (const auto& found : row)
                indices.push_back(found.first);
        }
        return indices;
    }

    // std::pair up to version 1.4, nanoflann::ResultItem since.
    using Row = std::remove_reference_t<
        decltype(nanoflann::RadiusResultSet<Distance, std::uint32_t>::m_indices_dists)>;
    const double radius_;
    std::vector<Row> rows_;
};

template <template <class, std::int32_t> class Task, class C>
std::unique_ptr<Work> of_dimensions(const ScanlinePeerCase& work) {
    switch (static_cast<int>(number_of(work, "dimensions"))) {
    case 2: return std::make_unique<Task<C, 2>>(work);
    case 3: return std::make_unique<Task<C, 3>>(work);
    case 4: return std::make_unique<Task<C, 4>>(work);
    default: return std::make_unique<Task<C, -1>>(work);
    }
}

template <template <class, std::int32_t> class Task>
std::unique_ptr<Work> make(const ScanlinePeerCase& work) {
    return has_floats(work) ? of_dimensions<Task, float>(work) : of_dimensions<Task, std::int32_t>(work);
}

constexpr std::pair<std::string_view, std::unique_ptr<Work> (*)(const ScanlinePeerCase&)> tasks[]{
    {"kdtree-build", make<Build>},
    {"kdtree-knn", make<Knn>},
    {"kdtree-radius", make<Radius>},
};

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    for (const auto& [operation, make_task] : tasks) {
        if (operation == work.operation)
            return make_task(work);
    }
    throw std::runtime_error("nanoflann has no " + std::string(work.operation));
}

std::string name() {
    return SCANLINE_PEER_NAME;
}

} // namespace scanline::peer
