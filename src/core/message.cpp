#include "scanline/core/message.h"

#include "scanline/core/text.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

namespace scanline {

namespace {

std::string printable_lines(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines += printable(text.substr(0, end), text.size()) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

void print_message(std::string_view text) noexcept {
    try {
        print_progress("scanline: " + printable_lines(text));
    } catch (const std::exception&) {
        print_progress("scanline: not enough memory for a message\n");
    }
}

void print_progress(std::string_view text) noexcept {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

} // namespace scanline
