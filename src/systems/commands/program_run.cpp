#include "program_run.h"

#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <numeric>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace scanline::systems {

namespace {

constexpr int no_opengl_code = 3;

std::string message_of(int error) {
    return std::system_category().message(error);
}

std::string text_of(const std::filesystem::path& path) {
    const std::vector<std::byte> bytes = data::read_file(path);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string last_line(std::string_view text) {
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    return std::string(text.substr(text.rfind('\n') + 1));
}

// Waits for the program. Returns its exit code; none if a signal ended it.
std::optional<int> run(const std::filesystem::path& program, std::vector<std::string> arguments,
                       const std::filesystem::path& folder) {
    arguments.insert(arguments.begin(), program.string());
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    const auto write = [&actions](int number, std::string_view name) {
        posix_spawn_file_actions_addopen(&actions, number, name.data(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    };
    write(STDOUT_FILENO, output_name);
    write(STDERR_FILENO, errors_name);
    pid_t child = 0;
    const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw Error(fmt::format("cannot start {}: {}", program.string(), message_of(error)));
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            throw Error(fmt::format("cannot wait for {}: {}", program.string(), message_of(errno)));
    return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

} // namespace

MemoryFolder::MemoryFolder() {
    const std::filesystem::path memory = "/dev/shm";
    const bool chosen = std::getenv("TMPDIR") != nullptr || access(memory.c_str(), W_OK) != 0;
    std::string name =
        ((chosen ? std::filesystem::temp_directory_path() : memory) / "scanline-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw Error(fmt::format("cannot make a folder {}: {}", name, message_of(errno)));
    path_ = name;
}

MemoryFolder::~MemoryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::vector<Stage> phases_of(std::string_view text) {
    std::vector<Stage> phases;
    constexpr std::string_view begin = "time: ", after_sum = " s: ";
    const std::size_t line = text.rfind(begin);
    if (line == text.npos)
        return phases;
    text = text.substr(line, text.find_first_of(";\n", line) - line);
    const std::size_t sum_end = text.find(after_sum);
    if (sum_end == text.npos)
        return phases;
    text.remove_prefix(sum_end + after_sum.size());
    while (!text.empty()) {
        const std::string_view phase = text.substr(0, text.find(", "));
        const std::size_t space = phase.find(' ');
        std::string_view times = space == phase.npos ? "" : phase.substr(space + 1);
        if (const std::size_t next = times.find(' ');
            next != times.npos) // of ranks, the mean is in the middle
            times = times.substr(next + 1, times.rfind(' ') - next - 1);
        const auto seconds = read_number<double>(times, {0, 1e9});
        if (!seconds)
            return {};
        phases.push_back({std::string(phase.substr(0, space)), *seconds * 1000});
        text.remove_prefix(std::min(text.size(), phase.size() + 2));
    }
    return phases;
}

Repetition run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& folder, const Clock& clock) {
    const Stopwatch watch(clock);
    const std::optional<int> code = run(program, arguments, folder);
    Repetition repetition{{}, watch.milliseconds()};
    const std::string text = text_of(folder / errors_name);
    if (code != 0)
        throw Error(code == no_opengl_code ? ErrorKind::no_opengl : ErrorKind::failure, last_line(text));
    repetition.stages = phases_of(text);
    const double known =
        std::accumulate(repetition.stages.begin(), repetition.stages.end(), 0.0,
                        [](double sum, const Stage& stage) { return sum + stage.milliseconds; });
    // The phases are rounded.
    repetition.stages.push_back({std::string(system_stage), std::max(repetition.milliseconds - known, 0.0)});
    return repetition;
}

} // namespace scanline::systems
