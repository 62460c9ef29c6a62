"""Transparent particles of moderngl, sorted by depth each frame, in the buffer that they are drawn from.

    python3 particles.py [picture.png]
"""

import sys

import moderngl
import numpy as np

import scanline

COUNT = 1 << 16  # a key has 16 bits of depth above 16 bits of the particle's number

DEPTH = """
#version 330
in vec3 place;
uniform mat3 turn;
out uint key;
void main() {
    float depth = 0.5 - 0.25 * (turn * place).z;
    key = uint(clamp(depth, 0.0, 1.0) * 65535.0) << 16u | uint(gl_VertexID);
}
"""
POINT = """
#version 330
in uint key;
uniform sampler2D places;
uniform mat3 turn;
out vec4 colour;
void main() {
    uint particle = key & 0xffffu;
    vec3 place = texelFetch(places, ivec2(particle & 255u, particle >> 8u), 0).xyz;
    vec3 seen = turn * place;
    gl_Position = vec4(seen.xy * 0.7, 0.0, 1.0);
    gl_PointSize = 3.0 + 2.0 * seen.z;
    colour = vec4(0.5 + 0.5 * place, 0.35);
}
"""
COLOUR = """
#version 330
in vec4 colour;
out vec4 shown;
void main() { shown = colour; }
"""

context = moderngl.create_standalone_context(backend="egl", require=430)
rng = np.random.default_rng(5)
places = rng.normal(size=(COUNT, 3))
places *= (0.6 + 0.4 * rng.random((COUNT, 1))) / np.linalg.norm(places, axis=1, keepdims=True)
places = np.hstack([places, np.ones((COUNT, 1))]).astype(np.float32)

given = context.buffer(np.ascontiguousarray(places[:, :3]))
keys = context.buffer(reserve=4 * COUNT)
texture = context.texture((256, 256), 4, places, dtype="f4")
depth = context.program(vertex_shader=DEPTH, varyings=["key"])
points = context.program(vertex_shader=POINT, fragment_shader=COLOUR)
to_keys = context.vertex_array(depth, [(given, "3f", "place")])
drawn = context.vertex_array(points, [(keys, "1u", "key")])
target = context.simple_framebuffer((480, 480))
target.use()
context.enable(moderngl.BLEND | moderngl.PROGRAM_POINT_SIZE)
texture.use()

for frame in range(3):
    angle = 0.4 * frame
    turn = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]], "f4")
    for program in (depth, points):
        program["turn"].write(turn.T.tobytes())
    to_keys.transform(keys, moderngl.POINTS)
    scanline.sort(buffer=keys, dtype="uint32")
    target.clear(0.07, 0.08, 0.1, 1.0)
    drawn.render(moderngl.POINTS)
    order = np.frombuffer(keys.read(), np.uint32)
    assert (np.diff(order.astype(np.int64)) > 0).all(), "far particles come first"
print(f"{COUNT:,} particles sorted and drawn {frame + 1} times, without leaving the GPU")

if len(sys.argv) > 1:
    from PIL import Image

    Image.frombytes("RGB", target.size, target.read()).transpose(Image.FLIP_TOP_BOTTOM).save(sys.argv[1])
scanline.release()
