"""Scanline's algorithms on arrays, tables and images, with the names that NumPy, SciPy and pandas users know."""

import atexit as _atexit

from . import _core
from ._core import last_backend

_atexit.register(_core._close)

__all__ = ["last_backend"]
