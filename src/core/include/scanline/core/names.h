#pragma once
#include <string>

namespace scanline {

/// What all of a list are called, as a message lists them: "horn, jj, rlz, bt". name: gives that of one.
template <class List, class Name>
std::string names_of(const List& all, Name name) {
    std::string names;
    for (const auto& one : all)
        names += (names.empty() ? "" : ", ") + std::string(name(one));
    return names;
}

/// The same of enumerators, by their to_string().
template <class List>
std::string names_of(const List& all) {
    return names_of(all, [](const auto& one) { return to_string(one); });
}

} // namespace scanline
