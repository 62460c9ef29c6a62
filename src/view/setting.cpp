#include "scanline/view/setting.h"

#include "scanline/core/number.h"

#include <fmt/format.h>

namespace scanline::view {

int parse_int(std::string_view key, std::string_view value, int least, int most) {
    return parse_number<int>(key, value, {least, most});
}

double parse_double(std::string_view key, std::string_view value, double least, double most) {
    return parse_number<double>(key, value, {least, most});
}

bool parse_bool(std::string_view key, std::string_view value) {
    if (value == "true" || value == "on" || value == "1")
        return true;
    if (value == "false" || value == "off" || value == "0")
        return false;
    throw usage_error(fmt::format("{}={}: {} takes true or false", key, printable(value), key));
}

std::string to_text(bool on) {
    return on ? "true" : "false";
}

void throw_unknown_setting(std::string_view scene, std::string_view key,
                           const std::vector<Setting>& settings) {
    std::string keys;
    for (const Setting& setting : settings)
        keys += (keys.empty() ? "" : ", ") + setting.key;
    throw usage_error(fmt::format("the scene {} has no setting {}: it has {}", scene, printable(key), keys));
}

} // namespace scanline::view
