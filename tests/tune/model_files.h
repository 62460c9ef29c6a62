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

namespace scanline::bench::test {

/// For each kind of model an example, and what it was measured on.
struct AutoModelKind {
    using Model = raster::AutoModel;

    static Model example();
    static Environment environment();
    static constexpr const char* prefix = "auto-";
    static constexpr int format = 2;
    /// Which members an environment has to agree in.
    static std::vector<std::pair<std::string Environment::*, std::string>> identity();
    /// Of the file: those that it cannot be without.
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

/// A file in a folder of its own.
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
    /// The example after a change.
    void put_changed(const std::function<void(nlohmann::ordered_json&)>& change) const {
        save();
        nlohmann::ordered_json json = nlohmann::ordered_json::parse(text());
        change(json);
        put(json.dump());
    }

    /// Checks that what is there is not trusted, for a reason that names it.
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

/// The example after a change is not trusted.
template <class Kind>
void refuse(const std::string& part, const std::function<void(nlohmann::ordered_json&)>& change) {
    const ModelFile<Kind> file;
    file.put_changed(change);
    INFO(file.text());
    file.check_untrusted(part);
}

/// The example after a change is trusted, as another one.
template <class Kind>
typename Kind::Model accepted(const std::function<void(nlohmann::ordered_json&)>& change) {
    const ModelFile<Kind> file;
    file.put_changed(change);
    const auto loaded = file.load();
    INFO(loaded.reason);
    REQUIRE(loaded.model);
    return *loaded.model;
}

/// Checks that no damage of a few bytes crashes; check(model): what such a file may still be read as.
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

} // namespace scanline::bench::test
