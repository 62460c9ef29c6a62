// A peer that is right, or wrong in one way: FAKE_PEER_FAULT. See CMakeLists.txt.
#include "peers/peer_work.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace scanline::peer {
namespace {

enum class Fault { none, wrong_result, wrong_companion, no_device, no_memory, no_run, no_output };
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

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    fail_if(Fault::no_memory, "the fake has no memory");
    return std::make_unique<FakeWork>(work);
}

std::string name() {
    fail_if(Fault::no_device, "the fake has no device");
    return "Fake 1.0, made up";
}

} // namespace scanline::peer
