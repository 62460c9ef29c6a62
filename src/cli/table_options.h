#pragma once
#include "options.h"

#include "scanline/data/table.h"
#include "scanline/tables/column_type.h"

namespace scanline::cli {

/// The files that add_table_options() is for, in a help text.
inline constexpr const char* table_files =
    "text in columns (.csv, .tsv, .tab, .txt, .dat, .xyz), arrays (.npy, .npz: a row for each row, or in "
    ".npz an array for each column), the same in .gz, or - for standard input";

/// Adds --separator, --header and --no-header: how text is read.
void add_table_options(CLI::App& command, data::TextForm& form);

/// Adds --null, --decimal-comma, --thousands and --numbers: what cells mean if they are numbers.
void add_number_options(CLI::App& command, tables::Reading& reading);

/// Adds these, --text and --date-format: what cells mean.
void add_reading_options(CLI::App& command, tables::Reading& reading);

} // namespace scanline::cli
