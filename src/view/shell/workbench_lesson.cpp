#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/view/view_request.h"
#include "shell/workbench.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

void Workbench::add_lesson_actions() {
    const auto add_built_in = [this](std::string_view name, std::string_view title) {
        const std::filesystem::path path = options_.lessons / fmt::format("{}{}", name, lesson_ending);
        if (std::error_code unknown; std::filesystem::exists(path, unknown))
            actions_.add(fmt::format("lessons.{}", name), "Help", fmt::format("Lesson: {}", title),
                         "Go through it stop by stop.", {}, [this, path] { open_lesson(path); });
    };
    add_built_in("tour", "from a mask to a data cube");
    for (const auto& scene : scenes_)
        add_built_in(scene->name(), scene->texts().title);
    const auto add = [this](const char* id, const char* title, const char* description, int by) {
        actions_.add(
            id, "Help", title, description, {}, [this, by] { lesson_->go(lesson_->place() + by); }, {},
            [this, by] { return lesson_ && lesson_->has(lesson_->place() + by); });
    };
    add("lesson.back", "Back in the lesson", "To the stop before; so does Page Up.", -1);
    add("lesson.next", "Next in the lesson", "To the next stop; so does Page Down.", 1);
    actions_.add(
        "lesson.close", "Help", "Close the lesson", "The scene stays as it is.", {},
        [this] { lesson_.reset(), to_check_.clear(); }, {}, [this] { return lesson_.has_value(); });
    actions_.add(
        "lesson.add", "Help", "Add a stop to the lesson",
        "Add what is shown to the file of the lesson; unless it is your own, to a new file.", {},
        [this] { add_stop(); }, {}, [this] { return !home_; });
}

void Workbench::open_lesson(const std::filesystem::path& path, int stop) {
    Lesson lesson = read_lesson(std::filesystem::absolute(path));
    for (const Stop& each : lesson.stops)
        scene_at(path, each, options_.scenes(*host_));
    to_check_.assign(lesson.stops.rbegin(), lesson.stops.rend());
    checking_.reset();
    lesson_.emplace(std::move(lesson)).go(stop);
}

void Workbench::show_stop() {
    const Stop& stop = lesson_->stop();
    std::unique_ptr<Scene> wanted = scene_at(lesson_->lesson().path, stop, options_.scenes(*host_));
    const auto shown = std::ranges::find(scenes_, stop.scene, name_of);
    actions_.remove("scene."); // they refer to it
    // What has been made for the same settings stays.
    if (shown_stop_ && shown_stop_->is_like(stop)) {
        set_differing(**shown, wanted->settings());
    } else {
        if (opener_ == shown->get())
            opening_.clear(); // it will not be read
        *shown = std::move(wanted);
    }
    shown_stop_ = stop;
    steps_.insert_or_assign(stop.scene, stop.step);
    enter(static_cast<std::size_t>(shown - scenes_.begin()));
}

void Workbench::update_lesson() {
    if (lesson_ && std::exchange(lesson_->due, false))
        show_stop();
    if (to_check_.empty() || (!checking_ && (scene().busy() || !worker_->idle())))
        return;
    if (!checking_) {
        checking_ = scene_at(lesson_->lesson().path, to_check_.back(), options_.scenes(*host_));
        checking_->enter();
    }
    checking_->update();
    const Transport* const transport = checking_->transport();
    if (checking_->busy() && (!transport || transport->count() == 0))
        return;
    const std::shared_ptr<Scene> checked = checking_;
    const Stop stop = std::move(to_check_.back());
    to_check_.pop_back();
    if (to_check_.empty() || !to_check_.back().is_like(stop))
        checking_.reset();
    check_step(lesson_->lesson().path, stop, *checked);
}

std::optional<Notes> Workbench::notes() const {
    if (!presenting_ || !presents_notes_ || !lesson_)
        return std::nullopt;
    const int next = lesson_->place() + 1;
    return Notes{lesson_->stop().title, lesson_->stop().notes,
                 lesson_->has(next) ? lesson_->lesson().stops[static_cast<std::size_t>(next)].title : "",
                 static_cast<int>(presented_ / 60)};
}

void Workbench::add_stop() {
    const bool is_own = lesson_ && lesson_->lesson().path.parent_path() != options_.lessons;
    std::filesystem::path path = is_own ? lesson_->lesson().path : "";
    std::error_code unknown; // if unknown, writing reports why
    for (int number = 1; path.empty() || (!is_own && std::filesystem::exists(path, unknown)); ++number)
        path = options_.pictures / fmt::format("lesson-{}.md", number);
    Stop stop{.title = std::string(scene().texts().title),
              .scene = std::string(scene().name()),
              .text = fmt::format("{} Write here what there is to see.", scene().step_text()),
              .settings = changed_settings(scene(), *options_.scenes(*host_)[current_]),
              .step = transport() ? transport()->position() : 0};
    std::erase_if(stop.settings, [](const Setting& setting) { return setting.key == "pass"; });
    const std::string text =
        fmt::format("{}\n{}", is_own ? read_lesson(path).source : "# My lesson\n", to_text(stop));
    const int count = static_cast<int>(parse_lesson(path, text).stops.size());
    data::write_file(path, text);
    open_lesson(path, count - 1);
    shown_stop_ = stop;
    log_.notify(fmt::format("Added stop {} to {}", count, printable_path(path)),
                std::filesystem::absolute(path));
}

} // namespace scanline::view
