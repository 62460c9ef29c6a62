#include "shell/lesson.h"

#include "scanline/core/choice.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

namespace scanline::view {

namespace {

namespace fs = std::filesystem;

Error error_in(const fs::path& path, int line, std::string_view what) {
    return data::read_error(path, fmt::format("line {}: {}", line, what));
}

/// Takes a lesson line by line. Errors: usage, without the line.
struct LessonParser {
    Lesson lesson;
    int line = 0;
    bool in_notes = false;

    /// Adds a line, or the end of a paragraph, to a text of at most so many bytes.
    static void add(std::string& text, std::string_view more, std::size_t most) {
        const bool begins = text.empty() || text.ends_with('\n');
        text += more.empty() ? (begins ? "" : "\n") : (begins ? "" : " ") + std::string(more);
        if (text.size() > most + 1)
            throw usage_error(fmt::format("this is longer than {} letters: shorten it", most));
    }

    void take(std::string_view text) {
        ++line;
        const auto after = [&text](std::string_view prefix) {
            const bool has = text.starts_with(prefix);
            text = has ? trimmed(text.substr(prefix.size())) : text;
            return has;
        };
        Stop* const stop = lesson.stops.empty() ? nullptr : &lesson.stops.back();
        if (in_notes || after("<!--")) {
            in_notes = text.find("-->") == text.npos;
            if (stop)
                add(stop->notes, trimmed(text.substr(0, text.find("-->"))), 2000);
        } else if (after("## ")) {
            Stop next{.title = std::string(text), .line = line};
            if (stop) // it goes on with the same scene until it names another one
                next.scene = stop->scene, next.settings = stop->settings;
            std::erase_if(next.settings, [](const Setting& one) { return one.key == "pinned"; });
            lesson.stops.push_back(std::move(next));
        } else if (!stop) { // other text before the first one is for readers of the file
            if (after("# "))
                add(lesson.title, text, 60);
        } else if (after("? ")) {
            add(stop->question, text, 200);
        } else if (const bool right = text.starts_with("- [x] "); right || text.starts_with("- [ ] ")) {
            if (right && std::exchange(stop->right, static_cast<int>(stop->answers.size())) >= 0)
                throw usage_error("this is a second right answer");
            add(stop->answers.emplace_back(), text.substr(6), 48);
        } else if (after("> ")) {
            add(stop->remark, text, 300);
        } else if (!take_key(*stop, text)) {
            add(stop->text, text, 600);
        }
    }

    /// "step: 3". Returns false for a line of text.
    bool take_key(Stop& stop, std::string_view text) const {
        const std::size_t colon = text.find(':');
        const std::string_view key = text.substr(0, colon);
        if (colon == text.npos || key.find_first_not_of("abcdefghijklmnopqrstuvwxyz") != key.npos)
            return false;
        const std::string_view value = trimmed(text.substr(colon + 1));
        if (key == "scene")
            stop.scene = value, stop.settings.clear();
        else if (key == "step")
            stop.step = value == "last" ? Stop::last_step : parse_number<int>("step", value, {0, 999'999});
        else if (key == "goal")
            stop.goal = parse_goal(value);
        else if (key == "pin")
            stop.settings.push_back({"pinned", std::string(value)});
        else if (key == "set")
            for (const std::string& entry : split_list("set", value)) {
                const std::size_t end = std::min(entry.find('='), entry.size());
                std::string given = entry.substr(std::min(end + 1, entry.size()));
                std::error_code unknown;
                if (const fs::path path = lesson.path.parent_path() / given;
                    fs::is_regular_file(path, unknown))
                    given = fs::absolute(path).lexically_normal().string(); // a file beside the lesson
                stop.settings.push_back({entry.substr(0, end), std::move(given)});
            }
        else if (stop.text.empty())
            throw usage_error(fmt::format("{} is none of scene, set, step, pin, goal", printable(key)));
        else
            return false;
        return true;
    }

    /// Null if nothing is missing.
    const char* end(Stop& stop) const {
        while (stop.text.ends_with('\n'))
            stop.text.pop_back();
        if (stop.scene.empty() || stop.text.empty())
            return stop.text.empty() ? "this stop has no text" : "the first stop has no scene";
        return (stop.question.empty() ? stop.answers.empty() && stop.remark.empty() : stop.right >= 0)
                   ? nullptr
                   : "a question, \"? \", has one right answer, \"- [x] \", and others, \"- [ ] \"";
    }
};

constexpr std::pair<std::string_view, Goal::Sign> signs[] = {
    {">=", Goal::Sign::at_least}, {"<=", Goal::Sign::at_most}, {"=", Goal::Sign::exactly}};

} // namespace

bool Goal::is_reached_by(double value) const {
    return sign == Sign::at_least  ? value >= number
           : sign == Sign::at_most ? value <= number
                                   : value == number;
}

bool Goal::prefers(double value, double to) const {
    return sign == Sign::at_least  ? value > to
           : sign == Sign::at_most ? value < to
                                   : std::abs(value - number) < std::abs(to - number);
}

Goal parse_goal(std::string_view text) {
    for (const auto& [sign, meaning] : signs) {
        const std::size_t at = text.find(sign);
        if (at == text.npos || at == 0)
            continue;
        constexpr double most = 1e15;
        return {std::string(trimmed(text.substr(0, at))), meaning,
                parse_number<double>("goal", trimmed(text.substr(at + sign.size())), {-most, most})};
    }
    throw usage_error(
        fmt::format("the goal {} is none such as fetches >= 20, with >=, <= or =", printable(text)));
}

Lesson parse_lesson(const fs::path& path, std::string source) {
    LessonParser parser{{.path = path, .source = std::move(source)}};
    std::istringstream lines(valid_utf8(parser.lesson.source));
    try {
        for (std::string line; std::getline(lines, line); parser.take(trimmed(line)))
            std::erase(line, '\r');
        if (parser.in_notes || parser.lesson.title.empty() || parser.lesson.stops.empty())
            throw usage_error("a lesson has a title, \"# \", and stops, \"## \"; a note ends with -->");
    } catch (const Error& error) {
        throw error_in(path, parser.line, error.what());
    }
    for (Stop& stop : parser.lesson.stops)
        if (const char* const flaw = parser.end(stop))
            throw error_in(path, stop.line, flaw);
    return std::move(parser.lesson);
}

Lesson read_lesson(const fs::path& path) {
    const std::vector<std::byte> bytes = data::read_file(path, std::size_t{1} << 20);
    return parse_lesson(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string to_text(const Stop& stop) {
    std::string text =
        fmt::format("## {}\n\n    scene: {}\n    step: {}\n", stop.title, stop.scene, stop.step);
    for (const auto& [key, value] : stop.settings)
        text += fmt::format("    set: {}\n", data::csv_field(fmt::format("{}={}", key, value), ','));
    return fmt::format("{}\n{}\n", text, stop.text);
}

std::unique_ptr<Scene> scene_at(const fs::path& path, const Stop& stop,
                                std::vector<std::unique_ptr<Scene>> fresh) {
    try {
        const auto found = std::ranges::find(fresh, stop.scene, name_of);
        if (found == fresh.end())
            throw usage_error(
                fmt::format("there is no scene {}: there are {}", printable(stop.scene), names_of(fresh)));
        for (const auto& [key, value] : stop.settings)
            (*found)->set(key, value);
        if (std::ranges::count((*found)->settings(), "pass", &Setting::key) > 0) // the step
            (*found)->set("pass", std::to_string(stop.step));
        return std::move(*found);
    } catch (const Error& error) {
        throw error_in(path, stop.line, error.what());
    }
}

void check_step(const fs::path& path, const Stop& stop, Scene& scene) {
    const int count = scene.transport() ? scene.transport()->count() : 0;
    if (stop.step > 0 && stop.step >= count && stop.step < Stop::last_step)
        throw error_in(path, stop.line, fmt::format("there is no step {}: there are {}", stop.step, count));
    if (stop.goal.counter.empty() || count == 0)
        return;
    const std::vector<Setting> counters = scene.counters();
    if (std::ranges::count(counters, stop.goal.counter, &Setting::key) > 0)
        return;
    std::vector<std::string> names;
    std::ranges::transform(counters, std::back_inserter(names), &Setting::key);
    throw error_in(path, stop.line,
                   fmt::format("the scene {} counts no {}: it counts {}", stop.scene,
                               printable(stop.goal.counter),
                               names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "))));
}

} // namespace scanline::view
