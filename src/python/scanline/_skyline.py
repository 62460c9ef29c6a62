"""Pareto sets and ranks with the interface of the package paretoset."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from ._core import Way, layers


def _columns(costs: Any, sense: Optional[Sequence[Any]]) -> Tuple[List[np.ndarray], List[str]]:
    if hasattr(costs, "iloc"):  # a DataFrame
        columns = [np.asarray(costs.iloc[:, i]) for i in range(costs.shape[1])]
    else:
        table = np.asarray(costs)
        if table.ndim not in (1, 2):
            raise ValueError("costs must have the shape (observations, objectives)")
        columns = list(table.T) if table.ndim == 2 else [table]
    sense = ["min"] * len(columns) if sense is None else sense
    if isinstance(sense, str) or len(sense) != len(columns):
        raise ValueError(f"sense must be a list with one for each of the {len(columns)} columns of costs")
    for one in sense:
        if one not in ("min", "max", "diff"):
            raise ValueError(f"sense {one!r} is none of min, max, diff")
    return columns, list(sense)


def _numbers(column: np.ndarray, number: int) -> np.ndarray:
    """The values as float64 of the same order, equal only for equal values."""
    if column.dtype.kind not in "biufmM":
        raise TypeError(f"column {number} is of {column.dtype}: convert it to numbers, or make its sense 'diff'")
    missing = np.flatnonzero(column != column)
    if missing.size:
        raise ValueError(f"row {missing[0]}, column {number} is NaN: leave such rows out first")
    kind, exact = column.dtype.kind, 2**53
    if kind == "b" or kind == "f" and column.dtype.itemsize <= 8 or kind in "iu" and (
            column.size == 0 or -exact <= column.min() and column.max() <= exact):
        return column.astype(np.float64)
    return np.unique(column, return_inverse=True)[1].astype(np.float64)


def _groups(columns: List[np.ndarray]) -> List[Any]:
    """The rows with equal values in all of the columns, in order."""
    known: Dict[Any, List[int]] = {}
    for row, values in enumerate(zip(*(column.tolist() for column in columns))):
        if any(value != value for value in values):
            raise ValueError(f"row {row} has NaN in a column of sense 'diff': leave such rows out first")
        known.setdefault(values, []).append(row)
    return list(known.values()) if columns else [slice(None)]


def _layers(costs: Any, sense: Any, distinct: bool, backend: str, workers: int, only_first: bool) -> np.ndarray:
    columns, senses = _columns(costs, sense)
    rows = len(columns[0]) if columns else 0
    chosen = [i for i, one in enumerate(senses) if one != "diff"]
    numbers = [_numbers(columns[i], i) for i in chosen] or [np.zeros(rows)]
    are_max = [senses[i] == "max" for i in chosen] or [False]
    if distinct and not only_first:
        # An order that agrees with dominance, as one more column, makes a row worse than the equal ones before it.
        order = np.lexsort([-one if is_max else one for one, is_max in zip(numbers, are_max)])
        if np.logical_and.reduce([np.diff(one[order]) == 0 for one in numbers]).any():
            numbers.append(np.empty(rows))
            numbers[-1][order] = np.arange(rows)
            are_max.append(False)
    table, found = np.ascontiguousarray(np.stack(numbers, axis=1)), np.zeros(rows, dtype=np.int64)
    for group in _groups([columns[i] for i, one in enumerate(senses) if one == "diff"]):
        found[group] = layers(table[group], are_max, only_first, distinct, Way(backend, workers))
    return found


def paretoset(costs: Any, sense: Optional[Sequence[Any]] = None, distinct: bool = True, use_numba: bool = True, *,
              backend: str = "auto", workers: int = -1) -> np.ndarray:
    """Mark the rows that no other row dominates: none is nowhere worse and somewhere better.

    Parameters
    ----------
    costs : array_like or DataFrame, shape (observations, objectives)
        Numbers or dates, without missing values; columns of sense "diff" may have any values. At most 31 objectives.
    sense : list, optional
        "min", the default, "max" or "diff" for each column. Only rows of equal values in columns of sense "diff" are
        compared.
    distinct : bool
        Of equal rows, mark only the first.
    use_numba
        Without effect.
    backend : {"auto", "cpu", "compute"}
    workers : int
        Threads; -1 for all processors.

    Examples
    --------
    >>> from scanline import paretoset
    >>> price, metres_to_beach = [50, 53, 62, 87, 83], [1300, 2100, 1900, 1350, 200]
    >>> paretoset(list(zip(price, metres_to_beach)))
    array([ True, False, False, False,  True])
    """
    return _layers(costs, sense, distinct, backend, workers, True) > 0


def paretorank(costs: Any, sense: Optional[Sequence[Any]] = None, distinct: bool = True, use_numba: bool = True, *,
               backend: str = "auto", workers: int = -1) -> np.ndarray:
    """The Pareto rank of each row: 1 in the Pareto set, 2 in that of the rest, and so on.

    Parameters
    ----------
    costs, sense, use_numba, backend, workers
        As for paretoset.
    distinct : bool
        Of equal rows, each has a rank after that of the one before.

    Examples
    --------
    >>> from scanline import paretorank
    >>> paretorank([[2, 0], [1, 1], [0, 2], [3, 3]], sense=["min", "max"])
    array([3, 2, 1, 1])
    """
    return _layers(costs, sense, distinct, backend, workers, False)
