#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

enum class Align { left, right };

struct MarkdownColumn {
    std::string name;
    Align align = Align::right;
};

/// A Markdown table whose columns are padded, so that it reads well on a terminal too. Text is UTF-8 (what is
/// none is replaced by U+FFFD); a bar in it is escaped, and line ends become spaces.
///
///     MarkdownTable table({{"name", Align::left}, {"ms"}});
///     table.add({"horn", "3.10"});
///     table.format() == "| name |   ms |\n"
///                       "| ---- | ---: |\n"
///                       "| horn | 3.10 |\n"
class MarkdownTable {
public:
    explicit MarkdownTable(std::vector<MarkdownColumn> columns);
    /// Columns of these names; those named in `left` are aligned there.
    MarkdownTable(std::initializer_list<std::string_view> names,
                  std::initializer_list<std::string_view> left);

    /// As many fields as columns.
    void add(const std::vector<std::string>& fields);

    /// A row for each of the others: `own`, then its fields. Where there are none, `own` and dashes.
    void add_beside(const std::vector<std::string>& own, const std::vector<std::vector<std::string>>& others);

    std::string format() const;

private:
    std::vector<MarkdownColumn> columns_;
    std::vector<std::vector<std::string>> rows_; ///< the header first
};

} // namespace scanline::bench
