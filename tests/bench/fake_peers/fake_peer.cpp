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

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    fail_if(Fault::no_memory, "the fake has no memory");
    if (std::string_view(work.operation) == "scan-float32")
        return std::make_unique<FakeFloatScan>(work);
    return std::make_unique<FakeWork>(work);
}

std::string name() {
    fail_if(Fault::no_device, "the fake has no device");
    return "Fake 1.0, made up";
}

} // namespace scanline::peer
