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


class DeviceArray:
    """Numbers that stay on the GPU between calls: see `array`."""

    dtype: np.dtype

    def __init__(self, size: int, dtype: np.dtype, there: _core.DeviceArray) -> None:
        self._size, self.dtype, self._there = size, dtype, there

    def __len__(self) -> int:
        return self._size

    def sort(self) -> None:
        """Sort in place; NaN come last, and -0 before 0."""
        self._there.work("sort")

    def cumsum(self) -> DeviceArray:
        """Return the sums of each element and all before it, of the same type: integers wrap around."""
        return DeviceArray(self._size, self.dtype, _core.DeviceArray(self._there, "cumsum"))

    def numpy(self) -> np.ndarray:
        """Return a copy of the elements in memory."""
        result = np.empty(self._size, self.dtype)
        self._there.download(result)
        return result

    @property
    def __cuda_array_interface__(self) -> dict:
        """How CuPy and PyTorch see the same memory, without a copy; only of NVIDIA's driver, from 4 MiB on."""
        address = self._there.cuda_address()
        if not address:
            raise AttributeError("CUDA cannot see this array: it has less than 4 MiB, or the GPU's driver is not "
                                 "NVIDIA's: take a.numpy()")
        return {"shape": (self._size,), "typestr": self.dtype.str, "data": (address, False), "version": 3}

    def __array__(self, dtype: Optional[DTypeLike] = None, copy: Optional[bool] = None) -> np.ndarray:
        if copy is False:
            raise ValueError("the elements are on the GPU: an array of them is always a copy")
        return self.numpy().astype(dtype or self.dtype, copy=False)

    def __repr__(self) -> str:
        return f"scanline.array of {self._size} {self.dtype}"


def array(a: ArrayLike) -> DeviceArray:
    """Copy an array to the GPU, where it stays until it is no longer used.

    Parameters
    ----------
    a : array_like
        One-dimensional, of float32, int32 or uint32.

    Returns
    -------
    DeviceArray
        With `sort()`, `cumsum()`, `numpy()`, `len()` and `dtype`; numpy.asarray takes it too. Of any OpenGL, of a
        software renderer too. From 4 MiB on, with NVIDIA's driver, cupy.asarray(a) and
        torch.as_tensor(a, device="cuda") are the same memory; calls here wait for the work of these.

    Raises
    ------
    TypeError, ValueError, RuntimeError
        For other types; for other shapes and more than the GPU binds at once; if there is no OpenGL that can compute.

    Examples
    --------
    >>> numbers = scanline.array(numpy.array([3, 1, 7, 0, 4], numpy.int32))
    >>> numbers.sort()
    >>> numbers.cumsum().numpy()
    array([ 0,  1,  4,  8, 15], dtype=int32)
    """
    a = np.asarray(a)
    if a.ndim != 1:
        raise ValueError(f"array takes one dimension, not {a.ndim}: flatten it, by a.ravel()")
    if a.dtype.newbyteorder("=") not in (np.float32, np.int32, np.uint32):
        raise TypeError(f"array takes float32, int32 and uint32, not {a.dtype}: convert it, by a.astype(numpy.float32)")
    a = np.ascontiguousarray(a, a.dtype.newbyteorder("="))
    return DeviceArray(a.size, a.dtype, _core.DeviceArray(a))
