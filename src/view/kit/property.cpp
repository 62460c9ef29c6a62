#include "kit/property.h"

#include "scanline/core/bits.h"
#include "scanline/core/number.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace scanline::view {

namespace {

std::vector<Setting> named_alike(const std::vector<std::string>& values) {
    std::vector<Setting> choices;
    for (const std::string& value : values)
        choices.push_back({value, value});
    return choices;
}

std::string same(const std::string& text) {
    return text;
}

bool choose_text(const Look& look, const Property& row, std::string& value) {
    const std::optional<std::string> picked = draw_choices(look, row, value);
    value = picked.value_or(value);
    return picked.has_value();
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
    throw usage_error(fmt::format("the scene {} has no setting {}: it has {}", scene, printable(key),
                                  names_of(settings, [](const Setting& one) { return one.key; })));
}

std::optional<std::string> draw_choices(const Look& look, const Property& row, std::string_view now) {
    std::vector<std::string> names = list_of_names(row.choices, [](const Setting& one) { return one.key; });
    const auto count = static_cast<int>(names.size());
    int index = static_cast<int>(std::ranges::find(row.choices, now, &Setting::value) - row.choices.begin());
    if (index == count)
        names.push_back(std::filesystem::path(now).filename().string());
    const auto browse = static_cast<int>(names.size());
    if (row.browse)
        names.emplace_back("Open file...");
    if (!choice(look, row.label.c_str(), names, index, row.tooltip.c_str()))
        return std::nullopt;
    if (index == browse)
        row.browse();
    return index < count ? std::optional(row.choices[static_cast<std::size_t>(index)].value) : std::nullopt;
}

Property toggle_row(const std::string& key, const std::string& label, const Stored<bool>& stored,
                    const std::string& tooltip) {
    return stored_row<bool>(
               key, label, tooltip, stored, to_text,
               [key](std::string_view text) { return parse_bool(key, text); },
               [](const Look& look, const Property& row, bool& on) {
                   return toggle(look, row.label.c_str(), on, row.tooltip.c_str());
               })
        .offering({{"on", to_text(true)}, {"off", to_text(false)}});
}

Property number_row(const std::string& key, const std::string& label, const Stored<int>& stored,
                    Range<int> range, const std::string& tooltip) {
    return stored_row<int>(
        key, label, tooltip, stored, [](int value) { return std::to_string(value); },
        [key, range](std::string_view text) {
            return parse_number<int>(key, text, {range.least, range.most});
        },
        [range](const Look& look, const Property& row, int& value) {
            return slider(look, row.label.c_str(), value, range.least, range.slider_most,
                          row.tooltip.c_str());
        });
}

Property real_row(const std::string& key, const std::string& label, const Stored<double>& stored,
                  Range<double> range, const std::string& tooltip, const std::string& format) {
    return stored_row<double>(
        key, label, tooltip, stored, [](double value) { return fmt::format("{}", value); },
        [key, range](std::string_view text) {
            return parse_number<double>(key, text, {range.least, range.most});
        },
        [range, format](const Look& look, const Property& row, double& value) {
            auto shown = static_cast<float>(value);
            const bool changed =
                slider(look, row.label.c_str(), shown, static_cast<float>(range.least),
                       static_cast<float>(range.slider_most), format.c_str(), row.tooltip.c_str());
            value = std::clamp(static_cast<double>(shown), range.least, range.most);
            return changed;
        });
}

Property power_row(const std::string& key, const std::string& label, const Stored<int>& stored,
                   Range<int> range, const std::string& tooltip,
                   const std::function<std::string(int)>& shown) {
    return stored_row<int>(
        key, label, tooltip, stored, [](int value) { return std::to_string(value); },
        [key, range](std::string_view text) {
            const int value = parse_number<int>(key, text, {range.least, range.most});
            if (!is_power_of_two(value))
                throw usage_error(fmt::format("{}={}: {} takes a power of two from {} to {}", key,
                                              printable(text), key, range.least, range.most));
            return value;
        },
        [range, shown](const Look& look, const Property& row, int& value) {
            return power_of_two(look, row.label.c_str(), value, range.least, range.slider_most,
                                row.tooltip.c_str(), shown ? shown(value) : "");
        });
}

Property file_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::vector<std::string>& offered, const std::string& tooltip) {
    return stored_row<std::string>(
               key, label, tooltip, stored, same, [](std::string_view text) { return std::string(text); },
               choose_text)
        .offering(named_alike(offered));
}

Property line_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::string& tooltip) {
    return stored_row<std::string>(
        key, label, tooltip, stored, same, [](std::string_view text) { return std::string(trimmed(text)); },
        [](const Look& look, const Property& row, std::string& value) {
            const std::string before = value;
            text_field(look, row.label.c_str(), value, row.tooltip.c_str());
            if (!ImGui::IsItemDeactivatedAfterEdit())
                value = before;
            return value != before;
        });
}

void draw_own_row(const Look& look, const Stored<std::string>& stored, const std::string& tooltip,
                  std::string& problem) {
    try {
        if (draw_rows(look, {line_row("own", "Your own", stored, tooltip)}, {"own"}))
            problem.clear();
    } catch (const Error& error) {
        problem = error.what();
    }
    if (!problem.empty())
        coloured_text(look.palette().error, problem, true);
}

Property text_row(const std::string& key, const std::string& label, const Stored<std::string>& stored,
                  const std::vector<std::string>& choices, const std::string& tooltip) {
    return stored_row<std::string>(
               key, label, tooltip, stored, same,
               [key, choices](std::string_view text) {
                   if (std::ranges::find(choices, text) == choices.end())
                       throw usage_error(fmt::format("{}={}: {} takes one of {}", key, printable(text), key,
                                                     fmt::join(choices, ", ")));
                   return std::string(text);
               },
               choose_text)
        .offering(named_alike(choices));
}

std::vector<Setting> settings_of(const std::vector<Property>& rows) {
    std::vector<Setting> settings;
    for (const Property& row : rows)
        settings.push_back({row.key, row.text()});
    return settings;
}

std::vector<SettingChoice> choices_of(const std::vector<Property>& rows) {
    std::vector<SettingChoice> choices;
    for (const Property& row : rows) {
        if (row.shown && !row.shown())
            continue;
        const std::string now = row.text();
        for (const auto& [name, value] : row.choices) {
            if (value != now)
                choices.push_back({fmt::format("{}: {}", row.label, name), {row.key, value}});
        }
    }
    return choices;
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
