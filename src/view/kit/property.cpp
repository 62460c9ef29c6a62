#include "kit/property.h"

#include "scanline/core/number.h"
#include "scanline/raster/stream_layout.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace scanline::view {

namespace {

/// Draws a control over a copy of the value.
template <class T, class Control>
bool change(const Stored<T>& stored, Control control) {
    T value = stored.get();
    const bool changed = control(value);
    if (changed)
        stored.set(std::move(value));
    return changed;
}

bool choose_text(const Look& look, const Property& row, const Stored<std::string>& stored,
                 std::vector<std::string> offered, bool with_file) {
    return change(stored, [&](std::string& value) {
        const auto count = static_cast<int>(offered.size());
        int index = static_cast<int>(std::ranges::find(offered, value) - offered.begin());
        if (index == count && with_file)
            offered.push_back(std::filesystem::path(value).filename().string());
        if (!choice(look, row.label.c_str(), offered, index, row.tooltip.c_str()) || index >= count)
            return false;
        value = offered[static_cast<std::size_t>(index)];
        return true;
    });
}

} // namespace

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

Property toggle_row(std::string key, std::string label, Stored<bool> stored, std::string tooltip) {
    return {.key = key,
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = [stored] { return to_text(stored.get()); },
            .set = [stored, key](std::string_view value) { stored.set(parse_bool(key, value)); },
            .draw =
                [stored](const Look& look, const Property& row) {
                    return change(stored, [&](bool& on) {
                        return toggle(look, row.label.c_str(), on, row.tooltip.c_str());
                    });
                }};
}

Property number_row(std::string key, std::string label, Stored<int> stored, Range<int> range,
                    std::string tooltip) {
    return {.key = key,
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = [stored] { return std::to_string(stored.get()); },
            .set =
                [stored, range, key](std::string_view value) {
                    stored.set(parse_number<int>(key, value, {range.least, range.most}));
                },
            .draw =
                [stored, range](const Look& look, const Property& row) {
                    return change(stored, [&](int& value) {
                        return slider(look, row.label.c_str(), value, range.least, range.slider_most,
                                      row.tooltip.c_str());
                    });
                }};
}

Property real_row(std::string key, std::string label, Stored<double> stored, Range<double> range,
                  std::string tooltip, std::string format) {
    return {.key = key,
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = [stored] { return fmt::format("{}", stored.get()); },
            .set =
                [stored, range, key](std::string_view value) {
                    stored.set(parse_number<double>(key, value, {range.least, range.most}));
                },
            .draw =
                [stored, range, format](const Look& look, const Property& row) {
                    return change(stored, [&](double& value) {
                        auto shown = static_cast<float>(value);
                        const bool changed = slider(
                            look, row.label.c_str(), shown, static_cast<float>(range.least),
                            static_cast<float>(range.slider_most), format.c_str(), row.tooltip.c_str());
                        value = std::clamp(static_cast<double>(shown), range.least, range.most);
                        return changed;
                    });
                }};
}

Property block_row(std::string key, std::string label, Stored<int> stored, Range<int> range,
                   std::string tooltip) {
    Property row = number_row(key, std::move(label), stored, range, std::move(tooltip));
    row.set = [stored, range, key](std::string_view value) {
        const int block = parse_number<int>(key, value, {range.least, range.most});
        raster::check_block(block);
        stored.set(block);
    };
    row.draw = [stored, range](const Look& look, const Property& drawn) {
        return change(stored, [&](int& value) {
            return power_of_two(look, drawn.label.c_str(), value, range.least, range.slider_most,
                                drawn.tooltip.c_str());
        });
    };
    return row;
}

Property file_row(std::string key, std::string label, Stored<std::string> stored,
                  std::vector<std::string> offered, std::string tooltip) {
    return {.key = std::move(key),
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = stored.get,
            .set = [stored](std::string_view value) { stored.set(std::string(value)); },
            .draw = [stored,
                     offered](const Look& look,
                              const Property& row) { return choose_text(look, row, stored, offered, true); }};
}

Property text_row(std::string key, std::string label, Stored<std::string> stored,
                  std::vector<std::string> choices, std::string tooltip) {
    return {.key = key,
            .label = std::move(label),
            .tooltip = std::move(tooltip),
            .text = stored.get,
            .set =
                [stored, choices, key](std::string_view value) {
                    if (std::ranges::find(choices, value) == choices.end())
                        throw usage_error(fmt::format("{}={}: {} takes one of {}", key, printable(value), key,
                                                      fmt::join(choices, ", ")));
                    stored.set(std::string(value));
                },
            .draw =
                [stored, choices](const Look& look, const Property& row) {
                    return choose_text(look, row, stored, choices, false);
                }};
}

std::vector<Setting> settings_of(const std::vector<Property>& rows) {
    std::vector<Setting> settings;
    for (const Property& row : rows)
        settings.push_back({row.key, row.text()});
    return settings;
}

void set(const std::vector<Property>& rows, std::string_view scene, std::string_view key,
         std::string_view value) {
    const auto row = std::ranges::find(rows, key, &Property::key);
    if (row == rows.end())
        throw_unknown_setting(scene, key, settings_of(rows));
    row->set(value);
}

bool draw_rows(const Look& look, const std::vector<Property>& rows,
               std::initializer_list<std::string_view> keys) {
    bool changed = false;
    for (const std::string_view key : keys) {
        const auto row = std::ranges::find(rows, key, &Property::key);
        if (row != rows.end() && row->draw && (!row->shown || row->shown()))
            changed |= row->draw(look, *row);
    }
    return changed;
}

} // namespace scanline::view
