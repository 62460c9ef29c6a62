"""Scanline's algorithms on arrays, tables and images, with the names that NumPy, SciPy and pandas users know."""

import atexit as _atexit

try:
    import numpy as _numpy
except ImportError as _error:
    raise ImportError("scanline needs NumPy: install python3-numpy, or numpy by pip") from _error

from . import _core
from ._arrays import argsort, cumsum, flatnonzero, histogram, sort, unique
from ._core import last_backend, release
from ._cube import Cube
from ._device import DeviceArray, array
from ._kdtree import KDTree
from ._picture import Picture, compact, view
from ._skyline import paretorank, paretoset

_atexit.register(_core._close)

__all__ = ["Cube", "DeviceArray", "KDTree", "Picture", "argsort", "array", "compact", "cumsum", "flatnonzero", "histogram", "last_backend",
           "paretorank", "paretoset", "release", "sort", "unique", "view"]  # fmt: skip
