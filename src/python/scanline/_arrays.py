"""NumPy's functions on arrays. What they mean is decided here; the library does the work."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import _core, _device

_DIRECT = frozenset("iIlLqQfd")  # numbers of 32 and 64 bits, by their character
_WIDER = {"?": np.uint32, "b": np.int32, "h": np.int32, "B": np.uint32, "H": np.uint32, "e": np.float32}
_TYPES = "bool, integers, float16, float32 and float64"


def _plain(a: ArrayLike, what: str) -> np.ndarray:
    if isinstance(a, np.ma.MaskedArray):
        raise TypeError(f"{what} takes no masked array: fill it first, by a.filled(), or a.compressed()")
    return np.asarray(a)


def _keys(a: np.ndarray, what: str) -> np.ndarray:
    """As contiguous rows of a type that the library sorts; in the same order."""
    kind = a.dtype.char
    if kind in _DIRECT:
        return np.ascontiguousarray(a, a.dtype.newbyteorder("="))
    if kind not in _WIDER:
        raise TypeError(f"{what} takes {_TYPES}, not {a.dtype}: convert it, or take numpy.{what}")
    return np.ascontiguousarray(a, _WIDER[kind])


def _last(a: np.ndarray, axis: Optional[int]) -> tuple[np.ndarray, int]:
    """The array with its axis last, and which axis that was; flat for None."""
    if axis is None:
        return a.ravel(), -1
    if a.ndim and axis in (-1, a.ndim - 1):
        return a, -1
    return np.moveaxis(a, axis, -1), axis


def _back(result: np.ndarray, axis: int) -> np.ndarray:
    return result if axis == -1 else np.moveaxis(result, -1, axis)


def _require_keywords(kind: Any, order: Any) -> None:
    if order is not None:
        raise ValueError("order is for arrays with fields, which are not sorted here: leave it out")
    if kind not in (None, "quicksort", "heapsort", "mergesort", "stable"):
        raise ValueError(f"kind {kind!r} is none of quicksort, heapsort, mergesort, stable: all sort stably here")


def sort(a: Optional[ArrayLike] = None, axis: Optional[int] = -1, kind: Optional[str] = None, order: None = None, *,
         stable: Optional[bool] = None, backend: str = "auto", buffer: Any = None, context: Any = None,
         count: Optional[int] = None, dtype: Optional[DTypeLike] = None) -> Optional[np.ndarray]:
    """Sort an array, as `numpy.sort` does, or an OpenGL buffer in place.

    Parameters
    ----------
    a : array_like
        Numbers. Those of 32 and 64 bits are sorted directly, shorter ones through these.
    axis, kind, order, stable
        As `numpy.sort` has them; every sort here is stable.
    backend : {"auto", "cpu", "compute"}
        Where to work; `last_backend()` tells what "auto" chose. "compute" takes numbers of up to 32 bits.
    buffer, context, count, dtype
        Instead of `a`: a buffer of the OpenGL context that is current, by its name or as an object with `glo`; what
        makes it current, by `with`; how many elements; and their type: float32, int32 or uint32.

    Returns
    -------
    numpy.ndarray
        A sorted copy; None for a buffer. NaN come last; -0 and 0 are equal and keep their order (in a buffer, -0
        comes first).

    Raises
    ------
    TypeError, ValueError
        For other types and masked arrays; for what NumPy refuses too, and what compute cannot take.

    Examples
    --------
    >>> scanline.sort(numpy.array([3, 1, 7, 0, 4]))
    array([0, 1, 3, 4, 7])
    """
    if buffer is not None:
        return _device.on_buffer("sort", buffer, context, count, dtype)
    _require_keywords(kind, order)
    a = _plain(a, "sort")
    rows, axis = _last(a, axis)
    keys = _keys(rows, "sort")
    result = np.empty(keys.shape, keys.dtype)
    _core.sort(keys, result, False, backend)
    return _back(result.astype(a.dtype, copy=False), axis)


def argsort(a: ArrayLike, axis: Optional[int] = -1, kind: Optional[str] = None, order: None = None, *,
            stable: Optional[bool] = None, backend: str = "auto") -> np.ndarray:
    """The positions that sort an array, as `numpy.argsort(kind="stable")`.

    Parameters
    ----------
    a, axis, kind, order, stable, backend
        As `sort` has them.

    Returns
    -------
    numpy.ndarray of numpy.intp
        Equal elements are in their order; so are NaN, which come last.

    Raises
    ------
    TypeError, ValueError
        As `sort`; also for more than 2^32 - 1 elements in a row.

    Examples
    --------
    >>> scanline.argsort(numpy.array([3, 1, 7, 0, 4]))
    array([3, 1, 0, 4, 2])
    """
    _require_keywords(kind, order)
    rows, axis = _last(_plain(a, "argsort"), axis)
    keys = _keys(rows, "argsort")
    result = np.empty(keys.shape, np.int64)
    _core.sort(keys, result, True, backend)
    return _back(result, axis)


def cumsum(a: Optional[ArrayLike] = None, axis: Optional[int] = None, dtype: Optional[DTypeLike] = None,
           out: Optional[np.ndarray] = None, *, backend: str = "auto", buffer: Any = None, context: Any = None,
           count: Optional[int] = None) -> Optional[np.ndarray]:
    """Sums of each element and all before it, as `numpy.cumsum`, or in an OpenGL buffer in place.

    Parameters
    ----------
    a, axis, dtype, out
        As `numpy.cumsum` has them.
    backend : {"auto", "cpu", "compute"}
        As `sort` has it; "compute" takes no float64.
    buffer, context, count
        As `sort` has them.

    Returns
    -------
    numpy.ndarray
        The sums; `out`, if it was given; None for a buffer. Integers wrap around, and are NumPy's bit by bit. Floats
        are added in another order, several at once: the last bits differ from NumPy's, by at most 1e-4 of the sum
        of magnitudes so far.

    Raises
    ------
    TypeError, ValueError
        For other types, float16 among them: pass dtype=numpy.float32. As `sort`; for an `out` of another shape.

    Examples
    --------
    >>> scanline.cumsum(numpy.array([3, 1, 7, 0, 4]))
    array([ 3,  4, 11, 11, 15])
    """
    if buffer is not None:
        return _device.on_buffer("cumsum", buffer, context, count, dtype)
    a = _plain(a, "cumsum")
    if dtype is None:
        dtype = a.dtype if out is None else out.dtype
        if out is None and dtype.kind in "bui" and dtype.itemsize < 8:
            dtype = np.uint64 if dtype.kind == "u" else np.int64
    wanted = np.dtype(dtype).newbyteorder("=")
    # What is added in: sums of short integers wrap as those of long ones do.
    inner = wanted if wanted.char in _DIRECT else np.dtype(np.int64)
    if wanted.char not in _DIRECT and wanted.kind not in "ui" or a.dtype.kind not in "buif":
        raise TypeError(f"cumsum adds integers, float32 and float64, not {a.dtype} as {wanted}: "
                        "pass dtype=numpy.float32 or another of these, or take numpy.cumsum")
    rows, axis = _last(a, axis)
    if out is not None and _back(rows, axis).shape != out.shape:
        raise ValueError(f"out has the shape {out.shape}, but the result {_back(rows, axis).shape}")
    fits = out is not None and axis == -1 and out.dtype == inner and out.flags.carray
    result = out if fits else np.empty(rows.shape, inner)
    apart = not fits or not np.may_share_memory(rows, out) or rows.ctypes.data == out.ctypes.data
    if rows.dtype == inner and rows.flags.c_contiguous and apart:
        _core.cumsum(rows, result, backend)
    else:
        np.copyto(result, rows, casting="unsafe")
        _core.cumsum(result, result, backend)
    if fits:
        return out
    result = _back(result.astype(wanted, copy=False), axis)
    if out is None:
        return result
    np.copyto(out, result, casting="unsafe")
    return out


def flatnonzero(a: ArrayLike, *, backend: str = "auto") -> np.ndarray:
    """The positions of what is not 0 in the flattened array, as `numpy.flatnonzero`.

    Parameters
    ----------
    a : array_like
    backend : {"auto", "cpu"}

    Returns
    -------
    numpy.ndarray of numpy.intp

    Raises
    ------
    ValueError
        For the backend compute, and for more than 2^32 elements.

    Examples
    --------
    >>> scanline.flatnonzero(numpy.array([3, 0, 7, 0, 4]))
    array([0, 2, 4])
    """
    a = np.ravel(_plain(a, "flatnonzero"))
    mask = np.ascontiguousarray(a if a.dtype == np.bool_ else a != 0)
    return _core.flatnonzero(mask.view(np.uint8), backend)


def histogram(a: ArrayLike, bins: Union[int, str, ArrayLike] = 10, range: Optional[tuple[float, float]] = None,
              density: Optional[bool] = None, weights: Optional[ArrayLike] = None, *,
              backend: str = "auto") -> tuple[np.ndarray, np.ndarray]:
    """How many elements fall into each bin, as `numpy.histogram`: elements are sorted, and edges searched among them.

    Parameters
    ----------
    a, bins, range, density, weights
        As `numpy.histogram` has them; weights are added up by NumPy itself.
    backend : {"auto", "cpu", "compute"}
        Where to sort.

    Returns
    -------
    counts, edges : numpy.ndarray

    Raises
    ------
    TypeError, ValueError
        As `sort` and `numpy.histogram`.

    Examples
    --------
    >>> scanline.histogram(numpy.array([0, 0.4, 0.5, 1.9, 2, -1]), bins=4, range=(0, 2))
    (array([2, 1, 0, 2]), array([0. , 0.5, 1. , 1.5, 2. ]))
    """
    flat = np.ravel(_plain(a, "histogram"))
    if weights is not None:
        return np.histogram(flat, bins, range, density, weights)
    edges = np.histogram_bin_edges(flat, bins, range)
    keys = sort(flat, backend=backend)
    counts = np.diff(np.append(np.searchsorted(keys, edges[:-1]), np.searchsorted(keys, edges[-1], "right")))
    return (counts / np.diff(edges).astype(float) / counts.sum() if density else counts), edges


def unique(ar: ArrayLike, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, *,
           equal_nan: bool = True, backend: str = "auto") -> Any:
    """The sorted distinct elements of the flattened array, as `numpy.unique`.

    Parameters
    ----------
    ar, return_index, return_inverse, return_counts, equal_nan
        As `numpy.unique` has them.
    backend : {"auto", "cpu", "compute"}
        Where to sort.

    Returns
    -------
    numpy.ndarray, or a tuple of them
        The elements, then the indices, the inverse and the counts that were asked for.

    Raises
    ------
    TypeError, ValueError
        As `sort`.

    Examples
    --------
    >>> scanline.unique(numpy.array([3, 1, 3, 0]), return_counts=True)
    (array([0, 1, 3]), array([1, 1, 2]))
    """
    ar = _plain(ar, "unique")
    flat = ar.ravel()
    order = argsort(flat, backend=backend) if return_index or return_inverse else None
    keys = sort(flat, backend=backend) if order is None else flat[order]
    first = np.ones(keys.shape, np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    if equal_nan and keys.dtype.kind == "f" and keys.size and np.isnan(keys[-1]):
        first[np.searchsorted(keys, keys[-1]) + 1:] = False
    starts = flatnonzero(first, backend="auto")
    results = [keys[starts]]
    if return_index:
        results.append(order[starts])
    if return_inverse:
        inverse = np.empty(keys.shape, np.intp)
        inverse[order] = cumsum(first) - 1
        # From 2 on, NumPy gives it the array's shape.
        results.append(inverse if int(np.__version__.split(".")[0]) < 2 else inverse.reshape(ar.shape))
    if return_counts:
        results.append(np.diff(np.append(starts, keys.size)))
    return results[0] if len(results) == 1 else tuple(results)
