#pragma once
#include "scanline/gl/shader_store.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <filesystem>
#include <fstream>
#include <string>

namespace scanline::test {

/// A folder of shaders that override the built-in ones: extra ones for a test, or broken ones.
class ShaderFolder {
public:
    void add(const std::string& name, const std::string& text) {
        const std::filesystem::path path = folder_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream file(path);
        file << text;
        REQUIRE(file.flush().good());
    }

    /// Replaces the only occurrence of `right` in a shader and its includes. Faults of one shader accumulate.
    void replace(const std::string& name, const std::string& right, const std::string& wrong) {
        INFO(name << ": " << right);
        std::string text = store().flatten(name).text;
        const std::size_t place = text.find(right);
        REQUIRE(place != std::string::npos);
        REQUIRE(text.find(right, place + 1) == std::string::npos);
        text.replace(place, right.size(), wrong);
        add(name, text);
    }

    /// The built-in shaders, overridden by these. Reads them on demand, so the folder must outlive it.
    gl::ShaderStore store() const {
        const EnvironmentVariable override("SCANLINE_SHADER_DIR", folder_.path().string());
        return gl::ShaderStore::standard();
    }

    std::string path() const { return folder_.path().string(); }

private:
    TemporaryFolder folder_;
};

} // namespace scanline::test
