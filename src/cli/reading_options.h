#pragma once
#include "options.h"

#include "scanline/tables/column_type.h"

namespace scanline::cli {

/// How all commands read the cells of tables: adds --null, --text, --decimal-comma, --thousands, --numbers and
/// --date-format.
void add_reading_options(Subcommand& command, tables::Reading& reading);

} // namespace scanline::cli
