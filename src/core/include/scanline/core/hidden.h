#pragma once
#include <memory>
#include <utility>

namespace scanline {

/// The parts of a class that its source file alone knows. It knows how to destroy them, so that the class
/// needs neither a destructor nor move operations of its own; copies of the class there are none.
///
///     class Search {                    // search.h
///         struct Parts;
///         Hidden<const Parts> parts_;
///     };
///     Search::Search(Engine& engine) : parts_(make_hidden<const Parts>(engine)) {}   // search.cpp
template <class Parts>
using Hidden = std::unique_ptr<Parts, void (*)(Parts*)>;

template <class Parts, class... Arguments>
Hidden<Parts> make_hidden(Arguments&&... arguments) {
    return {new Parts(std::forward<Arguments>(arguments)...), [](Parts* parts) { delete parts; }};
}

} // namespace scanline
