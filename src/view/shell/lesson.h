#pragma once
#include "kit/scene.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

inline constexpr std::string_view lesson_ending = ".md";

/// What is to be reached at the last step of a scene: "fetches >= 20", a number of Scene::counters().
struct Goal {
    enum class Sign { at_least, at_most, exactly };

    std::string counter{}; ///< empty: there is no goal
    Sign sign = Sign::at_least;
    double number = 0;

    bool is_reached_by(double value) const;
    /// True if a value is nearer to it than another.
    bool prefers(double value, double to) const;
};
/// Errors: usage.
Goal parse_goal(std::string_view text);

/// What a scene shows, a text about it, and perhaps a question.
struct Stop {
    static constexpr int last_step = 1'000'000;

    std::string title, scene{}, text{}, question{}, remark{}, notes{};
    std::vector<Setting> settings{};    ///< in the order of the file; all others have their defaults
    std::vector<std::string> answers{}; ///< none without a question
    Goal goal{};
    int right = -1; ///< the place of the right one, from 0
    int step = 0;   ///< or last_step
    int line = 0;   ///< of the file, from 1
    bool is_like(const Stop& other) const { return scene == other.scene && settings == other.settings; }
};

/// A lesson file, see docs/lessons.md.
struct Lesson {
    std::filesystem::path path;
    std::string title{}, source{}; ///< source: the whole file
    std::vector<Stop> stops{};     ///< at least one
};

/// Errors: failure, with path and line. Settings that name a file beside the lesson get its path.
Lesson parse_lesson(const std::filesystem::path& path, std::string source);
/// Errors: also those of data::read_file().
Lesson read_lesson(const std::filesystem::path& path);
/// The lines of a stop without a question, for a lesson file.
std::string to_text(const Stop& stop);
/// The one of `fresh` with the settings of a stop. Errors: failure, with path and line of the stop.
std::unique_ptr<Scene> scene_at(const std::filesystem::path& path, const Stop& stop,
                                std::vector<std::unique_ptr<Scene>> fresh);
/// For such a scene once it has its steps. Errors: the same, without such a step or counter.
void check_step(const std::filesystem::path& path, const Stop& stop, Scene& scene);

} // namespace scanline::view
