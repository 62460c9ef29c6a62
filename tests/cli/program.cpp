#include "program.h"

#include "support/temporary_folder.h"
#include "support/text_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace scanline::test {

// Not anonymous, because Program::Process holds its types.
namespace detail {

void require(int error, const char* what) {
    if (error != 0)
        throw std::system_error(error, std::system_category(), what);
}

class Descriptor {
public:
    Descriptor() = default;
    Descriptor(int number, const char* what) : number_(number) { require(number < 0 ? errno : 0, what); }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { close(); }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    void close() {
        if (is_open())
            ::close(std::exchange(number_, -1));
    }

private:
    int number_ = -1;
};

// A channel: what the program writes to `theirs` is read from `ours`.
struct Channel {
    Descriptor ours, theirs;
};

Channel make_pipe() {
    std::array<int, 2> ends{};
    require(::pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno, "pipe2");
    return {Descriptor(ends[0], "pipe2"), Descriptor(ends[1], "pipe2")};
}

Channel make_terminal() {
    Descriptor ours(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), "posix_openpt");
    require(::grantpt(ours.number()) == 0 ? 0 : errno, "grantpt");
    require(::unlockpt(ours.number()) == 0 ? 0 : errno, "unlockpt");
    std::array<char, 128> name{};
    require(::ptsname_r(ours.number(), name.data(), name.size()), "ptsname_r");
    Descriptor theirs(::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC), "open a terminal");
    return {std::move(ours), std::move(theirs)};
}

class FileActions {
public:
    FileActions() { require(::posix_spawn_file_actions_init(&actions_), "posix_spawn_file_actions_init"); }
    ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    void open(int number, const char* path, int flags) {
        require(::posix_spawn_file_actions_addopen(&actions_, number, path, flags, 0), path);
    }
    void duplicate(const Descriptor& from, int number) {
        require(::posix_spawn_file_actions_adddup2(&actions_, from.number(), number), "dup2");
    }
    void send(int number, Output output, const Descriptor& channel) {
        switch (output) {
        case Output::pipes:
        case Output::terminal: duplicate(channel, number); break;
        case Output::full: open(number, "/dev/full", O_WRONLY); break;
        case Output::closed: close(number); break;
        }
    }
    void close(int number) { require(::posix_spawn_file_actions_addclose(&actions_, number), "close"); }
    void change_folder(const std::filesystem::path& folder) {
        require(::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str()), "chdir");
    }
    const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

std::vector<std::string> changed_environment(const Environment& changes) {
    // Silences Mesa's warnings about devices that it may not open.
    Environment all{{"EGL_LOG_LEVEL", "fatal"}};
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::size_t equals = text.find('=');
        all.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    // Hides the models that the user of this machine has measured.
    static const TemporaryFolder cache;
    all["XDG_CACHE_HOME"] = cache.path().string();
    for (const auto& [name, value] : changes)
        all[name] = value;
    std::vector<std::string> entries;
    for (const auto& [name, value] : all) {
        if (value)
            entries.push_back(name + "=" + *value);
    }
    return entries;
}

// Pointers to the strings and a terminating null, for exec.
std::vector<char*> pointers(std::vector<std::string>& strings) {
    std::vector<char*> list;
    for (std::string& string : strings)
        list.push_back(string.data());
    list.push_back(nullptr);
    return list;
}

} // namespace detail

using namespace detail;

Setting without_opengl() {
    Setting setting;
    setting.environment = {{"__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent"}, {"DISPLAY", std::nullopt}};
    return setting;
}

class Program::Process {
public:
    Process(const Arguments& arguments, const Setting& setting)
        : command_(fmt::format("scanline {}", fmt::join(arguments, " "))), timeout_(setting.timeout) {
        FileActions actions;
        actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
        Channel out = setting.output == Output::terminal ? make_terminal() : make_pipe();
        Channel err = make_pipe();
        actions.send(STDOUT_FILENO, setting.output, out.theirs);
        actions.send(STDERR_FILENO, setting.errors,
                     setting.output == Output::terminal ? out.theirs : err.theirs);
        if (!setting.folder.empty())
            actions.change_folder(setting.folder);

        std::vector<std::string> strings{setting.program};
        strings.insert(strings.end(), arguments.begin(), arguments.end());
        std::vector<std::string> environment = changed_environment(setting.environment);
        require(::posix_spawn(&id_, setting.program.c_str(), actions.get(), nullptr, pointers(strings).data(),
                              pointers(environment).data()),
                setting.program.c_str());
        out_ = std::move(out.ours);
        err_ = std::move(err.ours);
    }

    ~Process() {
        if (id_ > 0) {
            ::kill(id_, SIGKILL);
            reap();
        }
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void wait_for(const std::string& text) {
        while (outcome_.out.find(text) == std::string::npos && outcome_.err.find(text) == std::string::npos) {
            if (!read_some())
                throw std::runtime_error(fmt::format("{} ended without saying '{}':\n{}{}", command_, text,
                                                     outcome_.out, outcome_.err));
        }
    }

    void wait_until_working(int signal, double processor_seconds) {
        while (!catches(signal) || worked_seconds() < processor_seconds) {
            if (Clock::now() - begin_ > timeout_)
                throw std::runtime_error(fmt::format("{} did not work for {} s within {} s", command_,
                                                     processor_seconds, timeout_.count()));
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }

    void send(int signal) { require(::kill(id_, signal) == 0 ? 0 : errno, "kill"); }

    Outcome finish() {
        while (read_some()) {
        }
        const int status = reap();
        outcome_.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return std::move(outcome_);
    }

private:
    using Clock = std::chrono::steady_clock;

    std::string about(const char* file) const { return text_of(fmt::format("/proc/{}/{}", id_, file)); }

    bool catches(int signal) const {
        const std::string status = about("status"), name = "SigCgt:";
        const std::size_t at = status.find(name);
        return at != std::string::npos &&
               (std::stoull(status.substr(at + name.size()), nullptr, 16) >> (signal - 1) & 1) != 0;
    }

    double worked_seconds() const {
        const std::string stat = about("stat");
        // After the program's name: its state, ten irrelevant numbers, user time and system time.
        std::istringstream fields(stat.substr(std::min(stat.rfind(')') + 1, stat.size())));
        std::string state, skipped;
        fields >> state;
        if (state.empty() || state == "Z")
            throw std::runtime_error(fmt::format("{} ended before it had worked for long", command_));
        for (int i = 0; i < 10; ++i)
            fields >> skipped;
        double own = 0, of_system = 0;
        fields >> own >> of_system;
        return (own + of_system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
    }

    /// Reads available output; false at the end.
    bool read_some() {
        std::array<pollfd, 2> polled{{{out_.number(), POLLIN, 0}, {err_.number(), POLLIN, 0}}};
        if (!out_.is_open() && !err_.is_open())
            return false;
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(begin_ + timeout_ - Clock::now());
        const int ready =
            left.count() > 0 ? ::poll(polled.data(), polled.size(), static_cast<int>(left.count())) : 0;
        if (ready == 0)
            throw std::runtime_error(fmt::format("{} did not end within {} s:\n{}{}", command_,
                                                 timeout_.count(), outcome_.out, outcome_.err));
        require(ready < 0 && errno != EINTR ? errno : 0, "poll");
        if (ready > 0 && polled[0].revents != 0)
            take(out_, outcome_.out);
        if (ready > 0 && polled[1].revents != 0)
            take(err_, outcome_.err);
        return true;
    }

    // A terminal whose other end is closed gives an error where a pipe gives end of file.
    static void take(Descriptor& from, std::string& text) {
        std::array<char, 65536> buffer;
        const ssize_t count = ::read(from.number(), buffer.data(), buffer.size());
        if (count > 0)
            text.append(buffer.data(), static_cast<std::size_t>(count));
        else if (count == 0 || errno != EINTR)
            from.close();
    }

    int reap() {
        int status = 0;
        while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
        id_ = 0;
        return status;
    }

    std::string command_;
    std::chrono::seconds timeout_;
    Clock::time_point begin_ = Clock::now();
    pid_t id_ = 0;
    Descriptor out_, err_;
    Outcome outcome_;
};

Program::Program(const Arguments& arguments, const Setting& setting)
    : process_(std::make_unique<Process>(arguments, setting)) {}
Program::~Program() = default;

void Program::wait_for(const std::string& text) {
    process_->wait_for(text);
}
void Program::wait_until_working(int signal, double processor_seconds) {
    process_->wait_until_working(signal, processor_seconds);
}
void Program::send(int signal) {
    process_->send(signal);
}
Outcome Program::finish() {
    return process_->finish();
}

Outcome run(const Arguments& arguments, const Setting& setting) {
    return Program(arguments, setting).finish();
}

} // namespace scanline::test
