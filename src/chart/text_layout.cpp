#include "text_layout.h"

#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace scanline::chart {

namespace {

// In hundredths of the font size, starting at the space.
constexpr std::array<double, 95> ascii_widths{
    32, 40, 46, 84, 64, 95, 78, 27, 39,  39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69,  61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63,  63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84};

constexpr std::string_view ellipsis = "\xE2\x80\xA6";

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// The longest prefix of whole characters, at least one, that fits the width.
std::string_view beginning(std::string_view text, double width, const TextRuler& ruler) {
    std::size_t size = 0;
    while (size < text.size()) {
        std::size_t next = size + 1;
        while (next < text.size() && is_continuation(text[next]))
            ++next;
        if (size > 0 && ruler(text.substr(0, next)) > width)
            break;
        size = next;
    }
    return text.substr(0, size);
}

std::string shortened(std::string_view line, double width, const TextRuler& ruler) {
    return std::string(beginning(line, width - ruler(ellipsis), ruler)) + std::string(ellipsis);
}

} // namespace

double text_width(std::string_view utf8, double font_size) {
    double hundredths = 0;
    for (const char byte : utf8) {
        if (byte >= ' ' && byte <= '~')
            hundredths += ascii_widths[static_cast<std::size_t>(byte - ' ')];
        else if (!is_continuation(byte))
            hundredths += 100;
    }
    return hundredths / 100 * font_size;
}

std::vector<std::string> wrap_text(std::string_view text, double width, const TextRuler& ruler,
                                   std::size_t at_most) {
    std::vector<std::string> lines;
    std::istringstream words{valid_utf8(text)};
    for (std::string word; words >> word && lines.size() <= at_most;) {
        if (!lines.empty() && ruler(lines.back() + " " + word) <= width) {
            lines.back() += " " + word;
            continue;
        }
        for (std::string_view rest = word; !rest.empty() && lines.size() <= at_most;) {
            const std::string_view piece = beginning(rest, width, ruler);
            lines.emplace_back(piece);
            rest.remove_prefix(piece.size());
        }
    }
    if (lines.size() > at_most) {
        lines.resize(at_most);
        lines.back() = shortened(lines.back(), width, ruler);
    }
    return lines;
}

std::vector<double> spread(std::span<const Wish> wishes, double top, double bottom) {
    // Overlapping labels merge into a block, placed at the mean of its wishes.
    struct Block {
        double middle = 0, height = 0;
        std::size_t count = 1;
    };
    const auto clamped = [top, bottom](Block block) {
        block.middle = std::max(std::min(block.middle, bottom - block.height / 2), top + block.height / 2);
        return block;
    };
    std::vector<Block> blocks;
    for (const Wish& wish : wishes) {
        Block block = clamped({wish.middle, wish.height, 1});
        while (!blocks.empty() &&
               blocks.back().middle + blocks.back().height / 2 > block.middle - block.height / 2) {
            const Block& above = blocks.back();
            const double weight = static_cast<double>(above.count + block.count);
            block = clamped({(above.middle * static_cast<double>(above.count) +
                              block.middle * static_cast<double>(block.count)) /
                                 weight,
                             above.height + block.height, above.count + block.count});
            blocks.pop_back();
        }
        blocks.push_back(block);
    }
    std::vector<double> middles;
    for (const Block& block : blocks) {
        double at = block.middle - block.height / 2;
        for (std::size_t i = 0; i < block.count; ++i) {
            const double height = wishes[middles.size()].height;
            middles.push_back(at + height / 2);
            at += height;
        }
    }
    return middles;
}

} // namespace scanline::chart
