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

/// Variables by names; nothing removes one.
using Environment = std::map<std::string, std::optional<std::string>>;

/// Where the program's output goes.
enum class Output {
    pipes,    ///< into Outcome::out and Outcome::err
    full,     ///< to /dev/full, a disk without space
    closed,   ///< nowhere: the stream is closed
    terminal, ///< standard output and standard error to one terminal, into Outcome::out
};

/// How the program is run.
struct Setting {
    Environment environment; ///< changes of the test's own
    std::string program = SCANLINE_PROGRAM;
    std::filesystem::path folder;  ///< empty: the test's own
    Output output = Output::pipes; ///< standard output
    Output errors = Output::pipes; ///< standard error; not the terminal by itself
    std::chrono::seconds timeout = patience;
};

/// A machine without OpenGL. What is refused there too is refused before OpenGL is started.
Setting without_opengl();

/// What came of a run.
struct Outcome {
    int exit_code = -1; ///< 128 + n where signal n ended it, as in a shell
    std::string out;
    std::string err;
};

/// The program scanline, running. No shell is in between: arguments arrive as they are. The call that waits
/// for a run that does not end in time throws, and the destructor kills what still runs.
class Program {
public:
    explicit Program(const Arguments& arguments, const Setting& setting = {});
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// Waits until the text has come out; throws where the program ends without it.
    void wait_for(const std::string& text);
    /// Waits until it catches a signal, and has worked for so long by the clock of processors; throws where
    /// it ends before.
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
