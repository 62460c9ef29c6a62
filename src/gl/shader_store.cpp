#include "scanline/gl/shader_store.h"
#include "embedded_shaders.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <system_error>

namespace scanline::gl {
namespace {

// Removes and returns the first line of text, without its line break.
std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

// Yields what the preprocessor sees, line by line: comments become one space, including those that span
// lines.
class CommentStripper {
public:
    std::string strip(std::string_view line) {
        std::string code;
        while (!line.empty()) {
            if (inside_) {
                const std::size_t end = line.find("*/");
                inside_ = end == std::string_view::npos;
                line.remove_prefix(inside_ ? line.size() : end + 2);
            } else if (line.starts_with("//")) {
                break;
            } else if (line.starts_with("/*")) {
                inside_ = true;
                code += ' ';
                line.remove_prefix(2);
            } else {
                code += line.front();
                line.remove_prefix(1);
            }
        }
        return code;
    }

    bool inside() const { return inside_; }

private:
    bool inside_ = false;
};

// True if the line holds the directive of that name: "  #  version 120".
bool is_directive(std::string_view code, std::string_view name) {
    const auto skip_blanks = [&] {
        code.remove_prefix(std::min(code.find_first_not_of(" \t"), code.size()));
    };
    skip_blanks();
    if (!code.starts_with('#'))
        return false;
    code.remove_prefix(1);
    skip_blanks();
    if (!code.starts_with(name))
        return false;
    code.remove_prefix(name.size());
    return code.empty() || code.find_first_of(" \t\"<") == 0;
}

bool is_blank(std::string_view code) {
    return code.find_first_not_of(" \t") == std::string_view::npos;
}

std::string path_in_messages(std::string_view name) {
    return fmt::format("shaders/{}", name);
}

} // namespace

std::string to_string(const SourceLine& line) {
    return line.line == 0 ? line.file : fmt::format("{}:{}", line.file, line.line);
}

std::string FlatSource::translate_log(std::string_view log) const {
    // Mesa; NVIDIA; the others. Group 1 is the source string number, always 0 here.
    static const std::regex formats[] = {
        std::regex(R"(^()(\d+):(\d+)\(\d+\): *)"),
        std::regex(R"(^()(\d+)\((\d+)\) *: *)"),
        std::regex(R"(^((?:ERROR|WARNING): )(\d+):(\d+): *)"),
    };
    const auto translate = [&](const std::string& entry) {
        std::smatch match;
        for (const std::regex& format : formats) {
            if (!std::regex_search(entry, match, format))
                continue;
            // Longer numbers are not line numbers, and might overflow.
            if (match.length(3) > 8)
                return entry;
            const std::size_t line = std::stoul(match.str(3));
            if (line < 1 || line > lines.size())
                return entry;
            return fmt::format("{}: {}{}", to_string(lines[line - 1]), match.str(1), match.suffix().str());
        }
        return entry;
    };
    std::string result;
    while (!log.empty()) {
        const bool ends = log.find('\n') != std::string_view::npos;
        result += translate(std::string(take_line(log)));
        if (ends)
            result += '\n';
    }
    return result;
}

// Flattens one shader and its includes into one text.
class ShaderStore::Flattener {
public:
    Flattener(const ShaderStore& store, const Specialization& specialization)
        : store_(store), specialization_(specialization) {}

    FlatSource flatten(std::string_view name) {
        add_file(name, store_.read(name));
        return std::move(result_);
    }

private:
    void add_file(std::string_view name, const File& file) {
        const bool included = !open_.empty();
        bool versioned = false;
        open_.emplace_back(name);
        seen_.insert(open_.back());
        CommentStripper comments;
        SourceLine origin{file.path, 0};
        for (std::string_view rest = file.text; !rest.empty();) {
            const std::string_view line = take_line(rest);
            ++origin.line;
            const bool begins_inside = comments.inside();
            const std::string code = comments.strip(line);
            if (is_directive(code, "version")) {
                if (included)
                    throw Error(
                        fmt::format("{}: an included file cannot have a #version; its includer's holds",
                                    to_string(origin)));
                versioned = true;
                add_line(line, origin);
                add_specialization();
                continue;
            }
            if (!included && !versioned && !is_blank(code))
                throw Error(
                    fmt::format("{}: a shader begins with #version; only comments may stand before it",
                                to_string(origin)));
            if (!is_directive(code, "include")) {
                add_line(line, origin);
                continue;
            }
            // Removes the directive's whole line, but keeps comment delimiters on it.
            std::smatch match;
            static const std::regex include(R"re(\s*#\s*include\s+"([^"]+)"\s*)re");
            if (begins_inside || comments.inside() || !std::regex_match(code, match, include))
                throw Error(fmt::format(
                    "{}: cannot read this #include; write #include \"folder/file.glsl\" on a line "
                    "of its own",
                    to_string(origin)));
            add_include(match.str(1), origin);
        }
        if (!included && !versioned)
            throw Error(fmt::format("{}: a shader begins with #version, and this one has none", file.path));
        open_.pop_back();
    }

    void add_include(const std::string& name, const SourceLine& asked_by) {
        const auto first = std::find(open_.begin(), open_.end(), name);
        if (first != open_.end())
            throw Error(fmt::format("{}: the includes form a cycle: {} -> {}", to_string(asked_by),
                                    fmt::join(first, open_.end(), " -> "), name));
        if (seen_.contains(name))
            return;
        add_file(name, read_include(name, asked_by));
    }

    File read_include(const std::string& name, const SourceLine& asked_by) const {
        try {
            return store_.read(name);
        } catch (const Error& error) {
            throw Error(fmt::format("{}: {}", to_string(asked_by), error.what()));
        }
    }

    void add_specialization() {
        for (const auto& [name, value] : specialization_)
            add_line(fmt::format("#define {} {}", name, value),
                     {fmt::format("specialization {}={}", name, value), 0});
    }

    void add_line(std::string_view line, const SourceLine& origin) {
        result_.text += line;
        result_.text += '\n';
        result_.lines.push_back(origin);
    }

    const ShaderStore& store_;
    const Specialization& specialization_;
    FlatSource result_;
    std::vector<std::string> open_; // the file being added and its includers, outermost first
    std::set<std::string, std::less<>> seen_;
};

ShaderStore::ShaderStore(Table files, std::optional<std::filesystem::path> override_folder)
    : files_(std::move(files)), override_folder_(std::move(override_folder)) {}

ShaderStore ShaderStore::standard() {
    Table files;
    for (const EmbeddedShader& shader : embedded_shaders())
        files.emplace(shader.name, shader.text);
    const char* folder = std::getenv("SCANLINE_SHADER_DIR");
    if (!folder || *folder == '\0')
        return ShaderStore(std::move(files));
    if (!std::filesystem::is_directory(folder))
        throw usage_error(
            fmt::format("SCANLINE_SHADER_DIR is '{}', which is not a folder; give one that holds shaders by "
                        "their names, as the folder shaders of the source does, or unset it",
                        printable_path(folder)));
    return ShaderStore(std::move(files), std::filesystem::path(folder));
}

ShaderStore ShaderStore::frozen() const {
    ShaderStore store = *this;
    if (frozen_ || !override_folder_)
        return store;
    store.frozen_.emplace();
    // An editor may remove a file between listing and reading.
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry(*override_folder_, error), end;
         !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().lexically_relative(*override_folder_).generic_string();
        if (std::optional<File> file = read_override(name))
            store.frozen_->emplace(name, std::move(*file));
    }
    return store;
}

FlatSource ShaderStore::flatten(std::string_view name, const Specialization& specialization) const {
    FlatSource source = Flattener(*this, specialization).flatten(name);
    if (rewrite_)
        rewrite_(name, source);
    return source;
}

ShaderStore::File ShaderStore::read(std::string_view name) const {
    if (std::optional<File> file = read_override(name))
        return std::move(*file);
    const auto file = files_.find(name);
    if (file == files_.end())
        throw Error(fmt::format("there is no shader file '{}'{}", name,
                                override_folder_ ? fmt::format(", neither built in nor in '{}'",
                                                               printable_path(*override_folder_))
                                                 : " built in"));
    return {path_in_messages(name), file->second};
}

std::optional<ShaderStore::File> ShaderStore::read_override(std::string_view name) const {
    if (frozen_) {
        const auto kept = frozen_->find(name);
        return kept == frozen_->end() ? std::nullopt : std::optional(kept->second);
    }
    if (!override_folder_)
        return std::nullopt;
    const std::filesystem::path path = *override_folder_ / name;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return std::nullopt;
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream)
        throw Error(fmt::format("the shader file '{}' cannot be read", printable_path(path)));
    return File{printable_path(path), std::move(text)};
}

std::vector<std::string> ShaderStore::names() const {
    std::vector<std::string> names;
    for (const auto& [name, text] : files_)
        names.push_back(name);
    return names;
}

} // namespace scanline::gl
