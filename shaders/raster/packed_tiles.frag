#version 120
// What kind of a tile of output positions it is: 2.0 where every row of it takes elements that are neighbours, none left
// out, 0.0 where no survivor reaches it, 1.0 elsewhere.
// unit 0         u_lookup, see raster/packed_lookup.frag
// last           u_count
// constant TILE  its rows and columns
#include "common/stream.glsl"
#include "common/survivors.glsl"
#include "raster/packed.glsl"

uniform sampler2D u_lookup;
uniform float u_width; // of the stream
uniform int u_rows;    // TILE, but no constant: a loop that is unrolled cannot end early

const float ENTRIES = TILE / GROUP; // of a row of the tile
const float FULL = 256.0 * GROUP;

void main() {
    vec2 tile = own_texel();
    float first_row = TILE * tile.y;
    if (first_row * u_width >= survivor_count()) {
        gl_FragColor = vec4(0.0);
        return;
    }
    bool solid = true;
    for (int row = 0; row < u_rows; ++row) {
        if (!solid)
            break;
        // Rows behind the stream have its last row's lookup, by the edge of the texture.
        vec2 entry = vec2(ENTRIES * tile.x, first_row + float(row));
        vec4 first = texture2D(u_lookup, texel_position(entry));
        vec4 last = texture2D(u_lookup, texel_position(entry + vec2(ENTRIES - 1.0, 0.0)));
        // In full groups a rank is a place, so that the distance of the elements shows whether any were left out.
        solid = first.x >= 0.0 && first.y >= FULL && last.y >= FULL && last.z >= FULL &&
                last.x - first.x == TILE - GROUP;
    }
    gl_FragColor = vec4(solid ? 2.0 : 1.0);
}
