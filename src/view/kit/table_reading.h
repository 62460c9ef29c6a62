#pragma once
#include "kit/property.h"
#include "kit/source.h"
#include "scanline/data/table.h"
#include "scanline/tables/column_type.h"

#include <functional>
#include <string>
#include <vector>

namespace scanline::view {

/// How the file of a table is read: the options of the command line, as texts.
struct TableReading {
    std::string separator = "auto", header = "auto"; ///< header: or "yes", "no"
    std::string missing, texts;                      ///< lists
    std::string numbers = "strict";                  ///< or "loose"
    std::string date_format;                         ///< empty: found from each column
    bool decimal_comma = false, thousands = false;

    bool operator==(const TableReading&) const = default;

    /// Errors: usage for a text that the command line refuses too.
    data::TextForm form() const;
    tables::Reading cells() const;
    /// As the command line takes it: " --null='-,?' --decimal-comma"; empty for the defaults.
    std::string options() const;
};

/// The rows of a reading, with the keys of the command line: `--set decimal-comma=true --set null=-999`.
std::vector<Property> reading_rows(TableReading& reading, const std::function<bool()>& shown);
/// Their controls, if they are shown, under a heading.
void draw_reading(const Look& look, const std::vector<Property>& rows);

/// A Source whose files are tables.
template <const auto& kinds>
struct TableSource : Source<kinds> {
    TableReading reading{};
    std::string opened{}; ///< the last file that was opened, even in vain; no setting

    bool same_source(const TableSource& other) const {
        return Source<kinds>::same_source(other) && (!this->is_file() || reading == other.reading);
    }
    /// Another file is read in its own way; one that was refused is tried again as it has been set since.
    void open(const std::string& path) {
        if (path != opened && path != this->source)
            reading = {};
        opened = this->source = path;
    }
    tables::Reading cells() const { return this->is_file() ? reading.cells() : tables::Reading{}; }
    std::vector<Property> rows_of_reading() {
        return reading_rows(reading,
                            [this] { return !this->is_drawn() && (this->is_file() || !opened.empty()); });
    }
};

} // namespace scanline::view
