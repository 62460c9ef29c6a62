#pragma once
#include "support/patience.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::test {

using Arguments = std::vector<std::string>;

/// Variables by name; nullopt removes one.
using Environment = std::map<std::string, std::optional<std::string>>;

/// Where the program's output goes.
enum class Output {
    pipes,    ///< into Outcome::out and Outcome::err
    full,     ///< to /dev/full, a disk without space
    closed,   ///< the stream is closed
    terminal, ///< standard output and standard error to one terminal, into Outcome::out
};

/// How the program is run.
struct Setting {
    Environment environment; ///< changes to the test's environment
    std::string program = SCANLINE_PROGRAM;
    std::filesystem::path folder;  ///< empty: the test's folder
    Output output = Output::pipes; ///< standard output
    Output errors = Output::pipes; ///< standard error; never the terminal alone
    std::chrono::seconds timeout = patience;
};

/// A machine without OpenGL. Errors reported here are reported before OpenGL is started.
Setting without_opengl();

/// The result of a run.
struct Outcome {
    int exit_code = -1; ///< 128 + n if signal n ended it, as in a shell
    std::string out;
    std::string err;
};

/// A running scanline process. There is no shell in between, so arguments arrive unchanged. Waiting throws if
/// the run does not end in time; the destructor kills a process that still runs.
class Program {
public:
    explicit Program(const Arguments& arguments, const Setting& setting = {});
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// Waits for the text in the output; throws if the program ends without it.
    void wait_for(const std::string& text);
    /// Waits until it has installed a handler for the signal and used this much processor time; throws if it
    /// ends earlier.
    void wait_until_working(int signal, double processor_seconds);
    void send(int signal);
    Outcome finish();

private:
    class Process;
    std::unique_ptr<Process> process_;
};

/// A run from start to end.
Outcome run(const Arguments& arguments, const Setting& setting = {});

} // namespace scanline::test
