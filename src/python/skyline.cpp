#include "results.h"

#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/layers.h"

#include <cmath>
#include <limits>

namespace scanline::python {

namespace {

/// The layer of each row, from 1; with only_first, 0 for the rows that the first one leaves.
Array<std::int64_t> layers_of(const Array<double>& costs, const std::vector<bool>& are_max, bool only_first,
                              bool distinct, const Way& way) {
    const auto dimensions = static_cast<int>(costs.shape(1));
    machine::BackendRequest request =
        way.request(only_first ? "paretoset" : "paretorank",
                    skyline::DeviceSkyline::largest_array(costs.shape(0), dimensions));
    // By two threads of an AMD EPYC, for rows that are independent.
    request.cpu_seconds = 1e-8 * static_cast<double>(costs.shape(0)) * std::pow(1.5, dimensions) /
                          cpu::ThreadTeam::all_processors();
    std::vector<skyline::Direction> directions;
    for (const bool is_max : are_max)
        directions.push_back(is_max ? skyline::Direction::max : skyline::Direction::min);
    std::vector<std::int64_t> layers(static_cast<std::size_t>(costs.shape(0)));
    run(request, [&](const Place& place) {
        const skyline::Options options{.keep =
                                           distinct ? skyline::Duplicates::first : skyline::Duplicates::all,
                                       .cpu = way.options(place)};
        const skyline::Keys keys = skyline::keys_of_numbers(span_of(costs), directions, options.cpu);
        std::optional<skyline::DeviceSkyline> device;
        skyline::FindSkyline find = &skyline::find;
        if (place.backend.gpu)
            find = skyline::find_on(device.emplace(place.backend.gpu->compute(), dimensions));
        if (only_first) {
            for (const std::uint32_t row : find(keys, options).ids)
                layers[row] = 1;
            return;
        }
        constexpr int all = std::numeric_limits<int>::max();
        const auto show = [](double /*part*/) {};
        std::ranges::copy((device ? skyline::peel_layers(keys, all, options, find, show)
                                  : skyline::find_layers(keys, all, options, show))
                              .of_row,
                          layers.begin());
    });
    return to_array(std::move(layers));
}

} // namespace

void add_skyline(py::module_& module) {
    module.def("layers", &layers_of);
}

} // namespace scanline::python
