#pragma once
#include "scanline/core/random.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scanline::fuzz {

/// What a case found wrong.
class Fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws a Fault unless the condition holds.
void require(bool condition, const std::string& what);

/// Requires that an error's message is one printable line that names what it has to, and is short but for
/// `quoted` characters of what it repeats.
void require_message(std::string_view message, std::string_view named, std::size_t quoted);

/// A kind of cases. Each case is a function of its random numbers alone.
class Kind {
public:
    Kind() = default;
    virtual ~Kind() = default;
    Kind(const Kind&) = delete;
    Kind& operator=(const Kind&) = delete;

    /// Runs one case with its files in an empty folder. Throws what it finds wrong.
    virtual void run(Random& random, const std::filesystem::path& folder) = 0;
};

/// Damaged files: a reader gives what the file holds, or an Error, within a bound of memory.
std::unique_ptr<Kind> make_file_cases();
/// Random lines of arguments: each run ends with an exit code of the program's, and loses no file.
std::unique_ptr<Kind> make_argument_cases();
/// Signals while a file is written: it is the old one or the new one, whole.
std::unique_ptr<Kind> make_signal_cases();
/// Random arrays, masks and points, whose results are compared with the standard library or brute force.
std::unique_ptr<Kind> make_comparisons();

/// Files as they are, without the code under test.
void put(const std::filesystem::path& path, std::string_view bytes);
std::string get(const std::filesystem::path& path);

/// One of them.
template <class Range>
const auto& pick(Random& random, const Range& range) {
    return range[static_cast<std::size_t>(random.below(std::size(range)))];
}

inline bool one_in(Random& random, std::uint64_t count) {
    return random.below(count) == 0;
}

} // namespace scanline::fuzz
