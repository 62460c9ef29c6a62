#include "command_line.h"

#include "scanline/bench/environment.h"

#include <fstream>

namespace scanline::cli {

std::string command_line() {
    std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
    std::string program, argument;
    std::getline(arguments, program, '\0');
    std::string text = "scanline";
    while (std::getline(arguments, argument, '\0'))
        text += " " + bench::shell_word(argument);
    return text;
}

} // namespace scanline::cli
