#pragma once
#include "scanline/gl/capabilities.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::gl {

/// Keeps linked programs, as the driver gives them, and the results of tests of the driver in a folder, for
/// later runs. Each is found by the driver and a name, which for programs is all of
/// their sources; so neither another driver nor another source takes it. Files that are damaged, that the
/// driver refuses, or that cannot be read or written are ignored.
///
///     const DriverCache kept("/home/me/.cache/scanline/driver", context.capabilities());
///     if (!kept.load(program, sources)) {
///         compile_and_link(program);
///         kept.store(program, sources);
///     }
class DriverCache {
public:
    /// Makes the folder, for its user alone.
    static void make_folder(const std::filesystem::path& folder);

    DriverCache(std::filesystem::path folder, const Capabilities& capabilities);

    /// Returns the result of a test; none if the folder has none.
    std::optional<std::string> find(std::string_view name) const;
    void keep(std::string_view name, std::string_view contents) const;

    /// Before a program is linked that store() will take.
    void prepare(unsigned program) const;
    /// Links the program; false if it has to be compiled.
    bool load(unsigned program, std::string_view sources) const;
    void store(unsigned program, std::string_view sources) const;

private:
    std::filesystem::path path_of(std::string_view name) const;

    std::filesystem::path folder_;
    std::uint64_t driver_ = 0; ///< hash of its names
    bool gives_programs_ = false;
};

} // namespace scanline::gl
