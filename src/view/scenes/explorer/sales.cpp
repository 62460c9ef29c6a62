#include "scenes/explorer/data.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::view::explorer {

namespace {

// The best sellers come first; weights fall evenly.
constexpr auto cities =
    std::to_array<std::string_view>({"Oslo", "Stockholm", "Copenhagen", "Helsinki", "Bergen", "Gothenburg",
                                     "Aarhus", "Trondheim", "Tampere", "Reykjavik"});
struct Product {
    std::string_view name;
    int cents, in_summer, in_winter; ///< weights
};
constexpr auto products = std::to_array<Product>({{"Tent", 18'900, 8, 1},
                                                  {"Sleeping bag", 9'900, 11, 2},
                                                  {"Hiking boots", 14'900, 11, 6},
                                                  {"Rain jacket", 11'900, 12, 9},
                                                  {"Backpack", 8'900, 12, 8},
                                                  {"Sun hat", 2'400, 14, 1},
                                                  {"Camping stove", 4'900, 11, 3},
                                                  {"Skis", 34'900, 1, 9},
                                                  {"Snow shoes", 12'900, 1, 7},
                                                  {"Wool sweater", 7'900, 3, 18},
                                                  {"Gloves", 2'900, 1, 19},
                                                  {"Headlamp", 3'900, 6, 15},
                                                  {"Thermos", 2'700, 8, 22},
                                                  {"Gift card", 5'000, 7, 24}});
constexpr std::array<std::string_view, 3> channels{"store", "web", "phone"};
constexpr std::array<std::array<int, 24>, 3> by_hour{
    {{0, 0, 0, 0, 0, 0, 0, 0, 2, 8, 14, 17, 19, 16, 15, 17, 22, 20, 12, 4, 0, 0, 0, 0},
     {4, 2, 1, 1, 1, 1, 2, 5, 8, 9, 9, 9, 12, 9, 8, 9, 10, 12, 15, 21, 26, 24, 16, 8},
     {0, 0, 0, 0, 0, 0, 0, 1, 5, 7, 6, 5, 3, 5, 6, 5, 3, 1, 0, 0, 0, 0, 0, 0}}};
constexpr std::array<int, 12> by_month{8, 7, 8, 9, 11, 12, 10, 9, 9, 10, 15, 19};
constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/// Draws one of `count` places with a probability proportional to its weight.
template <class Weight>
int draw(Random& random, int count, Weight weight_of) {
    int sum = 0;
    for (int i = 0; i < count; ++i)
        sum += weight_of(static_cast<std::size_t>(i));
    int left = static_cast<int>(random.below(static_cast<std::uint64_t>(sum))), place = 0;
    while ((left -= weight_of(static_cast<std::size_t>(place))) >= 0)
        ++place;
    return place;
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
        while (sales_.size() < rows_) {
            poll.count(200);
            sales_.push_back(draw_sale(random));
        }
    }

    std::optional<data::ArrayNumber> element(std::size_t /*row*/, std::size_t /*column*/) const override {
        return std::nullopt;
    }
    std::string text(std::size_t row, std::size_t column) const override {
        const Sale& sale = sales_[row];
        switch (column) {
        case 0: return std::string(cities[sale.city]);
        case 1: return std::string(products[sale.product].name);
        case 2: return std::string(channels[sale.channel]);
        case 3:
            return fmt::format("{}-{:02}-{:02} {:02}:{:02}", 2024 + sale.year, sale.month + 1, sale.day,
                               sale.hour, sale.minute);
        case 4: return std::to_string(sale.quantity);
        default: return fmt::format("{}.{:02}", sale.cents / 100, sale.cents % 100);
        }
    }
    data::NpzArrays arrays_of(std::span<const std::uint32_t> /*rows*/) const override {
        throw usage_error("generated sales have no arrays: write them as CSV");
    }

private:
    struct Sale {
        std::uint8_t city, product, channel, year, month, day, hour, minute, quantity;
        std::int32_t cents;
    };

    static Sale draw_sale(Random& random) {
        const int month = draw(random, 12, [](std::size_t i) { return by_month[i]; });
        const int city =
            draw(random, std::size(cities), [](std::size_t i) { return 24 - 2 * static_cast<int>(i); });
        const bool in_winter = month < 2 || month > 8;
        const int product = draw(random, std::size(products), [in_winter](std::size_t i) {
            return in_winter ? products[i].in_winter : products[i].in_summer;
        });
        // A channel and an hour at once.
        const int slot = draw(random, 72, [](std::size_t i) { return by_hour[i / 24][i % 24]; });
        const int quantity = draw(random, 6, [](std::size_t i) { return 64 >> i; }) + 1;
        const int year = random.below(10) < 6 ? 1 : 0,
                  day = random.between(1, days[static_cast<std::size_t>(month)]);
        const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
        return {byte(city),
                byte(product),
                byte(slot / 24),
                byte(year),
                byte(month),
                byte(day),
                byte(slot % 24),
                byte(random.between(0, 59)),
                byte(quantity),
                products[static_cast<std::size_t>(product)].cents * quantity * random.between(80, 110) / 100};
    }

    std::vector<Sale> sales_;
};

} // namespace

std::unique_ptr<data::Table> make_sales(std::int64_t rows, std::uint64_t seed, const CancelHook& cancelled) {
    return std::make_unique<Sales>(rows, seed, cancelled);
}

} // namespace scanline::view::explorer
