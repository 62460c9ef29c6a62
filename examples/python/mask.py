"""Compaction of a mask: the valid pixels of a ring, as positions, and the stages as a picture.

    python3 mask.py [picture.png]
"""

import sys

import numpy as np

from scanline import compact, view

y, x = np.mgrid[-1:1:256j, -1:1:256j]
ring = (255 * (np.abs(np.hypot(x, y) - 0.6) < 0.15)).astype(np.uint8)

survivors = compact(ring, threshold=128)
assert (survivors == np.flatnonzero(ring >= 128)).all()
print(f"{len(survivors):,} of {ring.size:,} pixels are valid; the first is {survivors[0]}, the last {survivors[-1]}")

if len(sys.argv) > 1:
    np.save("ring.npy", ring)
    view("compaction-image", file="ring.npy", threshold=128, step=29, size=(960, 600)).save(sys.argv[1])
