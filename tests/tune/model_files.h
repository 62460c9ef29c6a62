#pragma once
#include "scanline/tune/stored_model.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"

#include <catch2/catch_all.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::tune::test {

/// An example of each kind of model, and its environment.
struct AutoModelKind {
    using Model = raster::AutoModel;

    static Model example();
    static Environment environment();
    static constexpr const char* prefix = "auto-";
    static constexpr int format = 2;
    /// The members of an environment that must match.
    static std::vector<std::pair<std::string Environment::*, std::string>> identity();
    /// The required members of the file.
    static std::vector<std::string> members();
};

struct ScanModelKind {
    using Model = cpu::ScanModel;

    static Model example();
    static Environment environment();
    static constexpr const char* prefix = "scan-";
    static constexpr int format = 1;
    static std::vector<std::pair<std::string Environment::*, std::string>> identity();
    static std::vector<std::string> members();
};

/// A file in its own folder.
template <class Kind>
class ModelFile {
public:
    using Model = typename Kind::Model;

    const std::filesystem::path& path() const { return path_; }
    std::string text() const { return data::test::get(path_); }
    void put(const std::string& text) const { data::test::put(path_, text); }
    LoadedModel<Model> load(const Environment& environment = Kind::environment()) const {
        return load_model<Model>(path_, environment);
    }
    void save(const Model& model = Kind::example(),
              const Environment& environment = Kind::environment()) const {
        save_model(path_, model, environment);
    }
    /// Writes the example after a change.
    void put_changed(const std::function<void(nlohmann::ordered_json&)>& change) const {
        save();
        nlohmann::ordered_json json = nlohmann::ordered_json::parse(text());
        change(json);
        put(json.dump());
    }

    /// Checks that the file is not trusted, with a reason that contains `part`.
    void check_untrusted(const std::string& part) const {
        using Catch::Matchers::ContainsSubstring;
        const LoadedModel<Model> loaded = load();
        CHECK_FALSE(loaded.model);
        CHECK_FALSE(loaded.missing);
        CHECK(loaded.date.empty());
        CHECK_THAT(loaded.reason, ContainsSubstring(path_.string()) && ContainsSubstring(part));
        CHECK(loaded.reason.find('\n') == std::string::npos);
    }

private:
    scanline::test::TemporaryFolder folder_;
    std::filesystem::path path_ = folder_ / "model.json";
};

/// Checks that the changed example is not trusted.
template <class Kind>
void refuse(const std::string& part, const std::function<void(nlohmann::ordered_json&)>& change) {
    const ModelFile<Kind> file;
    file.put_changed(change);
    INFO(file.text());
    file.check_untrusted(part);
}

/// Checks that the changed example is trusted and differs.
template <class Kind>
typename Kind::Model accepted(const std::function<void(nlohmann::ordered_json&)>& change) {
    const ModelFile<Kind> file;
    file.put_changed(change);
    const auto loaded = file.load();
    INFO(loaded.reason);
    REQUIRE(loaded.model);
    return *loaded.model;
}

/// Checks that damaging a few bytes never crashes; check(model): checks models that still load.
template <class Kind, class Check>
void check_damage(Check check) {
    const ModelFile<Kind> file;
    file.save();
    const std::string good = file.text();
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        std::string text = good;
        for (std::uint64_t i = 0; i <= random.below(4); ++i)
            text[random.below(text.size())] = static_cast<char>(random.below(256));
        file.put(text);
        const auto loaded = file.load();
        CHECK(loaded.model.has_value() == loaded.reason.empty());
        CHECK_FALSE(loaded.missing);
        if (loaded.model)
            check(*loaded.model);
    }
}

} // namespace scanline::tune::test
