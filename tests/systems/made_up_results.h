#pragma once
#include "systems/find_experiment.h"

#include <functional>
#include <string>
#include <vector>

namespace scanline::systems::test {

/// Results that nobody measured, for what experiments make of them: rows of one repetition.
Results made_up(const std::string& experiment);

/// A row whose repetition has these stages; their sum is its time.
void add_row(Results& results, const AxisValues& axes, const std::vector<Stage>& stages);
/// A row of one stage "all".
void add_row(Results& results, const AxisValues& axes, double milliseconds);
void add_skipped(Results& results, const AxisValues& axes, const std::string& reason);

bool stands_at(const Row& row, const AxisValues& axes);
/// Takes out the rows with these values.
void drop(Results& results, const AxisValues& axes);

/// Without the rows with these values.
Results without(Results results, const AxisValues& values);
/// Of all rows with these values; throws where there are none.
void set_time(Results& results, const AxisValues& values, double milliseconds);

/// The one claim that contains `part`; throws where there is not exactly one.
Claim the_one(const std::vector<Claim>& claims, const std::string& part);
/// What the experiment of the results says of that claim.
Claim claim(const Results& results, const std::string& part);

using ClaimsOf = std::function<std::vector<Claim>(const Results& results)>;
/// Checks that every claim holds, that none is told of an interrupted run, and that a row which is missing or
/// was skipped makes none throw.
void check_good_claims(const Results& results, ClaimsOf claims);

inline const std::vector<std::string> paper_four{"horn", "jj", "rlz", "bt"};

} // namespace scanline::systems::test
