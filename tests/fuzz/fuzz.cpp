#include "fuzz.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace scanline::fuzz {

namespace {

bool is_utf8(std::string_view text) {
    try {
        (void)nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

bool is_control(char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

} // namespace

void require(bool condition, const std::string& what) {
    if (!condition)
        throw Fault(what);
}

void require_message(std::string_view message, std::string_view named, std::size_t quoted) {
    const std::string text =
        nlohmann::json(message).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    require(!message.empty(), "an error says nothing");
    require(std::ranges::none_of(message, is_control) && is_utf8(message),
            fmt::format("the message is no printable line: {}", text));
    require(message.find(named) != std::string_view::npos,
            fmt::format("the message does not name {}: {}", named, text));
    constexpr std::size_t most = 500;
    require(message.size() <= most + quoted,
            fmt::format("the message has {} characters: {:.1000}", message.size(), text));
}

void put(const std::filesystem::path& path, std::string_view bytes) {
    std::filesystem::remove(path); // ext4 flushes truncated and rewritten files to disk at once
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush())
        throw std::runtime_error("cannot write " + path.string());
}

std::string get(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw Fault("there is no " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace scanline::fuzz
