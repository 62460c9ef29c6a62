#pragma once
#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>
#include <string>

namespace scanline::test {

/// The message of the error of that kind thrown by run(); "no error" if there is none.
template <class Run>
std::string error_message(ErrorKind kind, Run run) {
    try {
        run();
    } catch (const Error& error) {
        CHECK(error.kind() == kind);
        return error.what();
    }
    return "no error";
}

template <class Run>
std::string usage_message(Run run) {
    return error_message(ErrorKind::usage, run);
}

} // namespace scanline::test
