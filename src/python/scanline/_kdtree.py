"""k-d trees with the interface of scipy.spatial.KDTree."""

from __future__ import annotations

import os
from typing import Any, Iterator, Sequence, Tuple, Union

import numpy as np

from ._core import Tree32, Tree64, Way, load_tree


def _points(x: Any, dtype: Any, what: str) -> np.ndarray:
    points = np.ascontiguousarray(x, dtype=dtype)
    if not np.isfinite(points).all():
        raise ValueError(f"{what} must be finite, check for nan or inf values")
    return points


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
        Without effect, as eps is in all methods: answers are exact. Of others, boxsize must be None, and p 2.
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
        data = np.asarray(data)
        if data.dtype.kind == "c" or data.ndim != 2:
            raise ValueError("data must be 2 dimensions of real numbers")
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
        x = np.asarray(x)
        if x.ndim == 0 or x.shape[-1] != self.m:
            raise ValueError(f"{what} must consist of vectors of length {self.m} but has shape {x.shape}")
        return _points(x, self.data.dtype, what).reshape(-1, self.m), x.shape[:-1]

    @staticmethod
    def _require(p: float, eps: float, limit: Any) -> None:
        if p != 2:
            raise ValueError(f"p={p}: only Euclidean distances, p=2, can be searched: use scipy.spatial.KDTree")
        if not (eps >= 0 and (np.asarray(limit) >= 0).all()):
            raise ValueError(f"a distance of {limit} with eps={eps}: both must be 0 or more")

    def query(self, x: Any, k: Union[int, Sequence[int]] = 1, eps: float = 0, p: float = 2,
              distance_upper_bound: float = np.inf, workers: int = -1) -> Tuple[Any, Any]:
        """The distances and indices of the nearest neighbours of points.

        Parameters
        ----------
        x : array_like, last dimension m
        k : int or list of int
            How many, at most 64 unless there are no more distinct points; or which, from 1.
        distance_upper_bound : float
            Neighbours are nearer than this. Where there is none, the distance is infinite, and the index n.

        Examples
        --------
        >>> KDTree([[0, 0], [3, 4], [0, 0]]).query([0, 0], k=4)
        (array([ 0.,  0.,  5., inf]), array([0, 2, 1, 3]))
        """
        self._require(p, eps, distance_upper_bound)
        ranks = np.arange(1, k + 1) if np.ndim(k) == 0 else np.asarray(k)
        if ranks.ndim != 1 or ranks.size == 0 or ranks.dtype.kind not in "iu" or ranks.min() < 1:
            raise ValueError(f"k={k}: give an integer of at least 1, or a list of these")
        most, nodes = int(ranks.max()), min(int(ranks.max()), max(1, len(self._index)))
        if nodes > 64:
            raise ValueError(f"k={k}: at most 64 neighbours can be asked for: use query_ball_point with a radius "
                             "that has as many, or scipy.spatial.KDTree")
        x, shape = self._vectors(x)
        # A node has at least one point, so k of them suffice.
        distance, index = self._tree.nearest(x, nodes, distance_upper_bound, Way(self._backend, workers))
        distance, index = np.sqrt(distance), np.where(index < 0, self.n, index.astype(np.intp))
        if len(self._first) or nodes < most:
            row, column = np.nonzero(index < self.n)
            near, found = distance[row, column], index[row, column]
            if len(self._first):
                row, near, found = self._spread(row, found, near, most)
                column = np.arange(len(row)) - np.searchsorted(row, row)
            kept = column < most
            distance, index = np.full((len(x), most), np.inf, dtype=x.dtype), np.full((len(x), most), self.n)
            distance[row[kept], column[kept]], index[row[kept], column[kept]] = near[kept], found[kept]
        too_far = (distance >= distance_upper_bound) & np.isfinite(distance)
        distance[too_far], index[too_far] = np.inf, self.n
        if np.ndim(k) == 0 and k == 1:
            return distance.reshape(shape)[()], index.reshape(shape)[()]
        shape += (len(ranks),)
        return distance[:, ranks - 1].reshape(shape), index[:, ranks - 1].reshape(shape)

    def _within(self, x: np.ndarray, r: float, workers: int) -> Iterator[Tuple[int, np.ndarray, np.ndarray]]:
        """Parts of the answers for rows of points: the first row, offsets and indices."""
        first, step = 0, 256
        while first < len(x):
            found = self._tree.within(x[first : first + step], r, Way(self._backend, workers))
            yield (first, *self._rows(*found))
            first += step
            step = int(np.clip((1 << 24) // (np.diff(found[0]).max() + 1), 64, 8192))

    def query_ball_point(self, x: Any, r: Any, p: float = 2, eps: float = 0, workers: int = -1,
                         return_sorted: Any = None, return_length: bool = False) -> Any:
        """The indices, always ascending, of the points within a distance r of points, r included.

        Parameters
        ----------
        x : array_like, last dimension m
        r : float, or one for each of x
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
            rows = np.flatnonzero(radii == radius)
            if return_length:
                found[rows] = np.concatenate([np.diff(part[1]) for part in self._within(x[rows], radius, workers)])
            else:
                found[rows] = _lists(*self._rows(*self._tree.within(x[rows], radius, Way(self._backend, workers))))
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
        for first, offset, j in self._within(self.data, r, workers):
            i = np.repeat(np.arange(first, first + len(offset) - 1), np.diff(offset))
            pairs.append(np.stack([i, j], axis=1)[i < j])
        found = np.concatenate(pairs)
        return found if output_type == "ndarray" else set(map(tuple, found.tolist()))

    def count_neighbors(self, other: KDTree, r: Any, p: float = 2, *, workers: int = -1) -> Any:
        """How many pairs of a point of this tree and one of the other are at most r apart, for each r.

        Examples
        --------
        >>> tree = KDTree([[0, 0], [0, 1], [5, 5]])
        >>> tree.count_neighbors(tree, [0, 1])
        array([3, 5])
        """
        counts = [self.query_ball_point(other.data, one, p, 0, workers, None, True).sum() for one in np.ravel(r)]
        return np.array(counts, dtype=np.intp).reshape(np.shape(r))[()]

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
            raise RuntimeError(f"cannot read {os.fspath(path)}: its array first_equal is damaged")
        loaded = cls.__new__(cls)
        loaded._take(tree, data[first], backend)
        return loaded
