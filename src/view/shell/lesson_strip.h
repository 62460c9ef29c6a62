#pragma once
#include "kit/action.h"
#include "kit/look.h"
#include "shell/lesson.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace scanline::view {

/// A lesson that is gone through: the text of a stop, and its question to be answered.
class LessonStrip {
public:
    explicit LessonStrip(Lesson lesson) : lesson_(std::move(lesson)) {}

    const Lesson& lesson() const { return lesson_; }
    bool has(int place) const { return place >= 0 && std::cmp_less(place, lesson_.stops.size()); }
    int place() const { return place_; } ///< of the stop, from 0
    const Stop& stop() const { return lesson_.stops[static_cast<std::size_t>(place_)]; }
    void go(int place) { place_ = place, due = true; }
    bool due = true; ///< its scene is to be shown
    /// What the scene of the stop has counted so far, for its goal; at_end: at its last step, where that
    /// counts.
    void count(const std::vector<Setting>& counters, bool at_end);
    bool reached() const;
    bool answered() const { return tried_.contains({place_, stop().right}); } ///< rightly

    /// That of the stop with the most to say in this width, at most a third of the screen.
    float height(const Look& look, float width) const;
    /// Fills the window. Its buttons run the actions lesson.back, lesson.next and lesson.close.
    void draw(const Look& look, const Actions& actions);

private:
    void draw_title(const Look& look, const Actions& actions) const;
    void draw_question(const Look& look, float width);
    void draw_goal(const Look& look) const;

    Lesson lesson_;
    int place_ = 0;
    std::set<std::pair<int, int>> tried_; ///< stop and answer
    std::optional<double> counted_;       ///< what the goal of the stop is about; none: it is not shown
    std::map<int, double> best_;          ///< by stop
};

} // namespace scanline::view
