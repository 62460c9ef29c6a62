#pragma once
#include "kit/story.h"
#include "kit/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view {

/// The scene of a story: the worker makes a run of the setup, whose steps are shown; the GPU does the same,
/// to be compared; and it is measured, if that is wanted. A setup whose file cannot be read goes back to that
/// of the run.
template <StageStory S>
class Stage final : public Scene {
public:
    using Setup = typename S::Setup;
    using Run = typename S::Run;

    explicit Stage(Host& host) : host_(host), setup_(first_setup(host)) {
        if constexpr (is_quick)
            take_run(std::make_shared<const Run>(S::make_now(setup_)));
    }

    SceneTexts texts() const override { return S::texts.scene; }

    void enter() override {
        if (std::exchange(started_, true))
            return;
        if constexpr (is_quick)
            refresh();
        else
            make(true);
    }
    void update() override {
        if constexpr (!is_quick)
            give_up_failed();
        if constexpr (has_work)
            story_.update(host_, shown(), transport_.playing(), making_.pending());
    }
    void refresh() override {
        if constexpr (requires { S::made_on_gpu; }) {
            reread_ = true;
            make(false);
        } else if (run_) {
            check();
            measure();
        }
    }

    void draw() override {
        if (!run_)
            return write_message(host_.look, making_.pending()
                                                 ? fmt::format("{} ...", capitalized(making_status_))
                                                 : S::texts.none);
        const Shown<S>* const shown = this->shown();
        if (!shown)
            return write_message(host_.look, S::texts.empty);
        std::optional<int> lines;
        if constexpr (requires { S::heading_lines(host_.look, *shown); })
            lines = S::heading_lines(host_.look, *shown);
        std::string title = shown->view.title, sentence = shown->view.sentence;
        bool is_answer = false;
        std::string question;
        if constexpr (requires { S::question(*shown); })
            question = host_.prediction.hides_any() ? S::question(*shown) : "";
        if (!question.empty())
            sentence = question;
        if constexpr (requires { S::answer(*shown); })
            if (const bool at_end = transport_.count() > 1 && transport_.position() + 1 == transport_.count();
                at_end && !title.empty() && question.empty())
                if (std::string answer = S::answer(*shown); !answer.empty()) {
                    sentence = fmt::format("{}: {}", title, sentence);
                    title = std::move(answer);
                    is_answer = true;
                }
        if (!title.empty())
            step_heading(host_.look, title, sentence,
                         S::texts.checking
                             ? gpu_verdict(host_.look, checked_.pending(), shown->check, S::texts.checking,
                                           S::texts.failed, shown->check ? S::agreement(*shown) : "")
                             : Verdict{},
                         lines, is_answer);
        const ImVec2 low = ImGui::GetCursorScreenPos(), window = ImGui::GetWindowPos(),
                     size = ImGui::GetWindowSize();
        const Rect room{low.x, low.y, window.x + size.x, window.y + size.y};
        Legend legend(host_.look);
        if constexpr (requires { story_.legend(legend, *shown); })
            story_.legend(legend, *shown);
        motion_.frame(transport_.position(), ImGui::GetIO().DeltaTime, host_.motion);
        const float legend_top = room.bottom - legend.height(room);
        float bottom = legend_top;
        if constexpr (requires { S::below(host_.look, *shown, room); })
            bottom = S::below(host_.look, *shown, {room.left, room.top, room.right, legend_top});
        // A window of its own, as pictures take all of theirs.
        ImGui::BeginChild("picture", {0, std::max(1.0f, bottom - low.y)}, false,
                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
        PictureAnswer<Setup> answer =
            story_.draw(host_.look, *shown, hovered_, {room.left, room.top, room.right, bottom});
        ImGui::EndChild();
        if (!legend.empty())
            legend.draw({room.left, legend_top, room.right, room.bottom});
        if (std::exchange(hovered_, answer.hovered) != answer.hovered || answer.pinned)
            host_.redraw();
        if (answer.seek >= 0)
            transport_.seek(answer.seek);
        change(std::move(answer.setup));
    }
    void draw_inspector() override {
        edit([this](Panel<S>& panel) { story_.controls(panel); });
    }
    bool has_numbers() const override { return true; }
    void draw_numbers() override {
        edit([this](Panel<S>& panel) { story_.numbers(panel); });
    }

    Transport* transport() override { return &transport_; }
    std::string step_text() const override {
        const Shown<S>* const shown = this->shown();
        return shown ? S::step_text(*shown) : "";
    }
    bool busy() const override {
        if constexpr (has_work)
            if (story_.busy(run_.get()))
                return true;
        return making_.pending() || checked_.pending() || measured_.pending();
    }
    std::string busy_text() const override {
        if (making_.pending())
            return making_status_;
        if constexpr (has_work)
            return story_.busy_text(run_.get());
        return checked_.pending() ? checked_.status() : measured_.status();
    }
    bool animating() const override {
        if constexpr (has_work)
            if (story_.animating())
                return true;
        return motion_.running();
    }

    std::span<const std::string_view> file_endings() const override {
        if constexpr (requires { S::endings; })
            return S::endings;
        return {};
    }
    bool can_show(const std::filesystem::path& path) const override {
        if constexpr (requires { S::can_show(path); })
            return S::can_show(path);
        return true;
    }
    void open(const std::filesystem::path& path) override {
        if constexpr (requires { S::open(setup_, path); }) {
            S::open(setup_, path);
            started_ = reread_ = true;
            make(false);
        }
    }

    std::vector<Setting> settings() const override {
        std::vector<Setting> settings = settings_of(setup_);
        if constexpr (has_pass)
            std::ranges::find(settings, "pass", &Setting::key)->value =
                std::to_string(wanted_pass_.value_or(transport_.position()));
        return settings;
    }
    std::vector<SettingChoice> choices() override { return choices_of(properties_of(setup_)); }
    void set(std::string_view key, std::string_view value) override {
        Setup next = setup_;
        view::set(properties_of(next), name(), key, value);
        if constexpr (has_pass)
            if (key == "pass") {
                transport_.seek(next.pass);
                if (!run_ || making_.pending())
                    wanted_pass_ = next.pass;
            }
        change(std::move(next));
    }

    std::optional<Pinned> pinned() const override {
        const Shown<S>* const shown = this->shown();
        return shown ? story_.pinned(*shown) : std::nullopt;
    }
    void unpin() override {
        Setup next = setup_;
        next.unpin();
        change(std::move(next));
        host_.redraw();
    }
    Listing listing() const override {
        const Shown<S>* const shown = this->shown();
        return shown ? story_.listing(*shown) : Listing{};
    }
    std::vector<Written> written() const override {
        if constexpr (requires(const Shown<S>& shown) { S::written(shown); })
            if (const Shown<S>* const shown = this->shown())
                return S::written(*shown);
        return {};
    }
    std::vector<Setting> counters() const override {
        if constexpr (requires(const Shown<S>& shown) { S::counters(shown); })
            if (const Shown<S>* const shown = this->shown())
                return S::counters(*shown);
        return {};
    }

    void add_actions(Actions& actions) override {
        if constexpr (requires { story_.actions(); })
            for (const StoryAction<S>& action : story_.actions()) {
                const auto run = [this, change_of = action.change] {
                    Setup next = setup_;
                    change_of(next, run_.get());
                    change(std::move(next));
                };
                std::function<bool()> checked;
                if (action.checked)
                    checked = [this, is = action.checked] { return is(setup_); };
                actions.add(action.id, "Scene", action.title, action.description,
                            {action.key, false, action.shift}, run, checked);
            }
    }

    const Setup& setup() const { return setup_; }
    /// Null before the first has been made.
    const std::shared_ptr<const Run>& run() const { return run_; }

private:
    static constexpr bool is_quick = requires(const Setup& setup) { S::make_now(setup); };
    static constexpr bool has_pass = requires(const Setup& setup) { setup.pass; };
    static constexpr bool has_work = requires(const S& story) { story.animating(); };

    template <class Draw>
    void edit(Draw draw) {
        Setup next = setup_;
        std::vector<Property> rows = rows_of(next);
        if (!file_endings().empty())
            rows.front().browse = [this] { host_.actions.run("file.open"); };
        Panel<S> panel{host_.look, rows, next, run_.get(), shown(), checked_.get(), measured_};
        draw(panel);
        const bool measures = panel.measure_again;
        change(std::move(next));
        if (measures)
            measure();
    }

    static Setup first_setup([[maybe_unused]] const Host& host) {
        if constexpr (requires { S::first_setup(host); })
            return S::first_setup(host);
        else
            return {};
    }
    std::vector<Property> rows_of(Setup& next) const {
        if constexpr (requires { S::rows(next, run_.get()); })
            return S::rows(next, run_.get());
        else
            return properties_of(next);
    }

    /// Null without a run that has elements; valid until the next call.
    const Shown<S>* shown() const {
        if (!run_ || run_->size() == 0 || transport_.count() == 0)
            return nullptr;
        if (view_step_ != transport_.position()) {
            view_step_ = transport_.position();
            view_.emplace(S::view_of(setup_, *run_, steps_, view_step_));
        }
        return &shown_.emplace(Shown<S>{setup_, *run_, steps_, view_step_, *view_, checked_.get(),
                                        measured_.get(), motion_, host_.prediction});
    }

    /// Goes back to the setup of the run if that of a new one has failed.
    void give_up_failed() {
        if (!started_ || making_.pending())
            return;
        wanted_pass_.reset();
        if (run_ && setup_.same_run(run_->setup))
            return;
        const Setup last = run_ ? run_->setup : Setup();
        if (setup_.same_run(last))
            return; // it has failed itself
        setup_.take_run_of(last);
        if (!run_ || !setup_.same_run(last))
            make(false);
    }

    /// Updates whatever depends on the setup.
    void change(Setup setup) {
        const Setup before = std::exchange(setup_, std::move(setup));
        if constexpr (is_quick) {
            if (!setup_.same_run(before))
                take_run(std::make_shared<const Run>(S::make_now(setup_)));
        } else if (started_ && !setup_.same_run(before)) {
            if (run_ && setup_.same_run(run_->setup))
                making_.cancel();
            else
                make(false);
        }
        if (!run_)
            return;
        if (!S::same_steps(setup_, before))
            take_steps();
        if (started_ && !S::same_check(setup_, before))
            check();
        if (started_ && !S::same_measured(setup_, before))
            measure();
        if constexpr (requires { S::moved(before, setup_, transport_); })
            S::moved(before, setup_, transport_);
    }
    void check() { checked_.start(host_.worker, S::check(setup_, run_)); }
    void measure() { measured_.start(host_.worker, S::measure(setup_, run_)); }

    /// restored: the setup is the last session's, whose file may be gone.
    void make(bool restored) {
        std::function<void(const std::string&)> failed;
        if (restored && setup_.is_file())
            failed = [this](const std::string& reason) { host_.log.warning(reason); };
        Work<Run> work = S::make(setup_, run_, reread_);
        making_status_ = std::move(work.status);
        making_ = host_.worker.post(
            std::move(work.title),
            [run = std::move(work.run)](WorkerContext& context) {
                return std::make_shared<const Run>(run(context));
            },
            [this](std::shared_ptr<const Run> run) {
                reread_ = false;
                take_run(std::move(run));
                check();
                measure();
            },
            failed);
    }
    void take_run(std::shared_ptr<const Run> run) {
        const std::shared_ptr<const Run> before = std::exchange(run_, std::move(run));
        hovered_ = -1; // an element of the run before
        motion_.forget();
        if constexpr (requires { story_.forget(); })
            story_.forget();
        if constexpr (requires { S::settle(setup_, *run_); })
            S::settle(setup_, *run_);
        std::optional<int> position;
        if constexpr (requires { S::matching(*before, *run_, 0); })
            if (before)
                position = S::matching(*before, *run_, transport_.position());
        take_steps();
        if (wanted_pass_)
            position = std::exchange(wanted_pass_, std::nullopt);
        if (position && *position != transport_.position())
            transport_.seek(*position);
    }

    /// The steps are others: the last one stays the last.
    void take_steps() {
        steps_ = S::steps_of(setup_, *run_);
        const int count = transport_.count();
        bool at_end = count > 0 && transport_.position() + 1 == count;
        if constexpr (requires { S::first_at_end(setup_); })
            at_end = at_end || (count == 0 && S::first_at_end(setup_));
        transport_.set_count(steps_.count);
        if (at_end)
            transport_.last();
        view_step_ = -1;
        host_.redraw();
    }

    Host& host_;
    S story_;
    Setup setup_;
    bool started_ = false;
    bool reread_ = false;            ///< until the next run: a file may have new content
    std::shared_ptr<const Run> run_; ///< null before the first has been made
    typename S::Steps steps_;        ///< of run_ and setup_
    Transport transport_;
    std::optional<int> wanted_pass_; ///< set while the run that has it is made
    std::int64_t hovered_ = -1;      ///< in the last frame
    mutable std::optional<typename S::StepView> view_;
    mutable std::optional<Shown<S>> shown_;
    mutable Motion motion_;                       ///< for the picture of shown_
    mutable int view_step_ = -1;                  ///< the step of view_; -1: view_ is stale
    WorkerResult<typename S::Check> checked_;     ///< of run_
    WorkerResult<typename S::Measured> measured_; ///< of run_ and setup_
    std::string making_status_;
    Ticket making_; ///< last, so that it is destroyed before the members that its completion uses
};

} // namespace scanline::view
