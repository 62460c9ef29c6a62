#include "arrays.h"
#include "outcome.h"

#include "support/temporary_folder.h"

#include <optional>
#include <sstream>
#include <utility>

// A command of a page is a line that begins with "scanline " in a block fenced by exactly ```sh. Blocks that
// cannot run here give a reason after the fence: ```sh not run: REASON. A block fenced by ```csv NAME is a
// file.
namespace documented_commands_gl_test {

using namespace scanline;
using namespace scanline::test;

namespace fs = std::filesystem;

// Splits a command as a shell does, with quotes and a comment.
Arguments arguments_of(const std::string& command) {
    Arguments list;
    std::optional<std::string> word;
    char quote = 0;
    for (const char c : command + ' ') {
        if (quote == 0 && c == '#' && !word)
            break;
        if (quote == 0 && c == ' ') {
            if (word)
                list.push_back(*std::exchange(word, std::nullopt));
            continue;
        }
        if (!word)
            word.emplace();
        if (quote == 0 && (c == '\'' || c == '"'))
            quote = c;
        else if (c == quote)
            quote = 0;
        else
            *word += c;
    }
    list.erase(list.begin()); // the program's name
    return list;
}

std::vector<std::string> commands_of(const fs::path& page) {
    std::vector<std::string> commands;
    bool inside = false, continued = false;
    std::istringstream text(data::test::get(page));
    for (std::string line; std::getline(text, line);) {
        if (line.starts_with("```")) {
            inside = !inside && line == "```sh";
            continued = false;
            continue;
        }
        if (!inside || (!continued && !line.starts_with("scanline ")))
            continue;
        const bool goes_on = line.ends_with('\\');
        if (goes_on)
            line.pop_back();
        if (continued)
            commands.back() += line;
        else
            commands.push_back(line);
        continued = goes_on;
    }
    return commands;
}

/// Writes the files that a page shows.
void put_files_of(const fs::path& page, const TemporaryFolder& folder) {
    std::string name, contents;
    std::istringstream text(data::test::get(page));
    constexpr std::string_view fence = "```", file_fence = "```csv ";
    for (std::string line; std::getline(text, line);) {
        if (!name.empty() && line == fence)
            data::test::put(folder / std::exchange(name, ""), std::exchange(contents, ""));
        else if (line.starts_with(file_fence))
            name = line.substr(file_fence.size());
        else if (!name.empty())
            contents += line + '\n';
    }
}

std::vector<fs::path> all_pages() {
    const fs::path root = SCANLINE_SOURCE_DIR;
    std::vector<fs::path> pages{root / "README.md"};
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md")
            pages.push_back(entry.path());
    std::sort(pages.begin() + 1, pages.end());
    return pages;
}

/// The files that the pages name.
void put_inputs(const TemporaryFolder& folder) {
    for (const char* picture : {"mask.png", "photo.png", "a.png", "b.png"})
        fs::copy_file(fs::path(SCANLINE_MASKS_DIR) / "bunny.png", folder / picture);
    put_array(folder / "a.npy", std::vector<std::uint32_t>{3, 1, 7, 0, 4});
    for (const char* points : {"points.csv", "survey.csv", "queries.csv", "low.csv"})
        data::test::put(folder / points, "0,0\n1,2\n3,1\n2,5\n");
    data::test::put(folder / "high.csv", "4,4\n5,6\n7,5\n6,9\n");
    data::test::put(folder / "cities.csv", "city,latitude,longitude\nMunich,48.14,11.58\nAtlantis,NA,NA\n"
                                           "Prague,50.08,14.44\n");
    for (const char* table : {"sales.csv", "more.csv"})
        data::test::put(folder / table, "city,product,when,price\nOslo,tea,2026-01-03,4.5\n"
                                        "Bergen,coffee,2026-02-01,3.25\nOslo,coffee,2026-02-03,5\n");
    data::test::put(folder / "years.txt", "region,2023,2024\nEMEA,10,20\n");
    data::test::put(folder / "queries.txt", "city=*\nproduct=tea\n");
}

TEST_CASE("Every command of the README and the pages runs", "[repeat]") {
    const TemporaryFolder folder;
    put_inputs(folder);
    for (const fs::path& page : all_pages())
        put_files_of(page, folder);
    std::size_t count = 0;
    for (const fs::path& page : all_pages())
        for (const std::string& command : commands_of(page)) {
            const Outcome outcome = run(arguments_of(command), {.environment = {}, .folder = folder.path()});
            INFO(page.filename().string() << ": " << command << "\n" << outcome.err);
            CHECK(outcome.exit_code == 0);
            ++count;
        }
    CHECK(count > 20); // the fences are still found
}

TEST_CASE("The pages name every experiment and check, and each compaction with its limits") {
    std::string text;
    for (const fs::path& page : all_pages())
        text += data::test::get(page);
    const nlohmann::json listed = run_for_json({"list", "--format", "json"});
    for (const nlohmann::json& system : listed["systems"])
        for (const char* list : {"experiments", "checks"})
            for (const nlohmann::json& one : system[list])
                CHECK_THAT(text,
                           Catch::Matchers::ContainsSubstring("`" + one["name"].get<std::string>() + "`"));
    for (const nlohmann::json& entry : entries_of("compaction")) {
        const std::string name = entry["name"], order = entry["properties"]["order of survivors"];
        if (name == "auto")
            continue; // takes the order and the limits of its choice
        INFO(name);
        const std::size_t row = text.find("| `" + name + "` | " + entry["title"].get<std::string>());
        REQUIRE(row != std::string::npos);
        const bool blockwise = entry["properties"].contains("default block");
        CHECK_THAT(text.substr(row, text.find('\n', row) - row),
                   Catch::Matchers::ContainsSubstring((blockwise ? "| yes | " : "| no | ") + order + " |"));
        if (blockwise) // the table of limits
            CHECK(entry["properties"]["blocks"].get<std::string>().starts_with("2 to 4096"));
    }
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring("powers of two, 2 to 4096"));
}

} // namespace documented_commands_gl_test
