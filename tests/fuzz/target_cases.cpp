// The readers of targets/, which libFuzzer runs for hours, with damaged seeds.
#include "damage.h"
#include "target.h"

#include <algorithm>

namespace scanline::fuzz {

namespace {

class TargetCases : public Kind {
public:
    TargetCases() {
        for (const Target* const target : all_targets) // in an order that does not depend on the linker
            targets_.emplace_back(target, target->seeds());
        std::ranges::sort(targets_, {}, [](const auto& one) { return one.first->name; });
    }

    void run(Random& random, Folder folder) override {
        const auto& [target, seeds] = pick(random, targets_);
        std::string bytes = pick(random, seeds);
        const bool is_whole = one_in(random, 8);
        if (!is_whole)
            bytes = damage(bytes, random).bytes;
        file_of(bytes, folder, target->name + "-target"); // kept if it fails
        if (is_whole)
            return target->run(bytes, folder);
        try_reading(bytes, [&, run = target->run] { run(bytes, folder); });
    }

private:
    std::vector<std::pair<const Target*, std::vector<std::string>>> targets_;
};

} // namespace

std::unique_ptr<Kind> make_target_cases() {
    return std::make_unique<TargetCases>();
}

} // namespace scanline::fuzz
