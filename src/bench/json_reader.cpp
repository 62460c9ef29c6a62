#include "scanline/bench/json_reader.h"

#include "scanline/data/file.h"

#include <fmt/format.h>

namespace scanline::bench {

Json JsonReader::parse(std::size_t max_bytes, int max_depth) const {
    const std::vector<std::byte> bytes = data::read_file(path_, max_bytes);
    // Deep nesting costs far more memory than the file has bytes.
    const auto check_depth = [&](int depth, Json::parse_event_t /*event*/, const Json& /*parsed*/) {
        if (depth > max_depth)
            throw foreign(fmt::format("it is nested more than {} deep", max_depth));
        return true;
    };
    try {
        const auto* begin = reinterpret_cast<const char*>(bytes.data());
        return Json::parse(begin, begin + bytes.size(), check_depth);
    } catch (const Json::parse_error& error) {
        throw foreign(fmt::format("it is no JSON (byte {})", error.byte));
    } catch (const Json::out_of_range&) {
        throw foreign("it has a number that is out of range");
    }
}

Error JsonReader::foreign(const std::string& what) const {
    return data::read_error(path_, fmt::format("{}; expected {}", what, expected_));
}

template <class HasType>
const Json& JsonReader::member(const Json& parent, const std::string& where, const char* name,
                               const char* expected, HasType has_type) const {
    const auto found = parent.is_object() ? parent.find(name) : parent.end();
    if (!parent.is_object() || found == parent.end())
        throw foreign(fmt::format("it has no {}{}", where, name));
    if (!has_type(*found))
        throw foreign(fmt::format("{}{} is {} {}, not {}", where, name,
                                  found->is_array() || found->is_object() ? "an" : "a", found->type_name(),
                                  expected));
    return *found;
}

const Json& JsonReader::object(const Json& parent, const std::string& where, const char* name) const {
    return member(parent, where, name, "an object", [](const Json& json) { return json.is_object(); });
}

const Json& JsonReader::array(const Json& parent, const std::string& where, const char* name) const {
    return member(parent, where, name, "an array", [](const Json& json) { return json.is_array(); });
}

std::string JsonReader::text(const Json& parent, const std::string& where, const char* name) const {
    return member(parent, where, name, "a string", [](const Json& json) { return json.is_string(); });
}

bool JsonReader::boolean(const Json& parent, const std::string& where, const char* name) const {
    return member(parent, where, name, "a boolean", [](const Json& json) { return json.is_boolean(); });
}

double JsonReader::number(const Json& parent, const std::string& where, const char* name) const {
    return member(parent, where, name, "a number", [](const Json& json) { return json.is_number(); });
}

double JsonReader::milliseconds(const Json& parent, const std::string& where, const char* name,
                                double greatest) const {
    return member(parent, where, name, "a time", [greatest](const Json& json) {
        return json.is_number() && json.get<double>() >= 0 && json.get<double>() <= greatest;
    });
}

std::uint64_t JsonReader::whole(const Json& parent, const std::string& where, const char* name,
                                std::uint64_t greatest) const {
    return member(parent, where, name, "a whole number in its range", [greatest](const Json& json) {
        return json.is_number_unsigned() && json.get<std::uint64_t>() <= greatest;
    });
}

} // namespace scanline::bench
