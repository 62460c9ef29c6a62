#pragma once
#include "kit/action.h"
#include "kit/look.h"
#include "shell/lesson.h"

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
    bool due = true;                                                          ///< its scene is to be shown
    bool answered() const { return tried_.contains({place_, stop().right}); } ///< rightly

    /// That of the stop with the most to say in this width, at most a third of the screen.
    float height(const Look& look, float width) const;
    /// Fills the window. Its buttons run the actions lesson.back, lesson.next and lesson.close.
    void draw(const Look& look, const Actions& actions);

private:
    void draw_title(const Look& look, const Actions& actions) const;
    void draw_question(const Look& look, float width);

    Lesson lesson_;
    int place_ = 0;
    std::set<std::pair<int, int>> tried_; ///< stop and answer
};

} // namespace scanline::view
