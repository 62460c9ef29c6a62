#include "scanline/data/table.h"

#include "delimited_text.h"
#include "encodings.h"

#include <algorithm>
#include <memory>
#include <zlib.h>

namespace scanline::data {

namespace {

constexpr std::size_t most_bytes = 1 << 16;

class FirstRow : private DelimitedText {
public:
    FirstRow(const std::filesystem::path& path, std::string_view text)
        : DelimitedText(path, text, kind_of(table_ending_of(path))) {}

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

/// The first bytes of a file, decompressed if it is gzip; empty if it cannot be read.
std::vector<std::byte> start_of(const std::filesystem::path& path) {
    const std::unique_ptr<gzFile_s, decltype(&gzclose)> file(gzopen(path.c_str(), "rb"), gzclose);
    std::vector<std::byte> start(most_bytes);
    start.resize(
        static_cast<std::size_t>(file ? std::max(0, gzread(file.get(), start.data(), most_bytes)) : 0));
    return start;
}

} // namespace

bool has_text_columns(const std::filesystem::path& path) {
    try {
        std::vector<std::byte> start = start_of(path);
        const Content content = content_of(start);
        if (content == Content::zip) {
            const NpzFile arrays(path);
            return std::ranges::any_of(arrays.names(), [&arrays](const std::string& name) {
                return !arrays.layout(name).holds_numbers();
            });
        }
        if (content != Content::text)
            return false;
        start = as_utf8(path, std::move(start));
        return FirstRow(path, {reinterpret_cast<const char*>(start.data()), start.size()}).has_text();
    } catch (const Error&) {
        return false;
    }
}

} // namespace scanline::data
