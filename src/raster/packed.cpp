#include "scanline/raster/packed.h"

#include "scanline/gl/state_guard.h"
#include "scanline/raster/passes.h"

namespace scanline::raster {

namespace {

gl::Specialization row_constants(const PackedLayout& layout) {
    return {{"SHORT_ROWS", layout.short_rows ? "1" : "0"}};
}

gl::Specialization run_constants(Packed::Output output) {
    return {{"RUNS", output == Packed::Output::regional ? "1" : "0"}};
}

gl::Specialization search_constants(const PackedLayout& layout, Packed::Output output) {
    gl::Specialization constants = row_constants(layout);
    constants.merge(run_constants(output));
    return constants;
}

} // namespace

Packed::Packed(Engine& engine, const StreamLayout& layout, const CompactionOptions& options, Output output)
    : engine_(engine), layout_(layout), packed_(make_packed_layout(layout)),
      pack_(engine, "raster/packed_pack.frag", {"u_values"}, row_constants(packed_)),
      pack_uniforms_{pack_.uniform("u_threshold"), pack_.uniform("u_negate"), pack_.uniform("u_size"),
                     pack_.uniform("u_width"), pack_.uniform("u_leaf_width")},
      tree_(engine, packed_),
      lookup_program_(engine, "raster/packed_lookup.frag", {"u_leaves", "u_starts"}, run_constants(output)),
      lookup_uniforms_{lookup_program_.uniform("u_leaf_width"), lookup_program_.uniform("u_leaf_texels"),
                       lookup_program_.uniform("u_lookup_width"), lookup_program_.uniform("u_steps"),
                       lookup_program_.uniform("u_first_stride")},
      leaves_(engine.make_vectors(packed_.leaves.width, packed_.leaves.height)),
      lookup_(engine.make_vectors(packed_.lookup.width, packed_.lookup.height)),
      select_(engine.select_table()) {
    const std::initializer_list<const char*> samplers{"u_values", "u_lookup", "u_select", "u_starts",
                                                      "u_leaves"};
    if (output == Output::regional && PackedRuns::possible(engine, packed_)) {
        runs_.emplace(engine, layout, packed_, options.payload, samplers);
    } else {
        search_.emplace(engine, layout, options.payload, "raster/packed_search.frag", samplers,
                        Search::LoopBound{"u_steps", packed_search_steps(packed_)},
                        search_constants(packed_, output));
        search_uniforms_.emplace(*search_);
    }
    const gl::StateGuard guard;
    // Rows that no survivors ever reach are not drawn and not read, but observers see them.
    engine.clear(lookup_);
}

void Packed::operator()(const StreamTexture& values, const Discriminator& discriminator,
                        const StreamTexture& output) {
    pack(values, discriminator);
    const StreamTexture& starts = tree_(leaves_);
    look_up(starts);
    search(values, starts, output);
}

void Packed::pack(const StreamTexture& values, const Discriminator& discriminator) const {
    const StageScope scope(engine_.observer(), stage::pack);
    pack_.use(layout_);
    glUniform1f(pack_uniforms_.threshold, discriminator.threshold);
    glUniform1f(pack_uniforms_.negate, discriminator.negate ? 1.0f : 0.0f);
    glUniform1f(pack_uniforms_.size, static_cast<float>(layout_.size));
    set_array_width(pack_uniforms_.width, layout_.width);
    glUniform1f(pack_uniforms_.leaf_width, static_cast<float>(leaves_.width()));
    engine_.fill(pass::packed_pack, 0, {{"values", values}}, {"leaves", leaves_}, packed_leaf);
}

void Packed::look_up(const StreamTexture& starts) const {
    const StageScope scope(engine_.observer(), stage::lookup);
    const CountTexel survivors = count();
    const auto texels = static_cast<std::uint64_t>(lookup_.area().texels());
    engine_.draw_pass(
        pass::packed_lookup, 0,
        {{"leaves", leaves_}, {"leaf-starts", starts}, {"count", *survivors.texture, survivors.area()}},
        {"lookup", lookup_}, texels, std::nullopt, [&] {
            lookup_program_.use({leaves_.area().texels(), packed_siblings, leaves_.width(), leaves_.height()},
                                survivors, packed_group * lookup_.width(), lookup_.height());
            set_array_width(lookup_uniforms_.leaf_width, leaves_.width());
            glUniform1f(lookup_uniforms_.leaf_texels, static_cast<float>(leaves_.area().texels()));
            glUniform1f(lookup_uniforms_.lookup_width, static_cast<float>(lookup_.width()));
            glUniform1i(lookup_uniforms_.steps, leaf_halvings(packed_));
            glUniform1f(lookup_uniforms_.first_stride,
                        0.5f * static_cast<float>(1 << leaf_halvings(packed_)));
            lookup_program_.draw_reached();
        });
}

void Packed::search(const StreamTexture& values, const StreamTexture& starts,
                    const StreamTexture& output) const {
    const std::initializer_list<Engine::Input> inputs{{"values", values},
                                                      {"lookup", lookup_},
                                                      {"select", select_},
                                                      {"leaf-starts", starts},
                                                      {"leaves", leaves_}};
    if (runs_)
        (*runs_)(inputs, count(), output);
    else
        (*search_)(inputs, count(), output, [this] { search_uniforms_->set(layout_, packed_); });
}

std::int64_t Packed::scratch_bytes() const {
    return tree_.scratch_bytes() + lookup_program_.scratch_bytes() +
           (runs_ ? runs_->scratch_bytes() : search_->scratch_bytes()) + leaves_.bytes() + lookup_.bytes() +
           select_.bytes();
}

} // namespace scanline::raster
