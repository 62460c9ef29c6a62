#include "number_text.h"

#include <charconv>

namespace scanline::data {

NumberText number_at_front(std::string_view text) {
    // std::from_chars takes no plus, but would take a minus behind one.
    const bool plus = text.starts_with('+') && !text.starts_with("+-");
    NumberText number;
    const auto [end, error] =
        std::from_chars(text.data() + (plus ? 1 : 0), text.data() + text.size(), number.value);
    number.error = error;
    if (error != std::errc::invalid_argument)
        number.size = static_cast<std::size_t>(end - text.data());
    return number;
}

} // namespace scanline::data
