#pragma once
#include "kit/scene.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <regex>
#include <string>

namespace scanline::view {

/// What the lit lines of a listing compute from the numbers beside them, line by line. It reads assignments
/// of a number, of a variable, and their sums and differences.
class ReadCode {
public:
    explicit ReadCode(const Listing& listing) {
        static const std::regex assignment(R"(\s*(?:else: |if [^:=]*: )?(\w+)(?:\.\w)? (=|\+=|-=) (.*))");
        for (const std::size_t lit : listing.current) {
            const std::string &text = listing.lines[lit].text, &value = listing.lines[lit].value;
            loops = loops || text.find("for ") != std::string::npos;
            std::smatch parts;
            if (!std::regex_match(text, parts, assignment))
                continue;
            if (parts[1] == "out") {
                has_result = has_result || !value.empty();
                out = parts[3];
                result = value;
                continue;
            }
            std::optional<float> number = number_of(value.empty() ? parts[3].str() : value);
            std::optional<float>& variable = variables_[parts[1]];
            if (parts[2] == "=")
                variable = number;
            else if (variable && number)
                *variable += parts[2] == "+=" ? *number : -*number;
            else
                variable.reset();
        }
    }

    /// A number, or that of a variable.
    std::optional<float> number_of(const std::string& text) const {
        if (const auto found = variables_.find(text); found != variables_.end())
            return found->second;
        float number = 0;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, number);
        return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
    }

    bool loops = false, has_result = false;
    std::string out, result; ///< what is written, and its number

private:
    std::map<std::string, std::optional<float>> variables_;
};

} // namespace scanline::view
