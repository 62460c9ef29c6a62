#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cli {

/// What an output may be called and may replace.
struct OutputRules {
    /// Endings that its name may have, in either case; they select the format. Empty: any.
    std::vector<std::string_view> endings{};
    bool may_be_input = false;   ///< the command can work in place
    bool may_be_device = false;  ///< a device or a pipe may have any name
    bool folder_is_made = false; ///< its folder may be missing
};

/// Which files a command reads and writes, so that all commands keep the same promises: no output replaces an
/// input or another output, and a target that cannot be written is reported before the work starts.
class FileRoles {
public:
    using Paths = std::function<std::vector<std::filesystem::path>()>;

    /// name: the option, for messages. paths(): the files that it names, once it is parsed.
    void reads(std::string name, Paths paths);
    void writes(std::string name, Paths paths, OutputRules rules);

    /// Errors: usage for a name of another ending, and for an output that is an input or another output;
    /// failure as data::check_writable().
    void check() const;

private:
    struct Role {
        std::string name;
        Paths paths;
        OutputRules rules{};
    };
    std::vector<Role> inputs_, outputs_;
};

/// The files that the variable of an option names.
std::vector<std::filesystem::path> paths_of(const std::string& path);
std::vector<std::filesystem::path> paths_of(const std::optional<std::string>& path);
std::vector<std::filesystem::path> paths_of(const std::vector<std::string>& paths);

/// The ending of a name in small letters: ".png".
std::string ending_of(const std::filesystem::path& path);

} // namespace scanline::cli
