"""k-d trees with the interface of scipy.spatial.KDTree."""

from __future__ import annotations

import importlib
import os
import pathlib
import tempfile
from typing import Any, Iterator, Sequence, Tuple, Union

import numpy as np

from ._core import Tree32, Tree64, Way, load_tree


_MOST_NEAREST = 64  # of the tree's own search


def _real(x: Any, what: str) -> np.ndarray:
    x = np.asarray(x)
    if x.dtype.kind == "c":
        raise TypeError(f"{what}: a tree does not take complex data: pass real and imaginary parts as two coordinates")
    return x


def _points(x: Any, dtype: Any, what: str) -> np.ndarray:
    points = np.ascontiguousarray(x, dtype=dtype)
    if not np.isfinite(points).all():
        raise ValueError(f"{what} must be finite, check for nan or inf values")
    return points


def _distance(x: np.ndarray, data: np.ndarray, offset: np.ndarray, index: np.ndarray, p: float) -> np.ndarray:
    """How far the points of rows are from the row of x that each row belongs to."""
    return np.linalg.norm(np.repeat(x, np.diff(offset), axis=0) - data[index], p, axis=1)


def _lists(offset: np.ndarray, index: np.ndarray) -> np.ndarray:
    lists, numbers, ends = np.empty(len(offset) - 1, dtype=object), index.tolist(), offset.tolist()
    for row in range(len(lists)):
        lists[row] = numbers[ends[row] : ends[row + 1]]
    return lists


class KDTree:
    """A k-d tree of points, with SciPy's methods and its answers.

    Equal points are kept: an answer names all of them. Points at the same distance are in the order of their
    indices. float32 data are searched, and distances computed, in float32; all other data in float64.

    Parameters
    ----------
    data : array_like, shape (n, m)
        n points of at most 32 coordinates.
    leafsize, compact_nodes, copy_data, balanced_tree
        Without effect, as eps is in all methods: answers are exact. boxsize must be None.
    backend : {"auto", "cpu", "compute"}
        Where the tree is built and searched. "compute", a GPU, takes only float32 data.
    workers : int
        Threads, here and in all methods; -1, the default, for all processors.

    Examples
    --------
    >>> from scanline import KDTree
    >>> KDTree([[2, 3], [5, 4], [9, 6], [4, 7], [8, 1], [7, 2]]).query([[6, 3], [9, 2]], k=2)[1]
    array([[1, 5],
           [4, 5]])
    """

    def __init__(self, data: Any, leafsize: int = 10, compact_nodes: bool = True, copy_data: bool = False,
                 balanced_tree: bool = True, boxsize: None = None, *, backend: str = "auto", workers: int = -1):
        if boxsize is not None:
            raise ValueError("boxsize: periodic boxes cannot be searched: repeat the points around the box")
        data = _real(data, "data")
        if data.ndim != 2:
            raise ValueError("data must be 2 dimensions: rows of coordinates")
        self.leafsize = leafsize
        points = _points(data, np.float32 if data.dtype == np.float32 else np.float64, "data")
        make = Tree32 if points.dtype == np.float32 else Tree64
        self._take(make(points, Way(backend, workers)), points, backend)

    def _take(self, tree: Any, data: np.ndarray, backend: str) -> None:
        self._tree, self._backend, self.data, (self.n, self.m) = tree, backend, data, data.shape
        self._index = tree.nodes()[0]
        # Column by column, which NumPy does ten times as fast as all at once.
        self.maxes, self.mins = (np.array([most.reduce(column) for column in data.T]) if self.n else np.zeros(self.m)
                                 for most in (np.fmax, np.fmin))
        self._first: Any = []
        if len(self._index) == self.n:
            return
        # The tree has the first of equal points. Those of node i are _copies[_ends[i]:_ends[i + 1]].
        first = np.full(self.n, -1, dtype=np.int32)
        first[self._index] = self._index
        left_out = np.flatnonzero((first < 0) & ~np.isnan(data[:, 0]))
        first[left_out] = self.query(data[left_out])[1]
        self._copies = np.argsort(first, kind="stable")
        self._ends = np.searchsorted(first[self._copies], np.arange(self.n + 1))
        self._first = first

    def _spread(self, row: np.ndarray, nodes: np.ndarray, distance: np.ndarray, most: int) -> Tuple[np.ndarray, ...]:
        """The points of nodes, up to `most` of each: their rows, distances and indices, in this order."""
        size = np.minimum(self._ends[nodes + 1] - self._ends[nodes], most)
        rank = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
        row, distance, index = np.repeat(row, size), np.repeat(distance, size), np.repeat(self._ends[nodes], size)
        index = self._copies[index + rank]
        if ((np.diff(index) < 0) & (np.diff(distance) == 0) & (np.diff(row) == 0)).any():
            order = np.lexsort((index, distance, row))
            row, distance, index = row[order], distance[order], index[order]
        return row, distance, index

    def _rows(self, offset: np.ndarray, index: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """The points of rows of nodes, ascending in each."""
        if not len(self._first):
            return offset, index
        row = np.repeat(np.arange(len(offset) - 1), np.diff(offset))
        row, _, index = self._spread(row, index, np.zeros(len(row)), self.n)
        return np.searchsorted(row, np.arange(len(offset))), index

    def _vectors(self, x: Any, what: str = "x") -> Tuple[np.ndarray, Tuple[int, ...]]:
        """The points as rows, and the shape in which they came."""
        x = _real(x, what)
        if x.ndim == 0 or x.shape[-1] != self.m:
            raise ValueError(f"{what} must consist of vectors of length {self.m} but has shape {x.shape}")
        return _points(x, self.data.dtype, what).reshape(-1, self.m), x.shape[:-1]

    @staticmethod
    def _require(p: float, eps: float, limit: Any) -> None:
        if not p >= 1:
            raise ValueError(f"p={p}: the norm must be at least 1")
        if not (eps >= 0 and (np.asarray(limit) >= 0).all()):
            raise ValueError(f"a distance of {limit} with eps={eps}: both must be 0 or more")

    def _nearest(self, x: np.ndarray, k: int, limit: float, workers: int) -> Tuple[np.ndarray, np.ndarray]:
        # A node has at least one point, so k of them suffice.
        nodes = min(k, max(1, len(self._index)))
        distance, index = self._tree.nearest(x, nodes, limit, Way(self._backend, workers))
        distance, index = np.sqrt(distance), np.where(index < 0, self.n, index.astype(np.intp))
        if not len(self._first) and nodes == k:
            return distance, index
        row, column = np.nonzero(index < self.n)
        near, found = distance[row, column], index[row, column]
        if len(self._first):
            row, near, found = self._spread(row, found, near, k)
            column = np.arange(len(row)) - np.searchsorted(row, row)
        kept = column < k
        distance, index = np.full((len(x), k), np.inf, dtype=x.dtype), np.full((len(x), k), self.n)
        distance[row[kept], column[kept]], index[row[kept], column[kept]] = near[kept], found[kept]
        return distance, index

    def _nearest_by_radius(self, x: np.ndarray, k: int, limit: float, p: float,
                           workers: int) -> Tuple[np.ndarray, np.ndarray]:
        """What the tree's own search does not do: more neighbours, and other norms."""
        distance, index = np.full((len(x), k), np.inf, dtype=x.dtype), np.full((len(x), k), self.n)
        near = self._nearest(x, min(k, _MOST_NEAREST), np.inf, workers)[0]
        radius = np.median(near.max(axis=1, initial=0, where=np.isfinite(near))) if len(x) else 0.0
        if radius == 0:
            radius = 1e-3 * np.max(self.maxes - self.mins, initial=0)
        enough = min(k, self.n - int(np.isnan(self.data[:, 0]).sum()))
        left = np.arange(len(x))
        while len(left):
            radius = min(2 * radius, limit)
            few = [left[:0]]
            for rows, offset, found in self._within(x[left], radius, p, workers):
                which, size = left[rows], np.diff(offset)
                far, row = _distance(x[which], self.data, offset, found, p), np.repeat(which, size)
                order = np.lexsort((far, row))  # stable: ties stay in the order of their indices
                column = np.arange(len(row)) - np.repeat(offset[:-1], size)
                kept = column < k
                row, column, order = row[kept], column[kept], order[kept]
                distance[row, column], index[row, column] = far[order], found[order]
                few.append(which[size < enough])
            left = np.concatenate(few) if radius < limit else few[0]
        return distance, index

    def query(self, x: Any, k: Union[int, Sequence[int]] = 1, eps: float = 0, p: float = 2,
              distance_upper_bound: float = np.inf, workers: int = -1) -> Tuple[Any, Any]:
        """The distances and indices of the nearest neighbours of points.

        Parameters
        ----------
        x : array_like, last dimension m
        k : int or list of int
            How many, or which, from 1. More than 64 take several searches each, as do other norms.
        p : float
            The norm, from 1 to infinity.
        distance_upper_bound : float
            Neighbours are nearer than this. Where there is none, the distance is infinite, and the index n.

        Examples
        --------
        >>> KDTree([[0, 0], [3, 4], [0, 0]]).query([0, 0], k=4)
        (array([ 0.,  0.,  5., inf]), array([0, 2, 1, 3]))
        """
        self._require(p, eps, distance_upper_bound)
        ranks = np.asarray(range(1, k + 1) if isinstance(k, (int, np.integer)) else k)
        if ranks.ndim != 1 or ranks.size == 0 or ranks.dtype.kind not in "iu" or ranks.min() < 1:
            raise ValueError(f"k must be an integer or a list of integers, of at least 1, not {k}")
        most = int(ranks.max())
        x, shape = self._vectors(x)
        if p == 2 and min(most, len(self._index)) <= _MOST_NEAREST:
            distance, index = self._nearest(x, most, distance_upper_bound, workers)
        else:
            distance, index = self._nearest_by_radius(x, most, distance_upper_bound, p, workers)
        too_far = (distance >= distance_upper_bound) & np.isfinite(distance)
        distance[too_far], index[too_far] = np.inf, self.n
        if np.ndim(k) == 0 and k == 1:
            return distance.reshape(shape)[()], index.reshape(shape)[()]
        shape += (len(ranks),)
        return distance[:, ranks - 1].reshape(shape), index[:, ranks - 1].reshape(shape)

    def _within(self, x: np.ndarray, r: float, p: float, workers: int) -> Iterator[Tuple[slice, np.ndarray, np.ndarray]]:
        """Parts of the answers for rows of points: which rows, offsets and indices."""
        x = np.asarray(x, self.data.dtype)
        # A ball of another norm lies in a Euclidean one, whose points are measured once more.
        radius = r if p == 2 else r * max(1, self.m ** (0.5 - 1 / p)) * (1 + 1e-6)
        first, step = 0, 256
        while first < len(x):
            rows = slice(first, min(first + step, len(x)))
            offset, index = self._rows(*self._tree.within(x[rows], radius, Way(self._backend, workers)))
            step = int(np.clip((1 << 24) // (np.diff(offset).max() + 1), 64, 8192))
            if p != 2:
                kept = _distance(x[rows], self.data, offset, index, p) <= r
                offset, index = np.append(0, np.cumsum(kept))[offset], index[kept]
            yield rows, offset, index
            first = rows.stop

    def query_ball_point(self, x: Any, r: Any, p: float = 2, eps: float = 0, workers: int = -1,
                         return_sorted: Any = None, return_length: bool = False) -> Any:
        """The indices, always ascending, of the points within a distance r of points, r included.

        Parameters
        ----------
        x : array_like, last dimension m
        r : float, or one for each of x
        p : float
            The norm, from 1 to infinity.
        return_length : bool
            Return numbers of points in place of lists of indices.

        Examples
        --------
        >>> KDTree([[2, 3], [5, 4], [9, 6], [4, 7], [8, 1], [7, 2]]).query_ball_point([6, 3], 3)
        [1, 4, 5]
        """
        self._require(p, eps, r)
        x, shape = self._vectors(x)
        radii = np.broadcast_to(np.asarray(r, dtype=np.float64), shape).ravel()
        found = np.empty(len(x), dtype=np.intp if return_length else object)
        for radius in np.unique(radii):
            which = np.flatnonzero(radii == radius)
            for rows, offset, index in self._within(x[which], radius, p, workers):
                found[which[rows]] = np.diff(offset) if return_length else _lists(offset, index)
        return found.reshape(shape)[()]

    def query_pairs(self, r: float, p: float = 2, eps: float = 0, output_type: str = "set", *, workers: int = -1) -> Any:
        """All pairs i < j of points at most r apart, as a set, or an "ndarray" of two columns.

        Examples
        --------
        >>> sorted(KDTree([[0, 0], [0, 1], [5, 5], [0, 0]]).query_pairs(1))
        [(0, 1), (0, 3), (1, 3)]
        """
        self._require(p, eps, r)
        pairs = [np.empty((0, 2), dtype=np.intp)]
        for rows, offset, j in self._within(self.data, r, p, workers):
            i = np.repeat(np.arange(rows.start, rows.stop), np.diff(offset))
            pairs.append(np.stack([i, j], axis=1)[i < j])
        found = np.concatenate(pairs)
        return found if output_type == "ndarray" else set(map(tuple, found.tolist()))

    def query_ball_tree(self, other: KDTree, r: float, p: float = 2, eps: float = 0, *, workers: int = -1) -> Any:
        """For each point of this tree a list of the other's points at most r away.

        Examples
        --------
        >>> KDTree([[0, 0], [3, 3]]).query_ball_tree(KDTree([[0, 1], [1, 0], [9, 9]]), 1)
        [[0, 1], []]
        """
        return other.query_ball_point(self.data, r, p, eps, workers).tolist()

    def count_neighbors(self, other: KDTree, r: Any, p: float = 2, weights: Any = None, cumulative: bool = True, *,
                        workers: int = -1) -> Any:
        """How many pairs of a point of this tree and one of the other are at most r apart, for each r.

        Parameters
        ----------
        other : KDTree
        r : float, or several
        weights : tuple of array_like or None, or array_like
            A weight for each point of this tree and of the other; one array serves both if these are the same. A pair
            counts the product.
        cumulative : bool
            If false, r ascends, and a pair counts only for the first r that reaches it.

        Examples
        --------
        >>> tree = KDTree([[0, 0], [0, 1], [5, 5]])
        >>> tree.count_neighbors(tree, [0, 1])
        array([3, 5])
        """
        radii = np.asarray(r, dtype=np.float64)
        if not cumulative and (np.diff(radii) < 0).any():
            raise ValueError(f"r must be non-decreasing where cumulative is false, not {r}")
        if weights is None:
            counts = [self.query_ball_point(other.data, one, p, 0, workers, None, True).sum() for one in radii.flat]
            counts = np.array(counts, dtype=np.intp)
        else:
            if not isinstance(weights, tuple) and self is not other:
                raise ValueError("one array of weights serves two equal trees: give a tuple of two arrays")
            mine, theirs = (np.ones(tree.n) if w is None else np.asarray(w, dtype=np.float64)
                            for tree, w in zip((self, other), weights if isinstance(weights, tuple) else 2 * (weights,)))
            if mine.shape != (self.n,) or theirs.shape != (other.n,):
                raise ValueError(f"weights of {mine.size} and {theirs.size} for {self.n} and {other.n} points: "
                                 "give one for each")
            counts = np.array([sum((mine[index] * np.repeat(theirs[rows], np.diff(offset))).sum()
                                   for rows, offset, index in self._within(other.data, one, p, workers))
                               for one in radii.flat], dtype=np.float64)
        return (counts if cumulative else np.diff(counts, prepend=0)).reshape(radii.shape)[()]

    def sparse_distance_matrix(self, other: KDTree, max_distance: float, p: float = 2, output_type: str = "dok_matrix", *,
                               workers: int = -1) -> Any:
        """The distances of all pairs of a point of this tree and one of the other that are at most max_distance apart.

        Parameters
        ----------
        output_type : {"dok_matrix", "coo_matrix", "dict", "ndarray"}
            Those of SciPy, a dictionary from pairs of indices, or an array of i, j and v.

        Examples
        --------
        >>> KDTree([[0, 0], [3, 3]]).sparse_distance_matrix(KDTree([[0, 1], [9, 9]]), 4, output_type="dict")
        {(0, 0): 1.0, (1, 0): 3.605551275463989}
        """
        self._require(p, 0, max_distance)
        parts = [np.empty(0, dtype=np.dtype([("i", np.intp), ("j", np.intp), ("v", np.float64)], align=True))]
        for rows, offset, index in other._within(self.data, max_distance, p, workers):
            parts.append(np.empty(len(index), parts[0].dtype))
            parts[-1]["i"] = np.repeat(np.arange(rows.start, rows.stop), np.diff(offset))
            parts[-1]["j"], parts[-1]["v"] = index, _distance(self.data[rows], other.data, offset, index, p)
        found = np.concatenate(parts)
        if output_type == "ndarray":
            return found
        i, j, v = (found[name] for name in "ijv")
        if output_type == "dict":
            return dict(zip(zip(i.tolist(), j.tolist()), v.tolist()))
        if output_type not in ("dok_matrix", "coo_matrix"):
            raise ValueError(f"output_type {output_type!r} is none of dok_matrix, coo_matrix, dict, ndarray")
        sparse = importlib.import_module("scipy.sparse")
        return getattr(sparse, output_type)(sparse.coo_matrix((v, (i, j)), shape=(self.n, other.n)))

    def query_box(self, low: Any, high: Any, *, workers: int = -1) -> Any:
        """The points in axis-aligned boxes, sides included, by their corners; as of query_ball_point.

        Examples
        --------
        >>> KDTree([[2, 3], [5, 4], [9, 6], [4, 7], [8, 1], [7, 2]]).query_box([4, 1], [8, 4])
        [1, 4, 5]
        """
        (low, shape), (high, shape_of_high) = self._vectors(low, "low"), self._vectors(high, "high")
        if shape != shape_of_high or (low > high).any():
            raise ValueError("each box needs a low corner that is nowhere above its high one")
        found = self._tree.inside(low, high, Way(self._backend, workers))
        return _lists(*self._rows(*found)).reshape(shape)[()]

    def verify(self) -> None:
        """Check that this is the k-d tree of its points; a RuntimeError says what is wrong."""
        known = ~np.isnan(self.data[:, 0])
        self._tree.verify(self.data[known], (np.cumsum(known) - 1)[self._index])

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Write the tree to a file (.npz), which KDTree.load and the command scanline kdtree read.

        Examples
        --------
        >>> import tempfile
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     KDTree([[0, 0], [3, 4], [0, 0]]).save(file.name)
        ...     KDTree.load(file.name).query([0, 0], k=2)[1]
        array([0, 2])
        """
        self._tree.save(os.fspath(path), self._first, self.n)

    def __getstate__(self) -> Tuple[bytes, str, int]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "tree.npz")
            self.save(path)
            return path.read_bytes(), self._backend, self.leafsize

    def __setstate__(self, state: Tuple[bytes, str, int]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "tree.npz")
            path.write_bytes(state[0])
            self.__dict__ = self.load(path, backend=state[1]).__dict__
        self.leafsize = state[2]

    @classmethod
    def load(cls, path: Union[str, os.PathLike], *, backend: str = "auto") -> KDTree:
        """Read a tree that was saved, or built by the command, whose files lack equal points: they are NaN in `data`."""
        tree, rows = load_tree(os.fspath(path))
        index, points = tree.nodes()
        data = np.full((max(rows, index.max(initial=-1) + 1), points.shape[1]), np.nan, dtype=points.dtype)
        data[index] = points
        with np.load(path) as arrays:
            first = arrays["first_equal"] if "first_equal" in arrays else np.arange(len(data))
        if first.shape != data.shape[:1] or (first >= len(data)).any():
            raise OSError(f"cannot read {os.fspath(path)}: its array first_equal is damaged")
        loaded = cls.__new__(cls)
        loaded.leafsize = 10
        loaded._take(tree, data[first], backend)
        return loaded
