#pragma once
#include "scanline/core/error.h"
#include "scanline/ranks/communicator.h"

#include <optional>

namespace scanline::ranks {

/// An error that all ranks have thrown together: none of them waits for another.
class AgreedError : public Error {
public:
    using Error::Error;
};

/// Throws, on all ranks alike, if any has an error: that of the first, with its rank if the others' differ.
void agree(Communicator& ranks, const std::optional<Error>& own);

/// Runs what may fail on some ranks, without calls to the others.
template <class Action>
void agree_on(Communicator& ranks, Action action) {
    std::optional<Error> error;
    try {
        action();
    } catch (const Error& own) {
        error = own;
    }
    agree(ranks, error);
}

/// The same; null for one process alone.
template <class Action>
void agree_on(Communicator* ranks, Action action) {
    if (ranks != nullptr)
        agree_on(*ranks, action);
    else
        action();
}

} // namespace scanline::ranks
