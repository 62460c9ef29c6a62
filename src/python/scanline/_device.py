"""OpenGL buffers of the caller's own, and arrays that stay on the GPU."""

from __future__ import annotations

import contextlib
from typing import Any, Optional

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import _core


def on_buffer(what: str, buffer: Any, context: Any, count: Optional[int], dtype: Optional[DTypeLike]) -> None:
    if dtype is None:
        raise TypeError(f"{what} of a buffer needs its dtype: float32, int32 or uint32")
    dtype = np.dtype(dtype)
    if count is None:
        if not hasattr(buffer, "size"):
            raise TypeError(f"{what} of a buffer by its name needs count, its number of elements")
        count = buffer.size // dtype.itemsize
    with context if hasattr(context, "__enter__") else contextlib.nullcontext():
        _core.on_buffer(what, getattr(buffer, "glo", buffer), count, dtype.name)
