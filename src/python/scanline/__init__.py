"""Scanline's algorithms on arrays, tables and images, with the names that NumPy, SciPy and pandas users know."""

import atexit as _atexit

try:
    import numpy as _numpy
except ImportError as _error:
    raise ImportError("scanline needs NumPy: install python3-numpy, or numpy by pip") from _error

from . import _core
from ._arrays import argsort, cumsum, flatnonzero, histogram, sort, unique
from ._core import last_backend, release
from ._device import DeviceArray, array

_atexit.register(_core._close)

__all__ = ["DeviceArray", "argsort", "array", "cumsum", "flatnonzero", "histogram", "last_backend", "release", "sort", "unique"]
