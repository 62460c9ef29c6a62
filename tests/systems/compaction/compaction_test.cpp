#include "scanline/core/bits.h"
#include "scanline/core/choice.h"
#include "scanline/raster/stream_layout.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <set>

namespace scanline::systems::compaction_test {

using raster::Algorithm;

namespace {

template <class Call>
void check_usage_error(Call call, const std::string& text) {
    try {
        call();
        FAIL_CHECK("no error, expected: " << text);
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        CHECK(error.what() == text);
    }
}

/// The names of an enumeration as a parameter lists them.
template <class List>
std::string names_of(const List& all) {
    std::string names;
    for (const auto value : all)
        names += (names.empty() ? "" : ", ") + std::string(to_string(value));
    return names;
}

std::string_view values_of(std::string_view parameter) {
    for (const CompactionParameter& candidate : compaction_parameters())
        if (candidate.name == parameter)
            return candidate.values;
    return "there is no such parameter";
}

} // namespace

TEST_CASE("The catalog has every algorithm once, in the order of the enumeration") {
    const auto entries = compaction_algorithms();
    REQUIRE(entries.size() == enumerators<raster::Algorithm>.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        CHECK(entries[i].value == enumerators<raster::Algorithm>[i]);
        CHECK(&entry(enumerators<raster::Algorithm>[i]) == &entries[i]);
    }
}

TEST_CASE("Every entry is whole, and its name is the one of its algorithm") {
    std::set<std::string_view> names;
    for (const CompactionEntry& entry : compaction_algorithms()) {
        INFO(entry.name);
        CHECK(names.insert(entry.name).second);
        CHECK(names.insert(entry.alias).second);
        for (const std::string_view text : {entry.name, entry.title, entry.alias, entry.idea, entry.source})
            CHECK_FALSE(text.empty());
        CHECK(raster::keeps_order(entry.value) ==
              (entry.value != Algorithm::jj && entry.value != Algorithm::histopyramid));
        for (const int block : {entry.default_block, entry.sm3_max_block}) {
            CHECK(is_power_of_two(block));
            CHECK(block >= raster::min_block);
            CHECK(block <= raster::max_block);
        }
        CHECK(entry.default_block <= entry.sm3_max_block);
    }
}

TEST_CASE("An algorithm is found by its name and by its long name") {
    for (const CompactionEntry& entry : compaction_algorithms()) {
        CHECK(&find_compaction(entry.name) == &entry);
        CHECK(&find_compaction(entry.alias) == &entry);
    }
    CHECK(find_compaction("jumping-jack").value == Algorithm::jj);
    CHECK(find_compaction("binary-tree").name == "bt");
}

TEST_CASE("A name that no algorithm has is a usage error that lists the names") {
    for (const std::string name : {"quicksort", "", "JJ", "horn ", "j"})
        check_usage_error([&] { find_compaction(name); },
                          "no compaction algorithm of the backend raster is called " + name +
                              ": there are horn, jj, rlz, bt, horn-unblocked, histopyramid, packed, auto "
                              "(scanline list describes them)");
}

TEST_CASE("Every value of an enumeration is parsed from its name") {
    for (const auto value : enumerators<raster::PrefixSumMethod>)
        CHECK(parse_choice("--prefix-sum", to_string(value), enumerators<raster::PrefixSumMethod>) == value);
    for (const auto value : enumerators<raster::RunLengthMethod>)
        CHECK(parse_choice("--run-lengths", to_string(value), enumerators<raster::RunLengthMethod>) == value);
    for (const auto value : enumerators<raster::ConcatenationMethod>)
        CHECK(parse_choice("--concatenate", to_string(value), enumerators<raster::ConcatenationMethod>) ==
              value);
    for (const auto value : enumerators<raster::Algorithm>)
        CHECK(parse_choice("--algorithm", to_string(value), enumerators<raster::Algorithm>) == value);
    CHECK(parse_choice("--prefix-sum", "blelloch", enumerators<raster::PrefixSumMethod>) ==
          raster::PrefixSumMethod::blelloch);
}

TEST_CASE("A name that no value has is a usage error that lists the values") {
    check_usage_error(
        [] { parse_choice("--prefix-sum", "kogge-stone", enumerators<raster::PrefixSumMethod>); },
        "--prefix-sum kogge-stone is none of auto, hillis-steele, blelloch");
    check_usage_error([] { parse_choice("--concatenate", "", enumerators<raster::ConcatenationMethod>); },
                      "--concatenate  is none of auto, lines, quads");
}

TEST_CASE("Only block-wise algorithms take parameters of blocks") {
    for (const CompactionEntry& entry : compaction_algorithms()) {
        INFO(entry.name);
        const std::vector<CompactionParameter> taken = parameters_of(entry);
        for (const std::string_view name : {"--block", "--concatenate"})
            CHECK(std::ranges::count(taken, name, &Parameter::name) == (entry.blockwise ? 1 : 0));
        for (const std::string_view name : {"--threshold", "--negate", "--era-limits"})
            CHECK(std::ranges::count(taken, name, &Parameter::name) == 1);
    }
}

TEST_CASE("What auto chooses by is a parameter of auto alone") {
    for (const CompactionParameter& parameter : compaction_parameters()) {
        for (const CompactionEntry& entry : compaction_algorithms()) {
            INFO(parameter.name << " of " << entry.name);
            const std::vector<CompactionParameter> taken = parameters_of(entry);
            CHECK(takes(entry, parameter) ==
                  (std::ranges::count(taken, parameter.name, &Parameter::name) == 1));
            if (parameter.name == "--adapt" || parameter.name == "--among")
                CHECK(takes(entry, parameter) == (entry.value == Algorithm::automatic));
        }
    }
    CHECK(values_of("--adapt") == names_of(enumerators<raster::Adaption>));
}

TEST_CASE("The parameters list the values that are parsed") {
    CHECK(values_of("--prefix-sum") == names_of(enumerators<raster::PrefixSumMethod>));
    CHECK(values_of("--run-lengths") == names_of(enumerators<raster::RunLengthMethod>));
    CHECK(values_of("--concatenate") == names_of(enumerators<raster::ConcatenationMethod>));
    std::set<std::string_view> names;
    for (const CompactionParameter& parameter : compaction_parameters()) {
        INFO(parameter.name);
        CHECK(parameter.name.starts_with("--"));
        CHECK_FALSE(parameter.description.empty());
        CHECK(names.insert(parameter.name).second);
    }
}

} // namespace scanline::systems::compaction_test
