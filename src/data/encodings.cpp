#include "encodings.h"

#include "input_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <string_view>
#include <zlib.h>

namespace scanline::data {
namespace {

using namespace std::string_view_literals;

bool begins_with(std::span<const std::byte> bytes, std::string_view start) {
    return bytes.size() >= start.size() &&
           std::ranges::equal(bytes.first(start.size()), std::as_bytes(std::span(start)));
}

/// Appends decompressed bytes to a buffer that grows with them.
class Inflater {
public:
    Inflater(const std::filesystem::path& path, std::span<const std::byte> bytes,
             std::optional<std::int64_t> memory)
        : path_(path), rest_(bytes), memory_(memory) {
        constexpr int largest_window = 15, only_gzip = 16;
        with_memory_for(path, sizeof(stream_), [&] {
            if (inflateInit2(&stream_, largest_window + only_gzip) != Z_OK)
                throw std::bad_alloc();
        });
    }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    std::vector<std::byte> all() {
        do
            read_member();
        while (begins_next());
        bytes_.resize(used_);
        return std::move(bytes_);
    }

private:
    void read_member() {
        for (int state = Z_OK; state != Z_STREAM_END;) {
            if (used_ == bytes_.size())
                enlarge();
            state = inflate_more();
            if (state != Z_STREAM_END && rest_.empty() && used_ < bytes_.size())
                throw read_error(path_,
                                 "its compressed text has no end: the file is incomplete; get it again");
            if (state != Z_STREAM_END && state != Z_OK && state != Z_BUF_ERROR)
                throw read_error(path_, fmt::format("its compressed text is damaged ({}); get it again",
                                                    stream_.msg ? stream_.msg : "no gzip"));
        }
    }

    int inflate_more() {
        constexpr std::size_t most = 1 << 30; // zlib counts by 32 bits
        const auto in = static_cast<uInt>(std::min(rest_.size(), most)),
                   out = static_cast<uInt>(std::min(bytes_.size() - used_, most));
        // zlib only reads them.
        stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(rest_.data()));
        stream_.avail_in = in;
        stream_.next_out = reinterpret_cast<Bytef*>(bytes_.data() + used_);
        stream_.avail_out = out;
        const int state = ::inflate(&stream_, Z_NO_FLUSH);
        rest_ = rest_.subspan(in - stream_.avail_in);
        used_ += out - stream_.avail_out;
        return state;
    }

    void enlarge() {
        const std::size_t room = std::max({2 * bytes_.size(), 4 * rest_.size(), std::size_t{1} << 16});
        with_memory_for(
            path_, room, [&] { bytes_.resize(room); }, memory_);
    }

    /// Programs that write blocks may fill the last one with zeros.
    bool begins_next() {
        if (std::ranges::all_of(rest_, [](std::byte byte) { return byte == std::byte{0}; }))
            return false;
        if (content_of(rest_) != Content::gzip)
            throw read_error(path_, "other bytes follow its compressed text: it is damaged; get it again");
        inflateReset(&stream_);
        return true;
    }

    const std::filesystem::path& path_;
    std::span<const std::byte> rest_;
    std::optional<std::int64_t> memory_;
    z_stream stream_{};
    std::vector<std::byte> bytes_;
    std::size_t used_ = 0;
};

void append_utf8(std::vector<std::byte>& text, char32_t code) {
    const auto append = [&](char32_t byte) { text.push_back(static_cast<std::byte>(byte)); };
    if (code < 0x80)
        return append(code);
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    append((0xff00u >> (more + 1) & 0xff) | code >> 6 * more);
    for (int left = more - 1; left >= 0; --left)
        append(0x80 | (code >> 6 * left & 0x3f));
}

} // namespace

Content content_of(std::span<const std::byte> bytes) {
    return begins_with(bytes, "\x93NUMPY"sv)                                  ? Content::npy
           : begins_with(bytes, "PK\3\4"sv) || begins_with(bytes, "PK\5\6"sv) ? Content::zip
           : begins_with(bytes, "\x1f\x8b"sv)                                 ? Content::gzip
                                                                              : Content::text;
}

std::vector<std::byte> inflated(const std::filesystem::path& path, std::span<const std::byte> bytes,
                                std::optional<std::int64_t> memory) {
    return Inflater(path, bytes, memory).all();
}

std::vector<std::byte> as_utf8(const std::filesystem::path& path, std::vector<std::byte> bytes) {
    const bool is_little = begins_with(bytes, "\xff\xfe"sv);
    if (!is_little && !begins_with(bytes, "\xfe\xff"sv))
        return bytes;
    const auto half_at = [&](std::size_t at) {
        return read_error(path, fmt::format("its byte {} begins half a character of UTF-16: the file is "
                                            "damaged; save it as UTF-8",
                                            at));
    };
    const auto unit = [&](std::size_t at) -> char32_t {
        if (at + 1 >= bytes.size())
            throw half_at(at);
        const auto first = std::to_integer<char32_t>(bytes[at]),
                   second = std::to_integer<char32_t>(bytes[at + 1]);
        return is_little ? first | second << 8 : first << 8 | second;
    };
    const auto is_first_half = [](char32_t code) { return code >= 0xd800 && code < 0xdc00; };
    const auto is_second_half = [](char32_t code) { return code >= 0xdc00 && code < 0xe000; };
    std::vector<std::byte> text;
    const std::size_t most = bytes.size() / 2 * 3;
    with_memory_for(path, most, [&] { text.reserve(most); });
    for (std::size_t at = 2; at < bytes.size(); at += 2) {
        char32_t code = unit(at);
        if (is_first_half(code)) {
            const char32_t next = unit(at + 2);
            if (!is_second_half(next))
                throw half_at(at);
            code = 0x10000 + ((code - 0xd800) << 10 | (next - 0xdc00));
            at += 2;
        } else if (is_second_half(code)) {
            throw half_at(at);
        }
        append_utf8(text, code);
    }
    return text;
}

} // namespace scanline::data
