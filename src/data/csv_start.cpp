#include "scanline/data/table.h"

#include "delimited_text.h"
#include "encodings.h"
#include "input_file.h"

#include <algorithm>

namespace scanline::data {

namespace {

constexpr std::size_t most_bytes = 1 << 16;

class FirstRow : private DelimitedText {
public:
    FirstRow(const std::filesystem::path& path, std::string_view text) : DelimitedText(path, text) {}

    bool has_text() {
        find_first_line();
        read_fields(); // names, or numbers like those of the next line
        pass_line_end();
        pass_blank_lines();
        return !at_end() && std::ranges::any_of(read_fields(), [](const std::string& field) {
            return !field.empty() && !is_number(field);
        });
    }
};

} // namespace

bool has_text_columns(const std::filesystem::path& path) {
    try {
        std::vector<std::byte> start(most_bytes);
        start.resize(InputFile(path).read(start));
        start = as_utf8(path, std::move(start));
        return FirstRow(path, {reinterpret_cast<const char*>(start.data()), start.size()}).has_text();
    } catch (const Error&) {
        return false;
    }
}

} // namespace scanline::data
