#pragma once
#include <filesystem>
#include <string>

namespace scanline {

/// A shared library that is loaded while the program runs. It stays loaded until the program ends, because
/// what it starts, such as the driver of a device, may not bear to be unloaded.
class Module {
public:
    /// Whether libraries loaded later see its symbols.
    enum class Symbols { own, shared };

    /// what: for messages, "peer". Errors, here and below: failure, naming the file and the reason.
    Module(std::filesystem::path file, std::string what, Symbols symbols = Symbols::own);

    /// Finds a function by its name.
    ///
    ///     module.function<decltype(scanline_peer_interface)>("scanline_peer_interface")();
    template <class Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(symbol(name));
    }

private:
    void* symbol(const char* name) const;

    std::filesystem::path file_;
    std::string what_;
    void* handle_;
};

} // namespace scanline
