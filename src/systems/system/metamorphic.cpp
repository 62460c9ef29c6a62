#include "scanline/systems/metamorphic.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <regex>
#include <set>
#include <vector>

namespace scanline::systems {

namespace {

std::set<std::string> words_of(const std::string& text) {
    static const std::regex word(R"([A-Za-z_]\w*)");
    return {std::sregex_token_iterator(text.begin(), text.end(), word), std::sregex_token_iterator()};
}

// True if the brackets match and no comma stands outside of them.
bool is_one(const std::string& text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
        if (depth < 0 || (c == ',' && depth == 0))
            return false;
    }
    return depth == 0;
}

class Rewriting {
public:
    Rewriting(const std::string& text, std::uint64_t state, const char* zero, std::string_view only)
        : state_(state), zero_(zero), only_(only) {
        static const std::regex line(R"(([^\n]*?)[ \t\r]*(//[^\n]*)?\n)"),
            define(R"(\s*#\s*define\s+(\w+)(.*))");
        for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) {
            const std::string& code = lines_.emplace_back(at->str(1));
            std::smatch macro;
            if (!std::regex_match(code, macro, define))
                continue;
            macros_[macro[1]] += ' ' + macro.str(2); // of all of its definitions
            macro_words_.merge(words_of(code));
        }
    }

    RewriteCounts run(std::string& text) {
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (exchange_locals(i)) {
                ++i;
                continue;
            }
            wrap_main(lines_[i]);
            halve_loop(i);
            change_local(i);
        }
        if (!counts_.empty())
            text = fmt::format("{}\n", fmt::join(lines_, "\n"));
        return counts_;
    }

private:
    std::uint64_t pick(std::size_t line) const { return Random(state_ ^ line).next() >> 32; }

    bool counted(std::string_view kind) { return (only_.empty() || only_ == kind) && ++counts_[kind] > 0; }

    void wrap_main(std::string& line) {
        const std::string main = "void main() {";
        if (line.starts_with(main) && counted("branches"))
            line = fmt::format("void rewritten(); {} if ({} == 0) rewritten(); }} void rewritten() {}", main,
                               zero_, line.substr(main.size() - 1));
    }

    void halve_loop(std::size_t i) {
        static const std::regex loop(R"(\s+for \(uint (\w+) = ([^;]+); (\w+) < ([^;]+); ([^;]+)\)( \{)?)");
        std::smatch part;
        if (pick(i) % 2 == 0 && std::regex_match(lines_[i], part, loop) && part[1] == part[3] &&
            is_one(part[2]) && is_arithmetic(part[4]) && is_one(part[5]) && !may_break(i) && counted("loops"))
            lines_[i] = fmt::format("for (uint {0} = {1}, half_{2} = 0u; half_{2} < 2u; ++half_{2}) "
                                    "for (; {0} < uint({3}) / (2u - half_{2}); {4}){5}",
                                    part.str(1), part.str(2), i, part.str(4), part.str(5), part.str(6));
    }

    // True for arithmetic on names and numbers, without calls or stores.
    bool is_arithmetic(const std::string& text, int depth = 0) const {
        static const std::regex sum(R"([\w\s.()\[\]+*/%-]*)"), effect(R"(\+\+|--|\w\s*\()");
        return depth < 8 && std::regex_match(text, sum) && !std::regex_search(text, effect) &&
               std::ranges::all_of(words_of(text), [&](const std::string& word) {
                   const auto macro = macros_.find(word);
                   return macro == macros_.end() || is_arithmetic(macro->second, depth + 1);
               });
    }

    // True if the loop's body, in braces or not, may hold a `break`, which would end one half only.
    bool may_break(std::size_t i) const {
        const char* const last = lines_[i].ends_with('{') ? "}" : ";";
        for (std::ptrdiff_t open = 0; i + 1 < lines_.size(); ++i) {
            if (lines_[i].find('#') != std::string::npos || words_of(lines_[i]).contains("break"))
                return true;
            open += std::ranges::count(lines_[i], '{') - std::ranges::count(lines_[i], '}');
            if (open == 0 && lines_[i].ends_with(last))
                return words_of(lines_[i + 1]).contains("else") || macro_words_.contains("break");
        }
        return true;
    }

    bool is_after_statement(std::size_t i) const {
        static const std::regex end(R"(([^#]*)[;{}])");
        std::smatch before;
        return i > 0 && std::regex_match(lines_[i - 1], before, end) && is_one(before[1]);
    }

    // Exchanges two declarations neither of which can see the other. Returns true for those that it picks.
    bool exchange_locals(std::size_t i) {
        static const std::regex local(R"(\s+(?:const )?(?:uint|int|float|bool) (\w+) = ([^;{}]+);)");
        std::smatch one, other;
        if (pick(i) / 12 % 2 != 0 || i + 1 == lines_.size() || !std::regex_match(lines_[i], one, local) ||
            !std::regex_match(lines_[i + 1], other, local) || !is_after_statement(i) ||
            macro_words_.contains(one[1]) || macro_words_.contains(other[1]) || one[1] == other[1] ||
            !is_pure(one[2]) || !is_pure(other[2]) || words_of(one[2]).contains(other[1]) ||
            words_of(other[2]).contains(one[1]))
            return false;
        if (counted("exchanges"))
            std::swap(lines_[i], lines_[i + 1]);
        return true;
    }

    // The same as is_arithmetic(), also with comparisons, bits and a few functions.
    bool is_pure(const std::string& text) const {
        static const std::regex call(R"(\b(?:u?int|float|min|max|clamp|abs|floor)\()"),
            symbol(R"(<<|>>|[<>=!]=|&&|\|\||[<>!&|^~?:,])");
        return is_one(text) &&
               is_arithmetic(std::regex_replace(std::regex_replace(text, call, "("), symbol, "+ "));
    }

    // Changes "    uint low = first;", unless it may be the whole body of an `if`.
    void change_local(std::size_t i) {
        static const std::regex local(R"(\s+(uint|int|float) (\w+) = ([^;{}]+);)");
        std::smatch part;
        if (!std::regex_match(lines_[i], part, local) || !is_one(part[3]) || !is_after_statement(i) ||
            macro_words_.contains(part[2]))
            return;
        const std::uint64_t way = pick(i) % 3;
        if (way == 0 && counted("dead branches"))
            lines_[i] += fmt::format(" if ({0} != 0) {1} = {1} + {1};", zero_, part.str(2));
        else if (way == 1 && part[1] == "uint" && counted("identities"))
            lines_[i] = fmt::format("uint {} = uint({}) {} {};", part.str(2), part.str(3),
                                    "^+|-"[pick(i) / 3 % 4], zero_);
    }

    std::uint64_t state_;
    const char* zero_;
    std::string_view only_;
    std::vector<std::string> lines_; ///< without comments
    std::map<std::string, std::string> macros_;
    std::set<std::string> macro_words_;
    RewriteCounts counts_{};
};

} // namespace

RewriteCounts rewrite_alike(std::string_view name, gl::FlatSource& source, std::uint64_t seed,
                            std::string_view only) {
    const bool compute = name.ends_with(".comp");
    // Self-tests choose the tier, which must not depend on the seed.
    if (!(compute || name.ends_with(".frag")) || name.find("self_test") != name.npos ||
        source.text.find("/*") != name.npos || source.text.find("\\\n") != name.npos)
        return {};
    for (const char c : name)
        seed = Random(seed ^ static_cast<unsigned char>(c)).next();
    const char* const zero = compute ? "(gl_NumWorkGroups.z - 1u)" : "int(0.5 * gl_FragCoord.w)";
    return Rewriting(source.text, seed, zero, only).run(source.text);
}

} // namespace scanline::systems
