#include "kit/scene.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/npz.h"
#include "scanline/data/table.h"
#include "scanline/data/user_folders.h"
#include "scanline/view/view_request.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <ranges>
#include <span>
#include <zlib.h>

// A state is "scanline:SCENE?key=value&key=value#CHECKSUM". Values are escaped as in a URL; a file is "@" and
// its absolute path, or "@NAME:CONTENT".

namespace scanline::view {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = 64 << 10, max_line_bytes = 1 << 20;
constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
                           plain_signs = ".,:/=+";

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text)
        result += base64_digits.find(c) != base64_digits.npos || plain_signs.find(c) != plain_signs.npos
                      ? std::string(1, c)
                      : fmt::format("%{:02x}", static_cast<unsigned char>(c));
    return result;
}

std::string unescaped(std::string_view text) {
    std::string result;
    for (; !text.empty(); text.remove_prefix(1)) {
        auto c = static_cast<unsigned char>(text.front());
        const std::string_view code = text.substr(1, 2);
        if (c == '%' && std::from_chars(code.data(), code.data() + code.size(), c, 16).ec == std::errc())
            text.remove_prefix(code.size());
        result += static_cast<char>(c);
    }
    return result;
}

/// Compressed by zlib, in base64url.
std::string packed(std::span<const std::byte> bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::vector<Bytef> compressed(size + 1); // a zero ends the last digit
    if (compress(compressed.data(), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                 static_cast<uLong>(bytes.size())) != Z_OK)
        throw std::bad_alloc();
    std::string text;
    for (std::size_t bit = 0; bit < 8 * size; bit += 6)
        text += base64_digits[(compressed[bit / 8] << 8 | compressed[bit / 8 + 1]) >> (10 - bit % 8) & 63];
    return text;
}

std::vector<std::byte> unpacked(const fs::path& name, std::string_view text) {
    std::vector<Bytef> compressed;
    std::size_t bits = 0, count = 0;
    for (const char c : text) {
        bits = bits << 6 | base64_digits.find(c);
        if (count += 6; count >= 8)
            compressed.push_back(static_cast<Bytef>(bits >> (count -= 8) & 255));
    }
    std::vector<std::byte> bytes(max_file_bytes);
    uLongf size = max_file_bytes;
    if (uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size, compressed.data(),
                   static_cast<uLong>(compressed.size())) != Z_OK)
        throw usage_error(fmt::format("the state has a damaged file {}", printable_path(name)));
    bytes.resize(size);
    return bytes;
}

/// Of a value behind its @. Puts its content into the user's cache.
std::string file_of(std::string_view value) {
    const std::size_t end = value.starts_with('/') ? value.size() : std::min(value.rfind(':'), value.size());
    const fs::path name = unescaped(value.substr(0, end));
    const std::optional<fs::path> cache = data::user_cache_folder();
    std::error_code unknown; // writing reports it
    if (name.is_absolute() && fs::is_regular_file(name, unknown))
        return name;
    if (!cache || name.empty() || name != name.filename() || name == "." || name == "..")
        throw usage_error(fmt::format("the state has a file {}, which is not here", printable_path(name)));
    const std::vector<std::byte> bytes = unpacked(name, value.substr(std::min(end + 1, value.size())));
    const fs::path folder =
        *cache / "states" / fmt::format("{:08x}-{}", data::checksum_of(bytes), bytes.size());
    fs::create_directories(folder, unknown);
    data::write_file(folder / name, bytes);
    return folder / name;
}

std::string checksum(std::string_view text) {
    return fmt::format("{:08x}", data::checksum_of(std::as_bytes(std::span(text))));
}

} // namespace

std::string state_line(Scene& scene, Scene& fresh) {
    std::vector<Setting> settings = changed_settings(scene, fresh);
    for (std::string& value : settings | std::views::transform(&Setting::value)) {
        const fs::path path = value;
        std::error_code unknown;
        const bool may_be_file =
            path.is_absolute() || std::ranges::count(scene.file_endings(), data::table_ending_of(path)) > 0;
        if (!may_be_file || !fs::is_regular_file(path, unknown))
            value = escaped(value);
        else if (fs::file_size(path) <= max_file_bytes)
            value = fmt::format("@{}:{}", escaped(path.filename().string()), packed(data::read_file(path)));
        else
            value = "@" + escaped(fs::absolute(path).string());
    }
    if (const int step = step_beside_settings(scene); step > 0)
        settings.push_back({"step", std::to_string(step)});
    std::string line = fmt::format("{}{}", state_scheme, scene.name());
    for (std::size_t i = 0; i < settings.size(); ++i)
        line += fmt::format("{}{}={}", i == 0 ? '?' : '&', settings[i].key, settings[i].value);
    return line + "#" + checksum(line);
}

void take_state(std::string_view text, ViewRequest& request) {
    std::string line(text.substr(0, max_line_bytes));
    std::erase_if(line, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }); // a mail breaks lines
    if (!is_state(line))
        throw usage_error(fmt::format("this is no state: it does not begin with {}", state_scheme));
    const std::size_t end = line.rfind('#');
    if (end == line.npos || line.substr(end + 1) != checksum(line.substr(0, end)))
        throw usage_error("the state is damaged or not whole: copy all of it again");
    const std::size_t start = std::min(line.find('?'), end);
    request.as_new = true;
    request.scene = line.substr(state_scheme.size(), start - state_scheme.size());
    for (const auto part :
         std::string_view(line).substr(start, end - start) | std::views::drop(1) | std::views::split('&')) {
        const std::string_view setting(part.begin(), part.end());
        const std::string key(setting.substr(0, setting.find('=')));
        const std::string_view value = setting.substr(std::min(key.size() + 1, setting.size()));
        if (key == "step")
            request.pass = parse_number<int>(key, value, {0, 1'000'000});
        else
            request.settings.emplace_back(key, value.starts_with('@') ? file_of(value.substr(1))
                                                                      : unescaped(value));
    }
}

} // namespace scanline::view
