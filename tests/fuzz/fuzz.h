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

/// An error found by a case.
class Fault : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws a Fault unless the condition holds.
void require(bool condition, const std::string& what);

/// Requires that an error message is one printable line that contains `named` and is short, apart from
/// `quoted` repeated characters.
void require_message(std::string_view message, std::string_view named, std::size_t quoted);

/// A kind of cases. Each case depends only on its random numbers.
class Kind {
public:
    Kind() = default;
    virtual ~Kind() = default;
    Kind(const Kind&) = delete;
    Kind& operator=(const Kind&) = delete;

    /// Runs one case with its files in an empty folder. Throws a Fault for what it finds wrong.
    virtual void run(Random& random, const std::filesystem::path& folder) = 0;
};

/// Damaged files: a reader returns the content or an Error, within a memory limit.
std::unique_ptr<Kind> make_file_cases();
/// Random lines of arguments: each run ends with a documented exit code, and loses no file.
std::unique_ptr<Kind> make_argument_cases();
/// Signals while a file is written: afterwards it is the complete old or new one.
std::unique_ptr<Kind> make_signal_cases();
/// Random arrays, masks, points and tables, whose results are compared with the standard library or brute
/// force.
std::unique_ptr<Kind> make_comparisons();

/// Tables as people have them, whose skylines, cubes and points are compared with loops over their values.
std::unique_ptr<Kind> make_table_cases();
/// Damaged input of every reader and language, see target.h.
std::unique_ptr<Kind> make_target_cases();

/// Writes a file without the code under test.
void put(const std::filesystem::path& path, std::string_view bytes);
std::string get(const std::filesystem::path& path);

/// A random element.
template <class Range>
const auto& pick(Random& random, const Range& range) {
    return range[static_cast<std::size_t>(random.below(std::size(range)))];
}

inline bool one_in(Random& random, std::uint64_t count) {
    return random.below(count) == 0;
}

} // namespace scanline::fuzz
