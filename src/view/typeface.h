#pragma once
#include <string>

namespace scanline::view {

/// Font files of this machine, empty where there is none.
struct Typeface {
    std::string text;    ///< regular
    std::string heading; ///< half bold
    std::string mono;
    std::string symbols; ///< has arrows and signs that the others lack
    std::string name;    ///< for the log: "Roboto"
};

/// Asks fontconfig for the first of several families whose figures are all of one width: Roboto (Debian's
/// fonts-roboto-unhinted), Noto Sans, DejaVu Sans. Where none is installed the text is empty, and ImGui's own
/// typeface has to do.
Typeface find_typeface();

} // namespace scanline::view
