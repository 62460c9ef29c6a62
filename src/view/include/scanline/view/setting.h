#pragma once
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// A setting of a scene as text: what `scanline view --set key=value` takes, the session file keeps and tests
/// change. Controls in the inspector change the same things.
struct Setting {
    std::string key;         ///< "block"
    std::string value;       ///< as it is now: "256"
    std::string values;      ///< what it takes, for messages: "2, 4 .. 4096", "horn, jj, rlz, bt"
    std::string description; ///< one sentence
};

/// Parsers for Scene::set(); numbers as in core/number.h. Errors: usage, naming the key, the value and what
/// the key takes.
int parse_int(std::string_view key, std::string_view value, int least, int most);
double parse_double(std::string_view key, std::string_view value, double least, double most);
bool parse_bool(std::string_view key, std::string_view value); ///< true, false, on, off, 1, 0

/// What parse_bool() reads.
std::string to_text(bool on);

/// What set() throws for a key that a scene does not have, with those that it has.
[[noreturn]] void throw_unknown_setting(std::string_view scene, std::string_view key,
                                        const std::vector<Setting>& settings);

} // namespace scanline::view
