#pragma once
#include "kit/scene.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// A line of code, the events of a step that run it, and the value that it shows then.
struct CodeLine {
    std::string_view text;            ///< @ stands for CodeEvents::subject
    std::string_view when{}, value{}; ///< names, those of events with spaces between them
    std::string_view glsl{};          ///< see Listing::Line
};

/// What happens in a step.
struct CodeEvents {
    std::vector<std::string_view> names{};
    std::map<std::string_view, std::string> values{}; ///< those that are missing are not shown
    std::string subject{};                            ///< what the step is about: an axis, a column
};

/// The code with its values, the lines lit that the events run.
///
///     listing_of("Sum", {{"for i < @:", "add"}, {"  sum += x[i]", "add", "sum"}},
///                {.names = {"add"}, .values = {{"sum", "7"}}, .subject = "n"})
///     // for i < n:          lit
///     //   sum += x[i]   7   lit
Listing listing_of(std::string title, std::span<const CodeLine> code, CodeEvents events);

} // namespace scanline::view
