// Catch2 2, which Debian 12 has, by the names of Catch2 3, which Debian 13 has.
#pragma once
#include <catch2/catch.hpp>

namespace Catch {

using Detail::Approx;

namespace Matchers {

inline StdString::ContainsMatcher ContainsSubstring(const std::string& text) {
    return Contains(text);
}

} // namespace Matchers

} // namespace Catch
