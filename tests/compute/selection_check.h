#pragma once
#include "compute_fixture.h"
#include "select_values.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace scanline::test {

/// The fate of the elements that are not selected.
enum class Others { dropped, follow };

/// The parameters of a selection test.
struct SelectionTrial {
    std::int64_t input_first = GuardedArray<std::uint32_t>::guard_size;
    std::int64_t flags_first = GuardedArray<std::uint32_t>::guard_size;
    std::int64_t output_first = GuardedArray<std::uint32_t>::guard_size;
    std::optional<std::int64_t> capacity{}; ///< of the output; none: the number of elements
    std::optional<std::uint32_t> count{};   ///< on the GPU; none: all elements
};

/// The elements whose flag is not 0, in order, then the others if they follow.
template <class T>
std::vector<T> expected_selection(const std::vector<T>& values, const std::vector<std::uint32_t>& flags,
                                  std::size_t size, Others others) {
    std::vector<T> chosen, rejected;
    for (std::size_t i = 0; i < size; ++i)
        (flags[i] != 0 ? chosen : rejected).push_back(values[i]);
    if (others == Others::follow)
        std::copy(rejected.begin(), rejected.end(), std::back_inserter(chosen));
    return chosen;
}

/// Calls run(input, flags, output, selected), with a count on the GPU as a further argument if given. Returns
/// the first error in the output, the number of selected elements, the inputs or any guard words; empty if
/// there is none.
template <class T, class Run>
std::string selection_fault(const std::vector<T>& values, const std::vector<std::uint32_t>& flags,
                            Others others, Run run, const SelectionTrial& trial = {}) {
    const auto size = static_cast<std::int64_t>(values.size());
    const std::size_t taken = std::min<std::size_t>(trial.count.value_or(0xffffffffu), values.size());
    GuardedArray<T> input(values, trial.input_first),
        output(trial.capacity.value_or(size), trial.output_first);
    GuardedArray<std::uint32_t> flag_array(flags, trial.flags_first);
    GuardedArray<std::uint32_t> selected(2, 3);

    std::vector<T> expected = output.download();
    const std::vector<T> all = expected_selection(values, flags, taken, others);
    std::copy_n(all.begin(), std::min(all.size(), expected.size()), expected.begin());
    std::vector<std::uint32_t> expected_count = selected.download();
    expected_count[0] = static_cast<std::uint32_t>(
        std::count_if(flags.begin(), flags.begin() + static_cast<std::ptrdiff_t>(taken),
                      [](std::uint32_t flag) { return flag != 0; }));

    if (trial.count) {
        // At an odd position.
        GuardedArray<std::uint32_t> count(std::vector<std::uint32_t>{*trial.count}, 5);
        run(input.view(), flag_array.view(), output.view(), selected.view(), count.view());
        if (count.download().front() != *trial.count || !count.intact())
            return "the count or what lies beside it has changed";
    } else {
        run(input.view(), flag_array.view(), output.view(), selected.view());
    }
    if (const std::string fault = difference(selected.download(), expected_count); !fault.empty())
        return "how many: " + fault;
    if (const std::string fault = difference(output.download(), expected); !fault.empty())
        return "output: " + fault;
    if (!difference(input.download(), values).empty() || !difference(flag_array.download(), flags).empty())
        return "an input has changed";
    if (!output.intact() || !selected.intact() || !input.intact() || !flag_array.intact())
        return "what lies beside an array has changed";
    return "";
}

} // namespace scanline::test
