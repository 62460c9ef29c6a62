#include "scanline/ranks/agreement.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace scanline::ranks {

namespace {

/// An error as ranks send it; longer messages are cut.
struct Outcome {
    int kind = 0; ///< 0: none
    std::array<char, 1020> message{};

    bool operator==(const Outcome&) const = default;
};

} // namespace

void agree(Communicator& ranks, const std::optional<Error>& own) {
    Outcome outcome;
    if (own) {
        outcome.kind = own->exit_code();
        const std::string_view message = own->what();
        std::ranges::copy(message.substr(0, outcome.message.size() - 1), outcome.message.begin());
    }
    const std::vector<Outcome> all = gather(ranks, outcome);
    const auto failed = std::ranges::find_if(all, [](const Outcome& of) { return of.kind != 0; });
    if (failed == all.end())
        return;
    const bool alike = std::ranges::all_of(all, [&](const Outcome& of) { return of == *failed; });
    const std::string message = failed->message.data();
    throw AgreedError(static_cast<ErrorKind>(failed->kind),
                      alike ? message : fmt::format("rank {}: {}", failed - all.begin(), message));
}

} // namespace scanline::ranks
