#include "storage.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <optional>

namespace scanline::cube {

using tables::in_units;
using tables::magnitude_of;
using tables::number_of;

namespace {

constexpr std::int64_t all_but_sign = std::numeric_limits<std::int64_t>::max();

/// Returns the decimal as an integer, if it is one and fits 64 bits.
std::optional<std::int64_t> integer_of(Decimal decimal) {
    if (decimal.exponent == 0)
        return decimal.units;
    return decimal.exponent < 0 ? std::nullopt : in_units(decimal, 0);
}

/// Chooses the units of a sum.
class Units {
public:
    Units(const Storage& storage, std::span<const std::int64_t> stored, std::span<const Decimal> added,
          CancelPoll& poll)
        : storage_(storage), stored_(stored), added_(added), poll_(poll) {}

    Storage find() {
        int finest = 0, greatest = std::numeric_limits<int>::min() / 2;
        for_each([&](Decimal value) {
            if (value.units != 0) {
                finest = std::max(finest, -value.exponent);
                greatest = std::max(greatest, magnitude_of(value));
            }
            return true;
        });
        Storage found = storage_;
        constexpr int most_places = 18;
        found.digits = std::min(finest, most_places - greatest);
        while (!fits(found.digits))
            --found.digits;
        found.is_rounded = storage_.is_rounded || !is_exact(found.digits);
        return found;
    }

private:
    // Calls visit(value) until it returns false.
    template <class Visit>
    bool for_each(Visit visit) {
        for (const std::int64_t value : stored_) {
            poll_.count();
            if (!visit(Decimal{value, -storage_.digits}))
                return false;
        }
        for (const Decimal& value : added_) {
            poll_.count();
            if (!visit(value))
                return false;
        }
        return true;
    }

    bool fits(int digits) {
        constexpr std::uint64_t max_units = std::uint64_t{1} << 62;
        std::uint64_t sum = 0;
        return for_each([&](Decimal value) {
            const std::optional<std::int64_t> units = in_units(value, digits);
            if (units)
                sum += static_cast<std::uint64_t>(std::abs(*units));
            return units && sum < max_units;
        });
    }

    bool is_exact(int digits) {
        return for_each([&](Decimal value) {
            if (-value.exponent <= digits)
                return true;
            const std::optional<std::int64_t> units = in_units(value, digits);
            return in_units({*units, -digits}, -value.exponent) == value.units;
        });
    }

    const Storage& storage_;
    std::span<const std::int64_t> stored_;
    std::span<const Decimal> added_;
    CancelPoll& poll_;
};

std::int64_t written(Decimal number, const Storage& storage) {
    if (storage.fold == Fold::sum)
        return in_units(number, storage.digits).value();
    return storage.is_key ? key_of_number(number_of(number)) : integer_of(number).value();
}

} // namespace

std::int64_t key_of_number(double number) {
    const auto bits = std::bit_cast<std::int64_t>(number);
    return bits < 0 ? bits ^ all_but_sign : bits;
}

double number_of_key(std::int64_t key) {
    return std::bit_cast<double>(key < 0 ? key ^ all_but_sign : key);
}

Storage extended(const Storage& storage, std::span<const std::int64_t> stored, std::span<const Decimal> added,
                 CancelPoll& poll) {
    if (storage.fold == Fold::sum)
        return Units(storage, stored, added, poll).find();
    Storage found = storage;
    for (const Decimal& number : added) {
        poll.count();
        found.is_key = found.is_key || !integer_of(number);
    }
    return found;
}

std::vector<std::int64_t> stored_numbers(std::span<const Decimal> numbers, const Storage& storage,
                                         CancelPoll& poll) {
    std::vector<std::int64_t> stored;
    stored.reserve(numbers.size());
    for (const Decimal& number : numbers) {
        poll.count();
        stored.push_back(written(number, storage));
    }
    return stored;
}

std::vector<std::int64_t> stored_again(std::span<const std::int64_t> stored, const Storage& before,
                                       const Storage& now, CancelPoll& poll) {
    std::vector<std::int64_t> again;
    again.reserve(stored.size());
    for (const std::int64_t value : stored) {
        poll.count();
        again.push_back(before.is_key ? value : written({value, -before.digits}, now));
    }
    return again;
}

} // namespace scanline::cube
