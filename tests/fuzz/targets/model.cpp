// The models that tune keeps.
#include "scanline/tune/stored_model.h"
#include "support/temporary_folder.h"
#include "target.h"

namespace scanline::fuzz {

namespace {

template <class Model>
std::string saved_model(const Model& model, Folder folder) {
    tune::save_model(folder / "written.json", model, {});
    return get(folder / "written.json");
}

template <class Model>
void check_model(Bytes bytes, Folder folder) {
    const auto read = [&](Bytes from) {
        const auto loaded = tune::load_model<Model>(file_of(from, folder, "read.json"), {});
        return loaded.model ? *loaded.model : throw Error(loaded.reason);
    };
    require_round_trip(bytes, read, [&](const Model& model) { return saved_model(model, folder); });
}

} // namespace

const Target model_target{"model",
                          [](Bytes bytes, Folder folder) {
                              try_reading(bytes, [&] { check_model<raster::AutoModel>(bytes, folder); });
                              try_reading(bytes, [&] { check_model<cpu::ScanModel>(bytes, folder); });
                          },
                          [] {
                              const test::TemporaryFolder folder;
                              return std::vector{saved_model(raster::shipped_auto_model(), folder.path()),
                                                 saved_model(cpu::default_scan_model(4), folder.path())};
                          }};

} // namespace scanline::fuzz
