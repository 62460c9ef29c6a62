"""Neighbours of a point cloud: the density around each point, beside SciPy.

    python3 neighbours.py [picture.svg]
"""

import sys

import numpy as np

from scanline import KDTree, view

rng = np.random.default_rng(7)
centres = rng.uniform(-1, 1, (5, 2))
cloud = (centres[rng.integers(5, size=4000)] + rng.normal(0, 0.15, (4000, 2))).astype(np.float32)

tree = KDTree(cloud)
distance, neighbour = tree.query(cloud, k=9)
density = 8 / (np.pi * distance[:, 8] ** 2)
print(f"{len(cloud):,} points; the densest lies at {cloud[density.argmax()]}, the loneliest at {cloud[density.argmin()]}")

try:
    import scipy.spatial

    wanted, _ = scipy.spatial.KDTree(cloud).query(cloud, k=9)
    assert np.allclose(distance, wanted, rtol=1e-5)
    print("SciPy has the same distances.")
except ImportError:
    print("SciPy is not here to compare with.")

if len(sys.argv) > 1:
    np.save("cloud.npy", cloud[:80])
    view("kdtree", file="cloud.npy", show="query", size=(960, 600)).save(sys.argv[1])
