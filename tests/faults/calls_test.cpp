// Calls of the system that fail, allocations that fail, and kills at every write: a command leaves each
// output as it was or whole, no other file, and one line that says why. Without SCANLINE_FAULTS_EVERY the
// first, last and middle calls of a kind fail; with it every one whose number it divides: 1 for all.
#include "cases.h"
#include "plan.h"

#include "cli/outcome.h"
#include "data/files.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <iterator>
#include <sstream>

namespace scanline::test {

namespace {

using faults::Call;
using faults::call_names;
using faults::Fault;

constexpr std::array fault_names{"none", "failure", "short write", "kill before", "kill after"};

std::vector<std::uint32_t> numbers_among(std::uint32_t count, const FaultCase& one, Call call, Fault fault) {
    const char* const every = std::getenv("SCANLINE_FAULTS_EVERY");
    const auto step = every == nullptr ? 0u : static_cast<std::uint32_t>(std::atoi(every));
    const auto is_tried = [&](std::uint32_t number) {
        if (step > 0)
            return number % step == 0;
        if (one.last_allocations > 0 && call == Call::allocation)
            return number + one.last_allocations > count;
        if (one.cost == Cost::low)
            return number <= 3 || number == (count + 1) / 2 || number + 1 >= count;
        return number == count &&
               (one.cost == Cost::last || (call == Call::rename && fault == Fault::failure));
    };
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 1; number <= count; ++number)
        if (is_tried(number))
            numbers.push_back(number);
    return numbers;
}

/// Returns true if `bytes` ends as `whole` does and is about as long: two runs write different times.
bool is_like(const std::string& bytes, const std::string& whole) {
    return !bytes.empty() && bytes.size() > whole.size() / 2 && bytes.back() == whole.back();
}

/// A run with a fault, and how many calls of each kind it made.
struct FaultyOutcome {
    Outcome outcome;
    faults::Plan plan;

    std::uint32_t count(Call call) const { return plan.counts[static_cast<std::size_t>(call)]; }
};

/// Runs the case with the fault at that call among those for files of its folder.
FaultyOutcome run_with_fault(const FaultCase& one, Fault fault, Call call, std::uint32_t number) {
    static const TemporaryFolder plans;
    const std::string folder = fault_cases().folder().string();
    faults::Plan plan{.fault = fault, .call = call, .number = number};
    REQUIRE(folder.size() < plan.folder.size());
    std::ranges::copy(folder, plan.folder.begin());
    std::string bytes(sizeof plan, '\0');
    std::memcpy(bytes.data(), &plan, sizeof plan);
    const std::filesystem::path file = data::test::put(plans / "plan", bytes);
    Setting setting = fault_cases().setting(one);
    setting.environment["SCANLINE_FAULTS"] = file.string();
    setting.environment["LD_PRELOAD"] = SCANLINE_FAULTS_LIBRARY;
    Outcome outcome = run(one.line, setting);
    std::memcpy(&plan, data::test::get(file).data(), sizeof plan);
    return {std::move(outcome), plan};
}

/// A case, and how it goes without a fault.
class CaseRun {
public:
    explicit CaseRun(const FaultCase& one) : case_(one) {
        const Files before = fault_cases().prepare(one, false);
        usual_ = run_with_fault(one, Fault::none, Call::open, 0);
        INFO(one.name() << ": " << usual_.outcome.err);
        REQUIRE(usual_.outcome.exit_code == (one.line.front() == "info" ? 3 : 0));
        result_ = fault_cases().files();
        for (const auto& [name, bytes] : result_)
            CHECK((before.contains(name) || one.writes(name)));
    }

    const FaultyOutcome& usual() const { return usual_; }

    void check_fault(Fault fault, Call call, std::uint32_t number) const {
        const FaultCases& cases = fault_cases();
        const Files before = cases.prepare(case_, number % 2 == 0);
        const FaultyOutcome faulty = run_with_fault(case_, fault, call, number);
        const Outcome& outcome = faulty.outcome;
        INFO(fmt::format("{}: {} of {} {} of {}: exit code {}: {}", case_.name(),
                         fault_names[static_cast<std::size_t>(fault)],
                         call_names[static_cast<std::size_t>(call)], number, usual_.count(call),
                         outcome.exit_code, outcome.err));
        const Files after = cases.files();
        const bool killed = fault >= Fault::kill_before && faulty.count(call) >= number;
        check_files(before, after, killed);
        if (killed) {
            CHECK(outcome.exit_code == 137);
            if (after == result_) // another run might add once more
                return;
            CHECK(run(case_.line, cases.setting(case_)).exit_code == usual_.outcome.exit_code);
            const Files again = cases.files();
            check_files(before, again, false);
            check_done(again);
        } else if (outcome.exit_code == usual_.outcome.exit_code) {
            check_done(after);
            CHECK((case_.varies || outcome.out == usual_.outcome.out));
            CHECK(lines_of(outcome.err).size() <= 1);
        } else {
            check_message(outcome, 1, {});
            CHECK(fault == Fault::failure);
            // Without memory libzip may report "Not a zip archive", and the system may refuse a thread.
            const std::vector<std::string> causes =
                call == Call::allocation ? std::vector<std::string>{"memory", "Not a zip archive", "thread"}
                : call == Call::thread   ? std::vector<std::string>{"thread"}
                                       : std::vector<std::string>{cases.folder().string(), "standard output"};
            CHECK(std::ranges::any_of(causes, [&](const std::string& cause) {
                return outcome.err.find(cause) != std::string::npos;
            }));
        }
    }

private:
    bool is_new(const std::string& name, const std::string& bytes) const {
        const auto found = result_.find(name);
        if (found == result_.end())
            return false;
        return case_.varies ? is_like(bytes, found->second) : bytes == found->second;
    }

    /// Every file is as it was, or an output that is whole.
    void check_files(const Files& before, const Files& after, bool may_leave) const {
        for (const auto& [name, bytes] : before) {
            INFO(name);
            CHECK(after.contains(name));
        }
        for (const auto& [name, bytes] : after) {
            INFO(name);
            const auto old = before.find(name);
            CHECK(((old != before.end() && bytes == old->second) ||
                   (case_.writes(name) && is_new(name, bytes)) ||
                   (may_leave && name.find(".scanline-") != std::string::npos)));
        }
    }

    void check_done(const Files& after) const {
        for (const auto& [name, bytes] : result_) {
            INFO(name);
            const auto found = after.find(name);
            CHECK((found != after.end() && is_new(name, found->second)));
        }
    }

    const FaultCase& case_;
    FaultyOutcome usual_;
    Files result_;
};

/// The case's run without a fault, made once.
const CaseRun& run_of(const FaultCase& one) {
    static std::map<const FaultCase*, CaseRun> runs;
    return runs.try_emplace(&one, one).first->second;
}

/// Runs each case with the fault at calls of each of these kinds, and says how often.
void check_faults(const std::vector<Fault>& faults, const std::vector<Call>& calls) {
    std::map<std::string, int> counts;
    for (const FaultCase& one : fault_cases().all()) {
        if (const char* const only = std::getenv("SCANLINE_FAULTS_ONLY");
            only && one.name().find(only) == std::string::npos)
            continue;
        const CaseRun& run = run_of(one);
        for (const Call call : calls) {
            if (one.opengl && call >= Call::thread)
                continue;
            for (const Fault fault : faults)
                for (const std::uint32_t number : numbers_among(run.usual().count(call), one, call, fault)) {
                    run.check_fault(fault, call, number);
                    ++counts[fmt::format("{} of {}", fault_names[static_cast<std::size_t>(fault)],
                                         call_names[static_cast<std::size_t>(call)])];
                }
        }
    }
    for (const auto& [name, count] : counts)
        WARN(fmt::format("{}: {}", name, count));
}

/// The commands without subcommands, from the help; the experiments of bench share the writing of results.
std::vector<std::string> commands_below(const std::string& before) {
    std::istringstream words(before + " --help");
    const Arguments line{std::istream_iterator<std::string>(words), {}};
    const std::string help = run_well(line, without_opengl());
    const std::size_t list = help.find("\nSubcommands:\n");
    if (list == help.npos || before == "bench")
        return {before};
    std::vector<std::string> found;
    std::istringstream lines(help.substr(list + 14, help.find("\n\n", list) - list - 14));
    for (std::string text; std::getline(lines, text);) {
        const std::string name = text.substr(2, text.find(' ', 2) - 2);
        std::ranges::move(commands_below(before.empty() ? name : before + " " + name),
                          std::back_inserter(found));
    }
    return found;
}

} // namespace

TEST_CASE("Faults are tried in every command") {
    const std::vector<std::string> commands = commands_below("");
    CHECK(commands.size() > 20);
    for (const std::string& command : commands) {
        INFO(command);
        CHECK(std::ranges::any_of(fault_cases().all(), [&](const FaultCase& one) {
            return one.name().starts_with(command + " ") || one.name() == command;
        }));
    }
}

TEST_CASE("A call of the system that fails leaves files whole and is named") {
    check_faults({Fault::failure}, {Call::open, Call::read, Call::write, Call::sync, Call::rename, Call::map,
                                    Call::resize, Call::close, Call::thread});
}

TEST_CASE("Short writes are gone on with") {
    check_faults({Fault::short_write}, {Call::write});
}

TEST_CASE("An allocation that fails leaves files whole and is named") {
    check_faults({Fault::failure}, {Call::allocation});
}

TEST_CASE("A kill at any write leaves files whole, and the next run clears up") {
    check_faults({Fault::kill_before, Fault::kill_after},
                 {Call::write, Call::rename, Call::resize, Call::sync});
}

} // namespace scanline::test
