#include "command_line.h"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace scanline::cli {

namespace {

std::string quoted(const std::string& argument) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,./:%@";
    if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos)
        return argument;
    std::string text = "'";
    for (const char character : argument)
        text += character == '\'' ? std::string("'\\''") : std::string(1, character);
    return text + "'";
}

} // namespace

std::string command_line() {
    std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
    std::string program, argument;
    std::getline(arguments, program, '\0');
    std::string text = "scanline";
    while (std::getline(arguments, argument, '\0'))
        text += " " + quoted(argument);
    return text;
}

} // namespace scanline::cli
