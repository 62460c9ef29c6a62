#include "file_roles.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/atomic_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>
#include <utility>

namespace scanline::cli {

namespace {

namespace fs = std::filesystem;

struct File {
    std::string_view name;
    fs::path path;
    const OutputRules* rules;
};

bool is_device(const fs::path& path) {
    std::error_code none;
    return fs::is_other(fs::status(path, none));
}

void check_ending(const File& file) {
    const OutputRules& rules = *file.rules;
    if (rules.endings.empty() || (rules.may_be_device && is_device(file.path)) ||
        std::ranges::count(rules.endings, ending_of(file.path)) > 0)
        return;
    throw usage_error(fmt::format("{}: {} does not end in {}: the ending selects the format", file.name,
                                  printable_path(file.path), fmt::join(rules.endings, ", ")));
}

void check_apart(const File& output, const File& other) {
    if (data::same_file(output.path, other.path))
        throw usage_error(fmt::format("{} and {} are both {}: give each a file of its own", output.name,
                                      other.name, printable_path(output.path)));
}

void check_kept(const File& output, const File& input) {
    if (!output.rules->may_be_input && data::same_file(output.path, input.path))
        throw usage_error(fmt::format("{}: {} is also the input {}, which would be lost: name another file",
                                      output.name, printable_path(output.path), input.name));
}

void check_place(const File& output) {
    std::error_code none;
    if (!output.rules->folder_is_made || fs::is_directory(output.path.parent_path(), none))
        data::check_writable(output.path);
}

} // namespace

void FileRoles::reads(std::string name, Paths paths) {
    inputs_.push_back({std::move(name), std::move(paths)});
}

void FileRoles::writes(std::string name, Paths paths, OutputRules rules) {
    outputs_.push_back({std::move(name), std::move(paths), std::move(rules)});
}

void FileRoles::check() const {
    const auto files_of = [](const std::vector<Role>& roles) {
        std::vector<File> files;
        for (const Role& role : roles) {
            for (fs::path& path : role.paths())
                files.push_back({role.name, std::move(path), &role.rules});
        }
        return files;
    };
    const std::vector<File> inputs = files_of(inputs_), outputs = files_of(outputs_);
    std::ranges::for_each(outputs, check_ending);
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        std::for_each(outputs.begin(), output, [&](const File& other) { check_apart(*output, other); });
        std::ranges::for_each(inputs, [&](const File& input) { check_kept(*output, input); });
    }
    std::ranges::for_each(outputs, check_place);
}

std::vector<fs::path> paths_of(const std::string& path) {
    return path.empty() ? std::vector<fs::path>() : std::vector<fs::path>{path};
}

std::vector<fs::path> paths_of(const std::optional<std::string>& path) {
    return path ? std::vector<fs::path>{*path} : std::vector<fs::path>();
}

std::vector<fs::path> paths_of(const std::vector<std::string>& paths) {
    return {paths.begin(), paths.end()};
}

std::string ending_of(const fs::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return ending;
}

} // namespace scanline::cli
