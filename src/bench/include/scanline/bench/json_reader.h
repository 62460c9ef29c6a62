#pragma once
#include "scanline/core/error.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

namespace scanline::bench {

using Json = nlohmann::ordered_json;

/// Reads a JSON file that anyone may have written: every member is asked for by name and type, and what is
/// not as expected is an Error that names the path, the member and what was expected. `where` is the path to
/// the object with its separator: "context.", "benchmarks[3].".
class JsonReader {
public:
    /// expected: what the file should have been, for the messages: "a report of scanline bench --output".
    JsonReader(std::filesystem::path path, std::string expected)
        : path_(std::move(path)), expected_(std::move(expected)) {}

    /// Errors: the file cannot be read, has more bytes or is nested deeper than this, or is no JSON.
    Json parse(std::size_t max_bytes, int max_depth) const;

    /// The error of a file that is something else.
    Error foreign(const std::string& what) const;

    const Json& object(const Json& parent, const std::string& where, const char* name) const;
    const Json& array(const Json& parent, const std::string& where, const char* name) const;
    std::string text(const Json& parent, const std::string& where, const char* name) const;
    bool boolean(const Json& parent, const std::string& where, const char* name) const;
    double number(const Json& parent, const std::string& where, const char* name) const;
    /// A number from 0 to `greatest`.
    double milliseconds(const Json& parent, const std::string& where, const char* name,
                        double greatest = std::numeric_limits<double>::infinity()) const;
    std::uint64_t whole(const Json& parent, const std::string& where, const char* name,
                        std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max()) const;

private:
    template <class HasType>
    const Json& member(const Json& parent, const std::string& where, const char* name, const char* expected,
                       HasType has_type) const;

    std::filesystem::path path_;
    std::string expected_;
};

} // namespace scanline::bench
