#pragma once
#include <memory>
#include <utility>

namespace scanline {

/// The private parts of a class, known only to its source file. The pointer knows how to destroy them, so the
/// class needs neither a destructor nor move operations of its own. It makes the class non-copyable.
///
///     class Search {                    // search.h
///         struct Parts;
///         Pimpl<const Parts> parts_;
///     };
///     Search::Search(Engine& engine) : parts_(make_pimpl<const Parts>(engine)) {}   // search.cpp
template <class Parts>
using Pimpl = std::unique_ptr<Parts, void (*)(Parts*)>;

template <class Parts, class... Arguments>
Pimpl<Parts> make_pimpl(Arguments&&... arguments) {
    return {new Parts(std::forward<Arguments>(arguments)...), [](Parts* parts) { delete parts; }};
}

} // namespace scanline
