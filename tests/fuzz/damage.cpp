#include "damage.h"

#include "fuzz.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <utility>
#include <vector>

namespace scanline::fuzz {

namespace {

std::size_t place(const std::string& bytes, Random& random) {
    constexpr std::size_t header = 128;
    const std::size_t room = one_in(random, 2) ? std::min(bytes.size(), header) : bytes.size();
    return static_cast<std::size_t>(random.below(std::max<std::size_t>(room, 1)));
}

std::string random_bytes(std::size_t count, Random& random) {
    std::string bytes(count, '\0');
    std::ranges::generate(bytes, [&random] { return static_cast<char>(random.below(256)); });
    return bytes;
}

std::size_t length(Random& random) {
    return 1 + static_cast<std::size_t>(random.below(one_in(random, 4) ? 64 : 4));
}

void flip_bits(std::string& bytes, Random& random) {
    for (std::size_t i = 0; i < length(random) && !bytes.empty(); ++i) {
        char& byte = bytes[place(bytes, random)];
        byte = static_cast<char>(byte ^ 1 << random.below(8));
    }
}

void replace_bytes(std::string& bytes, Random& random) {
    const std::string other = random_bytes(length(random), random);
    bytes.replace(place(bytes, random), other.size(), other);
}

void insert_bytes(std::string& bytes, Random& random) {
    bytes.insert(place(bytes, random), random_bytes(length(random), random));
}

void leave_out_bytes(std::string& bytes, Random& random) {
    bytes.erase(place(bytes, random), length(random));
}

void repeat_block(std::string& bytes, Random& random) {
    const std::string block = bytes.substr(place(bytes, random), length(random));
    bytes.insert(place(bytes, random), block);
}

void cut(std::string& bytes, Random& random) {
    bytes.resize(place(bytes, random));
}

/// A binary number of 1 to 8 bytes in either order.
void put_extreme_number(std::string& bytes, Random& random) {
    constexpr std::uint64_t one = 1;
    constexpr std::array<std::uint64_t, 14> extremes{
        0,         1,         ~one + 1,        0x7f,      0x80,      0x7fff,          0x8000,
        one << 28, one << 30, (one << 31) - 1, one << 31, one << 32, (one << 63) - 1, one << 63};
    const std::size_t size = std::size_t{1} << random.below(4);
    const std::uint64_t number = pick(random, extremes);
    std::string field(size, '\0');
    for (std::size_t i = 0; i < size; ++i)
        field[i] = static_cast<char>(number >> 8 * i & 0xff);
    if (one_in(random, 2))
        std::ranges::reverse(field);
    bytes.replace(place(bytes, random), size, field);
}

/// Replaces digits with an extreme number, as text.
void put_extreme_text(std::string& bytes, Random& random) {
    constexpr std::array extremes{"0",
                                  "-1",
                                  "1",
                                  "2147483648",
                                  "4294967296",
                                  "9223372036854775808",
                                  "18446744073709551616",
                                  "1e9",
                                  "1e999",
                                  "nan",
                                  "-inf",
                                  "0x3",
                                  "",
                                  "99999999999999999999999"};
    const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::vector<std::pair<std::size_t, std::size_t>> numbers;
    for (auto at = std::ranges::find_if(bytes, is_digit); at != bytes.end();) {
        const auto end = std::find_if_not(at, bytes.end(), is_digit);
        numbers.emplace_back(at - bytes.begin(), end - at);
        at = std::find_if(end, bytes.end(), is_digit);
    }
    if (numbers.empty())
        return;
    const auto [at, size] = pick(random, numbers);
    bytes.replace(at, size, pick(random, extremes));
}

constexpr std::array accidents{flip_bits,    replace_bytes, insert_bytes,       leave_out_bytes,
                               repeat_block, cut,           put_extreme_number, put_extreme_text};

std::size_t number_at(const std::string& bytes, std::size_t at) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
        number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

std::string with_right_zip_checksums(std::string zip) {
    const auto number = [&zip](std::size_t at, std::size_t bytes) {
        std::size_t all = 0;
        while (bytes-- > 0)
            all = all << 8 | static_cast<unsigned char>(zip[at + bytes]);
        return all;
    };
    for (std::size_t at = 0; (at = zip.find("PK\1\2", at)) < zip.size() && zip.size() - at >= 46; ++at) {
        const std::size_t size = number(at + 20, 4), local = number(at + 42, 4);
        if (number(at + 10, 2) != 0 || local + 30 > zip.size()) // compressed, or nowhere
            continue;
        const std::size_t first = local + 30 + number(local + 26, 2) + number(local + 28, 2);
        if (first + size > zip.size())
            continue;
        const auto crc =
            ::crc32(0, reinterpret_cast<const Bytef*>(zip.data()) + first, static_cast<uInt>(size));
        for (std::size_t i = 0; i < 4; ++i)
            zip[at + 16 + i] = zip[local + 14 + i] = static_cast<char>(crc >> 8 * i & 0xff);
    }
    return zip;
}

} // namespace

Damaged damage(std::string bytes, Random& random) {
    const std::string before = bytes;
    for (std::uint64_t left = one_in(random, 2) ? 1 : 1 + random.below(3); left > 0; --left)
        pick(random, accidents)(bytes, random);
    const bool only_cut = before.starts_with(bytes);
    return {std::move(bytes), only_cut};
}

std::string with_right_checksums(std::string png) {
    if (png.starts_with("PK"))
        return with_right_zip_checksums(std::move(png));
    constexpr std::size_t signature = 8, around = 12; // length, name and checksum
    for (std::size_t at = signature; png.starts_with("\x89PNG") && at + around <= png.size();) {
        const std::size_t size = number_at(png, at);
        if (size > png.size() - at - around)
            break;
        const auto* named = reinterpret_cast<const Bytef*>(png.data()) + at + 4;
        const auto crc = static_cast<std::uint32_t>(::crc32(0, named, static_cast<uInt>(size + 4)));
        for (std::size_t i = 0; i < 4; ++i)
            png[at + 8 + size + i] = static_cast<char>(crc >> (24 - 8 * i) & 0xff);
        at += size + around;
    }
    return png;
}

} // namespace scanline::fuzz
