// A peer that is right, or wrong in one way: FAKE_PEER_FAULT. See CMakeLists.txt.
#include "peers/peer_work.h"

#include <algorithm>
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

// "copy", "scan", and for the tests "echo": results that are the sums of what belongs to an element, and the
// offsets as companions.
class FakeWork final : public Work {
public:
    explicit FakeWork(const ScanlinePeerCase& work)
        : operation_(work.operation), results_(work.elements, work.elements + work.size) {
        if (operation_ == "scan")
            std::inclusive_scan(results_.begin(), results_.end(), results_.begin());
        else if (operation_ == "echo") {
            for (const std::uint32_t* more : {work.values, work.flags})
                std::transform(results_.begin(), results_.end(), more, results_.begin(), std::plus<>());
            companions_.assign(work.offsets, work.offsets + work.segments + 1);
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
    explicit FakeFloatScan(const ScanlinePeerCase& work) : work_(work) {}

    double run() override {
        if (++runs_ > 2)
            fail_if(Fault::no_run, "the fake is tired");
        if (runs_ == 1)
            elements_.assign(work_.floats, work_.floats + work_.size);
        else if (!std::equal(elements_.begin(), elements_.end(), work_.floats))
            throw std::runtime_error("the elements are others than before");
        if (fault == Fault::idle)
            return 0.25;
        for (std::uint32_t call = 0; call < work_.calls; ++call)
            std::partial_sum(work_.floats, work_.floats + work_.size, work_.sums);
        if (fault == Fault::wrong_result)
            work_.sums[work_.size / 2] += static_cast<float>(work_.size);
        return 0.25;
    }

    void result(int /*output*/, std::uint32_t* /*to*/, std::size_t /*size*/) override {
        throw std::runtime_error("the sums are where they were asked for");
    }

private:
    const ScanlinePeerCase work_;
    std::vector<float> elements_;
    int runs_ = 0;
};

// "kdtree-build", whose points stay in their order, and "kdtree-knn", which looks at every point.
class FakeKdtree final : public Work {
public:
    explicit FakeKdtree(const ScanlinePeerCase& work) {
        const std::size_t size = work.points.size;
        Words all(size);
        std::iota(all.begin(), all.end(), 0u);
        if (std::string_view(work.operation) == "kdtree-build") {
            results_ = all;
            companions_ = {static_cast<std::uint32_t>(size)};
            return;
        }
        const auto coordinate = [&](const ScanlinePeerPoints& of, std::size_t point, std::size_t axis) {
            const std::size_t at = point * work.dimensions + axis;
            return of.floats != nullptr ? static_cast<double>(of.floats[at])
                                        : static_cast<double>(of.integers[at]);
        };
        for (std::size_t query = 0; query < work.queries.size; ++query) {
            std::vector<double> distances(size);
            for (std::size_t point = 0; point < size; ++point) {
                for (std::size_t axis = 0; axis < work.dimensions; ++axis) {
                    const double difference =
                        coordinate(work.queries, query, axis) - coordinate(work.points, point, axis);
                    distances[point] += difference * difference;
                }
            }
            Words nearest = all;
            std::stable_sort(nearest.begin(), nearest.end(),
                             [&](std::uint32_t a, std::uint32_t b) { return distances[a] < distances[b]; });
            nearest.resize(work.k, ~0u);
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

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    fail_if(Fault::no_memory, "the fake has no memory");
    if (std::string_view(work.operation) == "scan-float32")
        return std::make_unique<FakeFloatScan>(work);
    if (const std::string_view operation(work.operation);
        operation == "kdtree-build" || operation == "kdtree-knn")
        return std::make_unique<FakeKdtree>(work);
    return std::make_unique<FakeWork>(work);
}

std::string name() {
    fail_if(Fault::no_device, "the fake has no device");
    return "Fake 1.0, made up";
}

} // namespace scanline::peer
