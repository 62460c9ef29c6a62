#include "explorer/sales.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace scanline::view {

namespace {

struct City {
    std::string_view name;
    int share; ///< of the sales
};
constexpr auto cities = std::to_array<City>({{"Oslo", 26},
                                             {"Bergen", 15},
                                             {"Stockholm", 24},
                                             {"Gothenburg", 13},
                                             {"Copenhagen", 21},
                                             {"Aarhus", 9},
                                             {"Helsinki", 16},
                                             {"Tampere", 6},
                                             {"Reykjavik", 5},
                                             {"Trondheim", 7}});

enum class Season { none, summer, winter, gifts };
struct Product {
    std::string_view name;
    int cents, share;
    Season season = Season::none;
};
constexpr auto products = std::to_array<Product>({{"Tent", 18'900, 4, Season::summer},
                                                  {"Sleeping bag", 9'900, 6, Season::summer},
                                                  {"Hiking boots", 14'900, 10},
                                                  {"Rain jacket", 11'900, 12},
                                                  {"Backpack", 8'900, 11},
                                                  {"Sun hat", 2'400, 9, Season::summer},
                                                  {"Skis", 34'900, 5, Season::winter},
                                                  {"Snow shoes", 12'900, 4, Season::winter},
                                                  {"Wool sweater", 7'900, 13, Season::winter},
                                                  {"Gloves", 2'900, 12, Season::winter},
                                                  {"Headlamp", 3'900, 10, Season::gifts},
                                                  {"Thermos", 2'700, 16, Season::gifts},
                                                  {"Gift card", 5'000, 14, Season::gifts},
                                                  {"Camping stove", 4'900, 7, Season::summer}});

struct Channel {
    std::string_view name;
    std::array<int, 24> by_hour;
};
constexpr std::array<Channel, 3> channels{
    {{"store", {0, 0, 0, 0, 0, 0, 0, 0, 2, 8, 14, 17, 19, 16, 15, 17, 22, 20, 12, 4, 0, 0, 0, 0}},
     {"web", {4, 2, 1, 1, 1, 1, 2, 5, 8, 9, 9, 9, 12, 9, 8, 9, 10, 12, 15, 21, 26, 24, 16, 8}},
     {"phone", {0, 0, 0, 0, 0, 0, 0, 1, 5, 7, 6, 5, 3, 5, 6, 5, 3, 1, 0, 0, 0, 0, 0, 0}}}};
constexpr std::array<int, 12> by_month{8, 7, 8, 9, 11, 12, 10, 9, 9, 10, 15, 19};
constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int season_factor(Season season, int month) {
    switch (season) {
    case Season::none: return 4;
    case Season::summer: return month >= 4 && month <= 7 ? 10 : 1;
    case Season::winter: return month >= 10 || month <= 1 ? 9 : 1;
    case Season::gifts: return month >= 10 ? 11 : 3;
    }
    return 1;
}

/// Draws an index with a probability proportional to its weight.
template <std::size_t size, class Weight>
int draw(Random& random, Weight weight_of) {
    std::array<int, size> sums;
    int sum = 0;
    for (std::size_t i = 0; i < size; ++i)
        sums[i] = sum += weight_of(i);
    const auto at = static_cast<int>(random.below(static_cast<std::uint64_t>(sum)));
    return static_cast<int>(std::ranges::upper_bound(sums, at) - sums.begin());
}

struct Sale {
    std::uint8_t city, product, channel, year, month, day, hour, minute, quantity;
    std::int32_t cents;
};

Sale draw_sale(Random& random) {
    const int month = draw<12>(random, [](std::size_t i) { return by_month[i]; });
    const int city = draw<cities.size()>(random, [](std::size_t i) { return cities[i].share; });
    const int product = draw<products.size()>(random, [month](std::size_t i) {
        return products[i].share * season_factor(products[i].season, month);
    });
    // A channel and an hour at once.
    const int slot = draw<72>(random, [](std::size_t i) { return channels[i / 24].by_hour[i % 24]; });
    const Product& sold = products[static_cast<std::size_t>(product)];
    const int day = random.between(1, days[static_cast<std::size_t>(month)]);
    const int quantity = draw<6>(random, [](std::size_t i) { return 64 >> i; }) + 1;
    const std::int64_t full = std::int64_t{sold.cents} * quantity;
    const auto cents = static_cast<std::int32_t>(full * random.between(80, 110) / 100);
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    return {byte(city),      byte(product),
            byte(slot / 24), byte(random.between(0, 9) < 6 ? 1 : 0), // more in the second year
            byte(month + 1), byte(day),
            byte(slot % 24), byte(random.between(0, 59)),
            byte(quantity),  cents};
}

class Sales final : public data::Table {
public:
    Sales(std::int64_t rows, std::uint64_t seed, const CancelHook& cancelled) : Table("sales") {
        names_ = {"city", "product", "channel", "when", "quantity", "price"};
        columns_ = names_.size();
        rows_ = static_cast<std::size_t>(rows);
        sales_.reserve(rows_);
        Random random(seed);
        CancelPoll poll(cancelled);
        for (std::size_t row = 0; row < rows_; ++row) {
            poll.count(200);
            sales_.push_back(draw_sale(random));
        }
    }

    bool has_numbers(std::size_t column) const override { return column >= 4; }
    std::optional<double> number(std::size_t row, std::size_t column) const override {
        if (!has_numbers(column))
            throw cell_error(row, column, "is no number");
        return column == 4 ? sales_[row].quantity : sales_[row].cents / 100.0;
    }
    std::string text(std::size_t row, std::size_t column) const override {
        const Sale& sale = sales_[row];
        switch (column) {
        case 0: return std::string(cities[sale.city].name);
        case 1: return std::string(products[sale.product].name);
        case 2: return std::string(channels[sale.channel].name);
        case 3:
            return fmt::format("{}-{:02}-{:02} {:02}:{:02}", 2024 + sale.year, sale.month, sale.day,
                               sale.hour, sale.minute);
        case 4: return std::to_string(sale.quantity);
        default: return fmt::format("{}.{:02}", sale.cents / 100, sale.cents % 100);
        }
    }
    data::NpzArrays arrays_of(std::span<const std::uint32_t> /*rows*/) const override {
        throw usage_error("generated sales have no arrays: write them as CSV");
    }

private:
    std::vector<Sale> sales_;
};

} // namespace

std::unique_ptr<data::Table> make_sales(std::int64_t rows, std::uint64_t seed, const CancelHook& cancelled) {
    return std::make_unique<Sales>(rows, seed, cancelled);
}

} // namespace scanline::view
