#include "completion.h"

#include "command.h"
#include "options.h"
#include "terminal.h"

#include "scanline/core/choice.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace scanline::cli {

namespace {

// The argument that the last word is.
struct Place {
    const CLI::App* app;
    const CLI::Option* option = nullptr; ///< whose value it is; null: none is awaited
    std::size_t positionals = 0;         ///< given before
};

bool takes_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

Place follow(const CLI::App& program, std::span<const std::string> before) {
    Place place{&program};
    for (const std::string& word : before) {
        if (place.option) {
            place.option = nullptr;
            continue;
        }
        if (word.starts_with('-') && word != "-") {
            const CLI::Option* const option = place.app->get_option_no_throw(word);
            if (option && takes_value(*option))
                place.option = option;
            continue;
        }
        const std::vector<const CLI::App*> commands = subcommands_of(*place.app);
        const auto next = std::ranges::find(commands, word, &CLI::App::get_name);
        if (next != commands.end())
            place = {*next};
        else
            ++place.positionals;
    }
    return place;
}

// The last of them takes what is left, if it is a list.
const CLI::Option* positional_of(const Place& place) {
    const std::vector<const CLI::Option*> all =
        place.app->get_options([](const CLI::Option* option) { return option->get_positional(); });
    if (place.positionals < all.size())
        return all[place.positionals];
    return !all.empty() && all.back()->get_items_expected_max() > 1 ? all.back() : nullptr;
}

// The first sentence of a help text.
std::string summary(const std::string& text) {
    return text.substr(0, text.find_first_of(";:\n"));
}

class Offers {
public:
    Offers(std::span<const std::string> words, std::string typed) : words_(words), typed_(std::move(typed)) {}

    void add(const std::string& word, const std::string& text = {}) {
        if (word.starts_with(typed_))
            made_.words.push_back({word, text});
    }

    void add_values(const CLI::App& app, const CLI::Option& option, const std::string& front) {
        const auto* const command = dynamic_cast<const Subcommand*>(&app);
        const Subcommand::Offer* const offer = command ? command->offer_of(&option) : nullptr;
        if (!offer) {
            made_.files = option.get_type_name() != "N" && front.empty();
            return;
        }
        const std::size_t comma = offer->is_list ? typed_.rfind(',') : std::string::npos;
        const std::string entries = comma == std::string::npos ? front : typed_.substr(0, comma + 1);
        // Not what the list has already.
        const auto is_given = [&entries](const std::string& value) {
            return ("," + entries).find("," + value + (value.ends_with('=') ? "" : ",")) != std::string::npos;
        };
        for (const std::string& value : offer->values(words_)) {
            if (!is_given(value))
                add(entries + value);
        }
    }

    Completions take() && { return std::move(made_); }

private:
    std::span<const std::string> words_;
    std::string typed_;
    Completions made_;
};

constexpr std::string_view bash_script = R"(# Completion of scanline for bash: . <(scanline completion bash)
_scanline() {
    local i word words=() joined=no
    # Bash splits words at = and :, which belong to them here.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -gt 1 && ($word == [=:] || $joined == yes) ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        [[ $word == [=:] ]] && joined=yes || joined=no
    done
    local typed=${words[${#words[@]} - 1]} line
    local cut=${typed%"${typed##*[=:]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r line _; do
        if [[ $line == '<files>' ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${typed#"$cut"}")
            continue
        fi
        [[ $line == *= ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${line#"$cut"}")
    done < <("${COMP_WORDS[0]}" completion --words "${words[@]}" 2>/dev/null)
}
complete -F _scanline scanline
)";

constexpr std::string_view zsh_script = R"(#compdef scanline
# Completion of scanline for zsh: source <(scanline completion zsh), after compinit
_scanline() {
    local line word files=no
    local -a shown names
    while IFS= read -r line; do
        word=${line%%$'\t'*}
        if [[ $word == '<files>' ]]; then
            files=yes
            continue
        fi
        names+=("$word")
        shown+=("${line/$'\t'/  -- }")
    done < <(${words[1]} completion --words "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    local -a tight=(${(M)names:#*=}) suffix
    (( $#tight )) && suffix=(-S '')
    (( $#names )) && compadd -l -d shown "${suffix[@]}" -- $names
    [[ $files == yes ]] && _files
    return 0
}
if [[ $funcstack[1] == _scanline ]]; then
    _scanline "$@"
else
    compdef _scanline scanline
fi
)";

constexpr std::string_view fish_script =
    R"(# Completion of scanline for fish: scanline completion fish | source
function __scanline_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    for line in ($words[1] completion --words $words[2..-1] "$typed" 2>/dev/null)
        if test "$line" = '<files>'
            __fish_complete_path "$typed"
        else
            echo $line
        end
    end
end
complete -c scanline -f -a '(__scanline_complete)'
)";

struct Shell {
    std::string_view name, script;
};
constexpr std::array shells{Shell{"bash", bash_script}, Shell{"zsh", zsh_script}, Shell{"fish", fish_script}};

} // namespace

Completions complete(const CLI::App& program, std::span<const std::string> words) {
    const std::string typed = words.empty() ? std::string() : words.back();
    const Place place = follow(program, words.empty() ? words : words.first(words.size() - 1));
    Offers offers(words, typed);
    if (place.option) {
        offers.add_values(*place.app, *place.option, "");
        return std::move(offers).take();
    }
    if (typed.starts_with("--")) {
        if (const std::size_t equals = typed.find('='); equals != std::string::npos) {
            if (const CLI::Option* option = place.app->get_option_no_throw(typed.substr(0, equals)))
                offers.add_values(*place.app, *option, typed.substr(0, equals + 1));
            return std::move(offers).take();
        }
    }
    if (typed.starts_with('-')) {
        for (const CLI::Option* option : place.app->get_options()) {
            for (const std::string& name : option->get_lnames())
                offers.add("--" + name, summary(option->get_description()));
        }
        return std::move(offers).take();
    }
    for (const CLI::App* command : subcommands_of(*place.app))
        offers.add(command->get_name(), summary(command->get_description()));
    if (const CLI::Option* const positional = positional_of(place))
        offers.add_values(*place.app, *positional, "");
    return std::move(offers).take();
}

std::string completion_lines(const CLI::App& program, std::span<const std::string> words) {
    const Completions found = complete(program, words);
    std::string lines;
    for (const Completion& one : found.words)
        lines += one.text.empty() ? one.word + "\n" : fmt::format("{}\t{}\n", one.word, one.text);
    return lines + (found.files ? "<files>\n" : "");
}

void add_completion_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, shell] = add_subcommand<std::string>(
        program, "completion", "Print the script that completes words of scanline in a shell",
        [](const CLI::App& /*command*/, const std::string& name) {
            print(std::string(find_named("shell", name, shells).script));
        });
    command.offer(command.add_option("SHELL", shell, names_of(shells))->required(), list_of_names(shells));
}

} // namespace scanline::cli
