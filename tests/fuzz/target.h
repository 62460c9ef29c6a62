#pragma once
#include "fuzz.h"

#include "scanline/core/error.h"

#include <vector>

namespace scanline::fuzz {

using Bytes = const std::string&;
using Folder = const std::filesystem::path&;

struct Target;
inline std::vector<const Target*> all_targets;

/// A reader of bytes from strangers; see targets/.
struct Target {
    std::string name;
    /// Its files go into the folder. Throws an Error for what it refuses, and a Fault for what is wrong.
    void (*run)(Bytes bytes, Folder folder);
    std::vector<std::string> (*seeds)(); ///< what it does not refuse

    Target(const char* its_name, decltype(run) its_run, decltype(seeds) its_seeds)
        : name(its_name), run(its_run), seeds(its_seeds) {
        all_targets.push_back(this);
    }
};

/// Reads the bytes, which may be refused: then checks the message.
template <class Read>
void try_reading(Bytes bytes, Read read) {
    try {
        read();
    } catch (const Error& error) {
        require_message(error.what(), "", 8 * bytes.size());
    }
}

/// Reads what was written, which must not be refused.
template <class Read>
auto read_again(Read read) {
    try {
        return read();
    } catch (const Error& error) {
        throw Fault(std::string("what was written is refused: ") + error.what());
    }
}

/// Requires that what is read of bytes is also read of what is written of it.
template <class Read, class Write>
void require_round_trip(Bytes bytes, Read read, Write write) {
    const auto value = read(bytes);
    const std::string written = write(value);
    require(read_again([&] { return read(written); }) == value, "what was written is read as something else");
}

inline std::filesystem::path file_of(Bytes bytes, Folder folder, const std::string& name) {
    put(folder / name, bytes);
    return folder / name;
}

/// "a|b" as two seeds.
inline std::vector<std::string> split_seeds(const std::string& text) {
    std::vector<std::string> seeds(1);
    for (const char c : text)
        c == '|' ? (void)seeds.emplace_back() : seeds.back().push_back(c);
    return seeds;
}

} // namespace scanline::fuzz
