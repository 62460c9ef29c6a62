#include "kit/scene.h"
#include "kit/text.h"
#include "kit/worker_result.h"
#include "scanline/core/format.h"
#include "scenes/explorer/bars.h"
#include "scenes/explorer/choice.h"
#include "scenes/explorer/icicle.h"
#include "scenes/explorer/panel.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace scanline::view::explorer {

namespace {

constexpr std::array<std::pair<int, const char*>, 3> row_numbers{
    {{10'000, "10k"}, {100'000, "100k"}, {1'000'000, "1M"}}};

/// The worker makes cubes, answers queries, and asks the GPU; bars follow the mouse in the frame.
class ExplorerScene final : public Scene {
public:
    explicit ExplorerScene(Host& host) : host_(host) {}

    SceneTexts texts() const override {
        return {.name = Setup::scene,
                .title = "Explore a table",
                .summary = "Your own CSV as a data cube: an icicle to drill into, linked bars to brush, the "
                           "rows behind.",
                .group = "Data analysis",
                .highlights = "An icicle to drill into; linked bars; the rows behind; the query as a "
                              "command; CPU and GPU."};
    }

    void enter() override {
        if (!std::exchange(started_, true))
            make(true);
    }
    void refresh() override {
        if (data_)
            check_due_ = true;
    }
    void update() override {
        if (!started_ || making_.pending())
            return;
        // Goes back to the setup of the data if the cube of a new one cannot be made.
        if (!data_ || !setup_.same_run(data_->setup)) {
            setup_.take_run_of(data_ ? data_->setup : Setup());
            if (!data_)
                return make(false);
            take_choice();
        }
        if (answer_.pending())
            return;
        if (answer_due_)
            answer();
        else if (check_due_ && !ImGui::IsAnyMouseDown())
            check();
    }

    void draw() override;
    void draw_inspector() override;

    bool busy() const override {
        return making_.pending() || answer_.pending() || checked_.pending() || answer_due_ || check_due_;
    }
    std::string busy_text() const override {
        return making_.pending()   ? making_.progress().what
               : answer_.pending() ? answer_.status()
                                   : checked_.status();
    }
    std::span<const std::string_view> file_endings() const override { return data::table_endings; }
    void open(const std::filesystem::path& path) override {
        const std::string before = setup_.source;
        setup_.open(path.string());
        if (setup_.source != before)
            setup_.take_source(setup_.source);
        reread_ = started_ = true;
        make(false);
    }
    std::vector<Setting> settings() const override { return settings_of(setup_); }
    std::vector<SettingChoice> choices() override { return choices_of(properties_of(setup_, measures())); }
    void set(std::string_view key, std::string_view value) override {
        edit([&](Setup& next) { view::set(properties_of(next), name(), key, value); });
    }
    /// Up a level.
    void unpin() override {
        if (!choice_.drill.empty())
            drill({choice_.drill.begin(), choice_.drill.end() - 1});
    }
    void add_actions(Actions& actions) override;

private:
    std::vector<std::string> measures() const {
        return data_ ? measures_of(data_->columns) : std::vector<std::string>{"count"};
    }

    /// restored: the setup is the last session's, whose file may be gone.
    void make(bool restored);
    void take(std::shared_ptr<const Data> data);
    /// Errors: usage for a selection that does not fit the data.
    void change(const Setup& next);
    void take_choice();
    void answer();
    void check();

    void edit(const std::function<void(Setup&)>& how) {
        Setup next = setup_;
        how(next);
        change(next);
    }
    void drill(const std::vector<std::uint32_t>& codes) {
        edit([&](Setup& next) { next.drill = drill_text(*data_, codes); });
    }
    void select(const BarsAnswer& bars) {
        std::vector<Selected> all = choice_.selected;
        all[static_cast<std::size_t>(bars.dimension)] = bars.selected;
        edit([&](Setup& next) { next.select = select_text(*data_, all); });
    }

    void draw_parts(const Rect& area);
    std::string sentence() const;
    std::string agreement() const;

    Host& host_;
    Setup setup_;
    bool started_ = false;
    bool reread_ = false; ///< until the next cube
    bool asked_ = false;  ///< selection or drill have been set since the last cube
    std::shared_ptr<const Data> data_;
    Choice choice_;                 ///< of data_
    std::string where_;             ///< what it selects, for the headline
    std::vector<Selected> counted_; ///< by data_->histograms
    double select_milliseconds_ = 0;
    bool answer_due_ = false, check_due_ = false;
    IcicleView icicle_;
    WorkerResult<Answer> answer_; ///< the last one, perhaps of an earlier choice
    int answers_ = 0;
    WorkerResult<Check> checked_;
    Ticket making_; ///< last, so that it is destroyed before what its completion uses
};

void ExplorerScene::make(bool restored) {
    std::function<void(const std::string&)> failed;
    if (restored && setup_.is_file())
        failed = [this, file = setup_.source](const std::string& reason) {
            host_.log.warning(reason);
            host_.log.notify(
                fmt::format("Generated sales are shown, since {} cannot be read.", printable_path(file)));
        };
    making_ = host_.worker.post(
        "making a cube",
        [setup = setup_, before = reread_ ? nullptr : data_](WorkerContext& context) {
            const auto progress = [&](double part, const std::string& what) { context.progress(part, what); };
            return make_explorer(setup, before.get(), progress, context.cancel_hook());
        },
        [this](std::shared_ptr<const Data> data) { take(std::move(data)); }, failed);
}

void ExplorerScene::take(std::shared_ptr<const Data> data) {
    if (!data_ || data_->histograms != data->histograms)
        counted_.clear();
    if (!data_ || data_->table != data->table)
        for (const Column& column : data->columns)
            if (!column.note.empty())
                host_.log.warning(column.note);
    data_ = std::move(data);
    reread_ = false;
    answer_.drop();
    icicle_.forget();
    host_.log.info(fmt::format("Built the tree of {} rows by {} in {}", with_commas(data_->size()),
                               fmt::join(path_names(*data_), ", "), duration_text(data_->tree_milliseconds)));
    take_choice();
}

void ExplorerScene::change(const Setup& next) {
    const Setup before = std::exchange(setup_, next);
    if (!started_)
        return;
    if (!setup_.same_run(before)) {
        if (data_ && setup_.same_run(data_->setup))
            making_.cancel();
        else
            return make(false);
    }
    if (setup_.select == before.select && setup_.drill == before.drill)
        return;
    asked_ = true;
    if (!data_ || making_.pending())
        return;
    try {
        parse_choice(*data_, setup_);
    } catch (const Error&) {
        setup_ = before;
        throw;
    }
    take_choice();
}

// Brings bars and answers up to date with the setup.
void ExplorerScene::take_choice() {
    Choice next;
    try {
        next = parse_choice(*data_, setup_, asked_);
    } catch (const Error& error) { // they were set before there was a cube
        asked_ ? host_.log.error(error.what()) : host_.log.warning(error.what());
        setup_.select = setup_.drill = "";
        next = parse_choice(*data_, setup_);
    }
    asked_ = false;
    setup_.drill = drill_text(*data_, next.drill);
    const Stopwatch watch(steady_time);
    std::vector<Selected> wanted = selected_in_node(*data_, next);
    counted_.resize(wanted.size());
    for (std::size_t d = 0; d < wanted.size(); ++d)
        if (counted_[d] != wanted[d])
            data_->histograms->select(static_cast<int>(d), wanted[d]);
    counted_ = std::move(wanted);
    select_milliseconds_ = watch.milliseconds();
    choice_ = std::move(next);
    where_ = select_text(*data_, choice_.selected);
    if (!choice_.drill.empty())
        where_ += (where_.empty() ? "" : ", ") + setup_.drill;
    where_ = printable(where_);
    checked_.drop(); // it would take the processors from a drag
    answer_due_ = check_due_ = true;
    host_.redraw();
}

void ExplorerScene::answer() {
    answer_due_ = false;
    answer_.renew(host_.worker,
                  {"answering a query", "answering the query",
                   [data = data_, choice = choice_, number = ++answers_](WorkerContext& context) {
                       Answer answer =
                           answer_choice(*data, choice, context.machine().clock(), context.cancel_hook());
                       answer.number = number;
                       return answer;
                   }});
}

void ExplorerScene::check() {
    check_due_ = false;
    checked_.start(
        host_.worker,
        {"exploring on the GPU", "asking the GPU",
         [data = data_, choice = choice_, bars = data_->histograms->current()](WorkerContext& context) {
             return check_choice(context.machine(), *data, choice, bars, context.cancel_hook());
         }});
}

std::string ExplorerScene::sentence() const {
    const std::string rows = fmt::format("{} rows", with_commas(data_->size()));
    const Answer* const answer = answer_.get();
    return fmt::format("{}. Widths and bars: {}.",
                       where_.empty() || !answer
                           ? rows + ", all selected"
                           : fmt::format("{} of {}: {}", with_commas(answer->count), rows, where_),
                       data_->measure_title());
}

std::string ExplorerScene::agreement() const {
    const Check* const check = checked_.get();
    if (!check)
        return {};
    return fmt::format(
        "Compute shaders find the same rows in {}, the CPU in {}; and the same bars in {}, the "
        "CPU in {} after the last change.",
        duration_text(check->cell_gpu), duration_text(check->cell_cpu), duration_text(check->bars_gpu),
        duration_text(select_milliseconds_));
}

void ExplorerScene::draw() {
    if (!data_)
        return write_message(host_.look, making_.pending() ? capitalized(making_.progress().what) + " ..."
                                                           : "No table loaded.");
    const std::string table = data_->setup.is_file()
                                  ? std::filesystem::path(data_->setup.source).filename().string()
                                  : "Generated sales";
    step_heading(host_.look, table, sentence(),
                 gpu_verdict(host_.look, checked_.pending() || busy(), checked_.get(),
                             "Compute shaders answer the query and count the bars, to be compared with the "
                             "CPU's.",
                             "The GPU could not be compared: see the log.", agreement()),
                 1);
    const ImVec2 low = ImGui::GetCursorScreenPos(), window = ImGui::GetWindowPos(),
                 size = ImGui::GetWindowSize();
    const float margin = host_.look.px(12);
    draw_parts({low.x + margin, low.y, window.x + size.x - margin, window.y + size.y - host_.look.px(6)});
}

void ExplorerScene::draw_parts(const Rect& area) {
    const Look& look = host_.look;
    const float line = ImGui::GetTextLineHeight(), gap = look.px(8);
    float top = area.top;
    const Rect command{area.left, top, area.right, top + line + look.px(8)};
    const Answer* const answer = answer_.get();
    if (answer && draw_commands(look, *answer, command)) {
        ImGui::SetClipboardText(fmt::format("{}", fmt::join(answer->commands, "\n")).c_str());
        host_.log.notify(answer->commands.size() > 1 ? "The commands have been copied."
                                                     : "The command has been copied.");
    }
    top = command.bottom + gap;
    const float rows_height = std::clamp(area.height() * 0.24f, look.px(70), look.px(220)),
                middle = std::round(area.left + area.width() * 0.6f),
                bottom = std::round(area.bottom - rows_height - gap);
    const Rect crumbs{area.left, top, middle - gap, top + line};
    std::optional<std::vector<std::uint32_t>> up = draw_breadcrumb(look, *data_, choice_.drill, crumbs);
    static const SelectedWeights none;
    const IcicleAnswer icicle =
        icicle_.draw(look, *data_, choice_, answer ? answer->selected : none, answer ? answer->number : 0,
                     {area.left, crumbs.bottom + look.px(6), middle - gap, bottom});
    const int last = static_cast<int>(data_->tree->path.size());
    const int next_level = std::min(static_cast<int>(choice_.drill.size()) + 1, last);
    std::optional<BarsAnswer> bars =
        draw_bars(look, *data_, choice_, data_->histograms->current(), data_->dimension_of(next_level),
                  {middle + gap, top, area.right, bottom});
    if (answer)
        draw_row_table(look, *data_, *answer, {area.left, bottom + gap, area.right, area.bottom});
    if (up)
        drill(*up);
    else if (icicle.drill)
        drill(*icicle.drill);
    else if (icicle.path)
        edit([&](Setup& next) { next.path = *icicle.path; });
    else if (bars)
        select(*bars);
}

void ExplorerScene::draw_inspector() {
    const Look& look = host_.look;
    Setup next = setup_;
    std::vector<Property> rows = properties_of(next, measures());
    rows.front().browse = [this] { host_.actions.run("file.open"); };
    section(look, "Table");
    if (draw_rows(look, rows, {"table", "count"}) && next.source != setup_.source)
        next.take_source(next.source);
    if (!next.is_file()) {
        number_buttons(look, row_numbers, "rows", next.count);
        if (button(look, "New sample", "Generate new sales of the same kind."))
            next.draw_anew();
    }
    if (making_.pending()) {
        ImGui::ProgressBar(static_cast<float>(making_.progress().fraction), {-1, ImGui::GetFrameHeight()});
        if (data_ && button(look, "Stop", "Keep the cube that is shown."))
            next.take_run_of(data_->setup);
    }
    if (data_) {
        draw_rows(look, rows, {"measure"});
        section(look, "Dimensions");
        draw_dimensions(look, *data_, next);
        section(look, "Cube");
        show_tree(look, *data_);
        if (choice_.has_selection() && button(look, "Select all", "All rows are selected again."))
            next.select.clear();
        show_times(look, answer_.get(), checked_.get(), select_milliseconds_);
    }
    draw_reading(look, rows);
    change(next);
}

void ExplorerScene::add_actions(Actions& actions) {
    actions.add(
        "scene.up", "Scene", "Up a level", "Show the node above; so does a right click, or Escape.",
        {GLFW_KEY_BACKSPACE}, [this] { unpin(); }, {}, [this] { return !choice_.drill.empty(); });
    actions.add("scene.fit", "Scene", "Show everything", "Select all rows, and go back to the root.",
                {GLFW_KEY_F}, [this] { edit([](Setup& next) { next.select = next.drill = ""; }); });
    actions.add("scene.random", "Scene", "New sample", "Generate new sales.", {GLFW_KEY_R},
                [this] { edit(&Setup::draw_anew); });
}

} // namespace

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<ExplorerScene>(host);
}

} // namespace scanline::view::explorer
