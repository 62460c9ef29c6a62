// A peer that is right, or wrong in one way: FAKE_PEER_FAULT. See CMakeLists.txt.
#include "peers/kdtree_case.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace scanline::peer {
namespace {

enum class Fault { none, wrong_result, wrong_companion, no_device, no_memory, no_run, no_output, idle };
constexpr Fault fault = Fault::FAKE_PEER_FAULT;

void fail_if(Fault this_one, const char* why) {
    if (fault == this_one)
        throw std::runtime_error(why);
}

using Words = std::vector<std::uint32_t>;

Words copied(const ScanlinePeerCase& work, const char* name) {
    const Array<const std::uint32_t> words = array_of<const std::uint32_t>(work, name);
    return {words.begin(), words.end()};
}

// "copy", "scan", and for the tests "echo": results that are the sums of what belongs to an element, and the
// offsets as companions.
class FakeWork final : public Work {
public:
    explicit FakeWork(const ScanlinePeerCase& work)
        : operation_(work.operation), results_(copied(work, "elements")) {
        if (operation_ == "scan")
            std::inclusive_scan(results_.begin(), results_.end(), results_.begin());
        else if (operation_ == "echo") {
            for (const char* more : {"values", "flags"})
                std::transform(results_.begin(), results_.end(), copied(work, more).begin(), results_.begin(),
                               std::plus<>());
            companions_ = copied(work, "offsets");
        } else if (operation_ != "copy")
            throw std::runtime_error("a fake has no " + operation_);
    }

    double run() override {
        if (++runs_ > 2)
            fail_if(Fault::no_run, "the fake is tired");
        return 0.25;
    }

    void result(int output, std::uint32_t* to, std::size_t size) override {
        fail_if(Fault::no_output, "the fake forgot");
        const bool companions = output == SCANLINE_PEER_COMPANIONS;
        std::copy_n((companions ? companions_ : results_).begin(), size, to);
        if (size > 0 && fault == (companions ? Fault::wrong_companion : Fault::wrong_result))
            ++to[size / 2];
    }

private:
    std::string operation_;
    Words results_, companions_;
    int runs_ = 0;
};

// "scan-float32". In place it insists on the elements that its first run found.
class FakeFloatScan final : public Work {
public:
    explicit FakeFloatScan(const ScanlinePeerCase& work)
        : floats_(array_of<const float>(work, "elements")), sums_(array_of<float>(work, "sums")),
          calls_(static_cast<int>(number_of(work, "calls"))) {}

    double run() override {
        if (++runs_ > 2)
            fail_if(Fault::no_run, "the fake is tired");
        if (runs_ == 1)
            elements_.assign(floats_.begin(), floats_.end());
        else if (!std::equal(elements_.begin(), elements_.end(), floats_.begin()))
            throw std::runtime_error("the elements are others than before");
        if (fault == Fault::idle)
            return 0.25;
        for (int call = 0; call < calls_; ++call)
            std::partial_sum(floats_.begin(), floats_.end(), sums_.begin());
        if (fault == Fault::wrong_result)
            sums_[sums_.size / 2] += static_cast<float>(sums_.size);
        return 0.25;
    }

    void result(int /*output*/, std::uint32_t* /*to*/, std::size_t /*size*/) override {
        throw std::runtime_error("the sums are where they were asked for");
    }

private:
    const Array<const float> floats_;
    const Array<float> sums_;
    const int calls_;
    std::vector<float> elements_;
    int runs_ = 0;
};

// "kdtree-build", whose points stay in their order, and "kdtree-knn", which looks at every point.
template <class C>
class FakeKdtree final : public Work {
public:
    explicit FakeKdtree(const ScanlinePeerCase& work) {
        const KdtreeCase<C> of(work);
        const std::size_t size = of.size();
        Words all(size);
        std::iota(all.begin(), all.end(), 0u);
        if (std::string_view(work.operation) == "kdtree-build") {
            results_ = all;
            companions_ = {static_cast<std::uint32_t>(size)};
            return;
        }
        const auto k = static_cast<std::size_t>(number_of(work, "k"));
        for (std::size_t query = 0; query < of.query_count(); ++query) {
            std::vector<double> distances(size);
            for (std::size_t point = 0; point < size; ++point) {
                for (std::size_t axis = 0; axis < of.dimensions; ++axis) {
                    const double difference = static_cast<double>(of.queries[query * of.dimensions + axis]) -
                                              static_cast<double>(of.points[point * of.dimensions + axis]);
                    distances[point] += difference * difference;
                }
            }
            Words nearest = all;
            std::stable_sort(nearest.begin(), nearest.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return distances[a] < distances[b]; });
            nearest.resize(k, ~0u);
            results_.insert(results_.end(), nearest.begin(), nearest.end());
        }
    }

    double run() override { return 0.25; }
    void result(int output, std::uint32_t* to, std::size_t size) override {
        std::copy_n((output == SCANLINE_PEER_COMPANIONS ? companions_ : results_).begin(), size, to);
        if (size > 0 && fault == Fault::wrong_result && output == SCANLINE_PEER_RESULTS)
            ++to[size / 2];
    }

private:
    Words results_, companions_;
};

// "skyline", which compares every row with every other.
class FakeSkyline final : public Work {
public:
    explicit FakeSkyline(const ScanlinePeerCase& work) {
        const Array<const float> table = array_of<const float>(work, "table");
        const auto columns = static_cast<std::size_t>(number_of(work, "dimensions"));
        const auto dominates = [&](std::size_t p, std::size_t q) {
            bool better = false;
            for (std::size_t column = 0; column < columns; ++column) {
                const float a = table[p * columns + column], b = table[q * columns + column];
                if (a > b)
                    return false;
                better = better || a < b;
            }
            return better;
        };
        const std::size_t rows = table.size / columns;
        for (std::size_t row = rows; row-- > 0;) { // the last first: any order is right
            std::size_t other = 0;
            while (other < rows && !dominates(other, row))
                ++other;
            if ((other == rows) != (fault == Fault::wrong_result && row == 0))
                ids_.push_back(static_cast<std::uint32_t>(row));
        }
    }

    double run() override { return 0.25; }
    void result(int output, std::uint32_t* to, std::size_t size) override {
        if (output == SCANLINE_PEER_COMPANIONS)
            *to = static_cast<std::uint32_t>(ids_.size());
        else
            std::copy_n(ids_.begin(), size, to);
    }

private:
    Words ids_;
};

// "cube", prefix by prefix of each row.
class FakeCube final : public Work {
public:
    explicit FakeCube(const ScanlinePeerCase& work) {
        const Words codes = copied(work, "codes"), values = copied(work, "values");
        const auto dimensions = static_cast<std::size_t>(number_of(work, "dimensions"));
        std::map<Words, Words> cells;
        for (std::size_t row = 0; row < values.size(); ++row) {
            Words prefix(dimensions, ~0u);
            for (std::size_t length = 0; length <= dimensions; ++length) {
                if (length > 0)
                    prefix[length - 1] = codes[(length - 1) * values.size() + row];
                Words& cell = cells.try_emplace(prefix, 2, 0u).first->second;
                ++cell[0];
                cell[1] += values[row];
            }
        }
        for (const auto& [prefix, cell] : cells) {
            words_.insert(words_.end(), prefix.begin(), prefix.end());
            words_.insert(words_.end(), cell.begin(), cell.end());
        }
        count_ = static_cast<std::uint32_t>(cells.size());
    }

    double run() override { return 0.25; }
    void result(int output, std::uint32_t* to, std::size_t size) override {
        if (output == SCANLINE_PEER_COMPANIONS)
            *to = count_;
        else
            std::copy_n(words_.begin(), size, to);
        if (output == SCANLINE_PEER_RESULTS && fault == Fault::wrong_result)
            ++to[size - 1];
    }

private:
    Words words_;
    std::uint32_t count_ = 0;
};

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    fail_if(Fault::no_memory, "the fake has no memory");
    if (std::string_view(work.operation) == "scan-float32")
        return std::make_unique<FakeFloatScan>(work);
    if (std::string_view(work.operation) == "cube")
        return std::make_unique<FakeCube>(work);
    if (std::string_view(work.operation) == "skyline")
        return std::make_unique<FakeSkyline>(work);
    if (const std::string_view operation(work.operation);
        operation == "kdtree-build" || operation == "kdtree-knn") {
        if (has_floats(work))
            return std::make_unique<FakeKdtree<float>>(work);
        return std::make_unique<FakeKdtree<std::int32_t>>(work);
    }
    return std::make_unique<FakeWork>(work);
}

std::string name() {
    fail_if(Fault::no_device, "the fake has no device");
    return "Fake 1.0, made up";
}

} // namespace scanline::peer
