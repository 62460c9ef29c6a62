"""KDTree against scipy.spatial.KDTree, and against a brute force where SciPy has no say."""

import copy
import os
import pickle
import tempfile
import unittest

import numpy as np

import scanline
import scanline._kdtree
from scanline import KDTree
from support import doctests, optional

spatial = optional("scipy.spatial", "comparison with SciPy")
Reference = spatial and spatial.KDTree


load_tests = doctests(scanline._kdtree)


def random_points(random, count, dimensions):
    """Points of which many are equal, at equal distances, or neither; of all types."""
    kind = random.integers(4)
    if kind == 0:
        return random.integers(0, 4, (count, dimensions))
    if kind == 1:
        return random.random((count, dimensions))
    points = random.normal(0, 100, (count, dimensions))
    if count:
        points = points[random.integers(0, count, count)]
    return points if kind == 2 else points.astype(np.float32)


def cases(first, count=100):
    """Runs a test with that many random numbers, points and queries."""

    def repeated(test):
        def run(self):
            for seed in range(first, first + count):
                with self.subTest(seed=seed):
                    random = np.random.default_rng(seed)
                    dimensions = int(random.integers(1, 5))
                    points = random_points(random, int(random.choice([0, 1, 2, 7, 40, 150])), dimensions)
                    queries = random_points(random, int(random.choice([0, 1, 5, 30])), dimensions)
                    if len(points) and random.integers(2):
                        queries = points[random.integers(0, len(points), len(queries))]
                    single = points.dtype == np.float32
                    test(self, random, points, queries.astype(np.float32) if single else queries, 1e-4 if single else 1e-12)

        return run

    return repeated


class Random(unittest.TestCase):
    """700 random cases; the seed of a failing one is in its message."""

    @unittest.skipUnless(Reference, "needs SciPy")
    @cases(1000)
    def test_query_finds_scipys_distances(self, random, points, queries, error):
        k = [1, 3, 20, [1], [2, 5]][random.integers(5)]
        bound = [np.inf, 0, 0.5, 80][random.integers(4)]
        ours, index = KDTree(points).query(queries, k, distance_upper_bound=bound)
        theirs, other = Reference(points).query(queries, k, distance_upper_bound=bound)
        self.assertEqual((ours.shape, index.shape), (theirs.shape, other.shape))
        np.testing.assert_allclose(ours, theirs, error, error * 100)
        self.assertEqual((index == len(points)).tolist(), (other == len(points)).tolist())

    @cases(2000)
    def test_query_is_in_the_order_of_distance_and_index(self, random, points, queries, error):
        k = int(random.integers(1, 30))
        tree = KDTree(points, workers=int(random.choice([-1, 1, 3])))
        distance, index = tree.query(queries, k, workers=int(random.choice([-1, 1, 3])))
        distance, index = distance.reshape(-1, k), index.reshape(-1, k)
        for row, query in enumerate(np.asarray(queries, tree.data.dtype)):
            squared = np.zeros(len(points), tree.data.dtype)
            for axis in range(points.shape[1]):
                squared += (tree.data[:, axis] - query[axis]) ** 2
            right = np.lexsort([np.arange(len(points)), squared])[:k].tolist()
            right += [len(points)] * (k - len(right))
            self.assertEqual(index[row].tolist(), right)
            found = index[row] < len(points)
            np.testing.assert_allclose(distance[row][found], np.sqrt(squared[index[row][found]]), error)
            self.assertTrue(np.isinf(distance[row][~found]).all())

    @unittest.skipUnless(Reference, "needs SciPy")
    @cases(3000)
    def test_query_ball_point_finds_scipys_points(self, random, points, queries, _):
        # No distance of random points is exactly one of these, but that of whole numbers is.
        r = [0, 1, 2.0001, 90.5, random.random(len(queries)) * 3][random.integers(5)]
        if points.dtype == np.float32:
            r = np.asarray(r) + 0.01
        tree, other = KDTree(points), Reference(points)
        ours, theirs = tree.query_ball_point(queries, r), other.query_ball_point(queries, r)
        self.assertEqual([sorted(row) for row in theirs], list(ours))
        lengths = tree.query_ball_point(queries, r, return_length=True)
        self.assertEqual([len(row) for row in theirs], lengths.tolist())

    @unittest.skipUnless(Reference, "needs SciPy")
    @cases(4000)
    def test_pairs_are_scipys(self, random, points, queries, _):
        r = [0.0, 1, 2.0001, 90.5][random.integers(4)] + (0.01 if points.dtype == np.float32 else 0)
        tree, other = KDTree(points), Reference(points)
        self.assertEqual(tree.query_pairs(r), other.query_pairs(r))
        self.assertEqual(len(tree.query_pairs(r, output_type="ndarray")), len(other.query_pairs(r)))
        if len(points) and len(queries):
            pair, radii = (KDTree(queries), Reference(queries)), np.array([r / 2, r, r + 1.003])
            counts = [one.count_neighbors(two, radii).tolist() for one, two in zip((tree, other), pair)]
            self.assertEqual(counts[0], counts[1])
            self.assertEqual(tree.count_neighbors(pair[0], r), other.count_neighbors(pair[1], r))

    @unittest.skipUnless(Reference, "needs SciPy")
    @cases(6000)
    def test_norms_and_many_neighbours_are_scipys(self, random, points, queries, error):
        p, k = [1, 1.5, 2, 3, np.inf][random.integers(5)], [[2, 5], 65, 90][random.integers(3)]
        bound = [np.inf, 0.5, 80][random.integers(3)]
        tree, other = KDTree(points), Reference(points)
        ours, index = tree.query(queries, k, p=p, distance_upper_bound=bound)
        theirs, missing = other.query(queries, k, p=p, distance_upper_bound=bound)
        np.testing.assert_allclose(ours, theirs, error, error * 100)
        self.assertEqual((index == len(points)).tolist(), (missing == len(points)).tolist())
        self.assertEqual([sorted(row) for row in other.query_ball_point(queries, 2.0101, p)],
                         list(tree.query_ball_point(queries, 2.0101, p)))

    @unittest.skipUnless(Reference, "needs SciPy")
    @cases(7000)
    def test_pairs_of_two_trees_are_scipys(self, random, points, queries, error):
        p, r = [1, 2, np.inf][random.integers(3)], [0.0101, 2.0101, 90.51][random.integers(3)]
        (tree, two), (other, second) = map(KDTree, (points, queries)), map(Reference, (points, queries))
        self.assertEqual([sorted(row) for row in other.query_ball_tree(second, r, p)], tree.query_ball_tree(two, r, p))
        kind = ["dict", "ndarray", "coo_matrix", "dok_matrix"][random.integers(4)]
        ours, theirs = (one.sparse_distance_matrix(another, r, p, output_type=kind) for one, another in ((tree, two), (other, second)))
        if kind == "ndarray":
            ours, theirs = np.sort(ours, order=["i", "j"]), np.sort(theirs, order=["i", "j"])
            self.assertEqual(ours[["i", "j"]].tolist(), theirs[["i", "j"]].tolist())
            np.testing.assert_allclose(ours["v"], theirs["v"], error, error * 100)
        elif kind == "dict":
            self.assertEqual(ours.keys(), theirs.keys())
        else:
            np.testing.assert_allclose(ours.toarray(), theirs.toarray(), error, error * 100)
        if len(points) and len(queries):
            weights = [(random.random(len(points)), None), (None, random.random(len(queries)))][random.integers(2)]
            radii, cumulative = np.array([r / 2, r, r + 1.003]), bool(random.integers(2))
            np.testing.assert_allclose(tree.count_neighbors(two, radii, p, weights, cumulative),
                                       other.count_neighbors(second, radii, p, weights, cumulative), 1e-9, 1e-9)

    @cases(5000)
    def test_boxes_files_and_the_check(self, random, points, queries, _):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tree.npz")
            tree = KDTree(points)
            tree.verify()
            tree.save(path)
            loaded = KDTree.load(path)
            loaded.verify()
            self.assertEqual((loaded.n, loaded.m, loaded.data.dtype), (*points.shape, tree.data.dtype))
            self.assertEqual(loaded.data.tolist(), tree.data.tolist())
            size = random.integers(0, 3, queries.shape)
            boxes = tree.query_box(queries, queries + size)
            self.assertEqual(list(boxes), list(loaded.query_box(queries, queries + size)))
            low, high = np.asarray(queries, tree.data.dtype), np.asarray(queries + size, tree.data.dtype)
            for row in range(len(queries)):
                inside = ((tree.data >= low[row]) & (tree.data <= high[row])).all(axis=1)
                self.assertEqual(boxes[row], np.flatnonzero(inside).tolist())


class Interface(unittest.TestCase):
    def setUp(self):
        x, y = np.mgrid[0:5, 2:8]
        self.grid = np.c_[x.ravel(), y.ravel()]

    def test_grid_as_in_scipys_manual(self):
        tree = KDTree(self.grid)
        distance, index = tree.query([[0, 0], [2.2, 2.9]], k=1)
        self.assertEqual((distance.round(6).tolist(), index.tolist()), ([2.0, 0.223607], [0, 13]))
        distance, index = tree.query([[0, 0], [2.2, 2.9]], k=[1])
        self.assertEqual((distance.shape, index.tolist()), ((2, 1), [[0], [13]]))
        distance, index = tree.query([[0, 0], [2.2, 2.9]], k=[1, 2])
        self.assertEqual(index.tolist(), [[0, 6], [13, 19]])
        np.testing.assert_allclose(distance, [[2, 2.23606798], [0.2236068, 0.80622577]])
        self.assertEqual(KDTree(np.c_[np.mgrid[0:5, 0:5].reshape(2, -1).T]).query_ball_point([2, 0], 1), [5, 10, 11, 15])

    def test_shapes_are_scipys(self):
        tree = KDTree(self.grid)
        distance, index = tree.query([1, 3])
        self.assertEqual((np.ndim(distance), np.ndim(index), distance, index), (0, 0, 0, 7))
        for k, shape in ((1, (2, 3)), (2, (2, 3, 2)), ([4], (2, 3, 1))):
            self.assertEqual(tree.query(np.zeros((2, 3, 2)), k)[1].shape, shape)
        self.assertEqual(tree.query_ball_point(np.zeros((2, 3, 2)), 3).shape, (2, 3))
        self.assertIsInstance(tree.query_ball_point([0, 0], 3), list)
        self.assertEqual((tree.n, tree.m, tree.maxes.tolist(), tree.mins.tolist()), (30, 2, [4, 7], [0, 2]))

    def test_an_empty_tree_finds_nothing(self):
        tree = KDTree(np.empty((0, 2)))
        self.assertEqual([one.tolist() for one in tree.query([[1, 2]], 2)], [[[np.inf] * 2], [[0, 0]]])
        self.assertEqual(tree.query_ball_point([1, 2], 9), [])

    def test_many_copies_of_few_points(self):
        tree = KDTree(np.repeat([[0.0], [5.0]], 1000, axis=0)[::-1])
        distance, index = tree.query([4.9], 1500)
        self.assertEqual(index.tolist(), list(range(1500)))
        self.assertEqual(tree.query_ball_point([0], 1, return_length=True), 1000)

    def test_more_neighbours_than_copies_at_no_distance(self):
        points = np.concatenate([np.zeros(66), np.arange(1.0, 101)])[:, None]
        distance, index = KDTree(points).query([0], 80)
        self.assertEqual((distance[65:].tolist(), index.tolist()), (list(range(15)), list(range(80))))

    def test_ties_of_other_norms_are_in_the_order_of_indices(self):
        x, y = np.mgrid[0:10, 0:10]
        tree = KDTree(np.c_[x.ravel(), y.ravel()])
        for p, k in ((1, 30), (np.inf, 30), (2, 90)):
            distance, index = tree.query([4, 4], k, p=p)
            self.assertEqual(list(zip(distance.tolist(), index.tolist())), sorted(zip(distance.tolist(), index.tolist())))

    @unittest.skipUnless(Reference, "needs SciPy")
    def test_pairs_of_many_points_and_weights_of_one_tree(self):
        points = np.random.default_rng(3).random((700, 2))
        (tree, two), (other, second) = ((one(points), one(points[:600])) for one in (KDTree, Reference))
        ours, theirs = (one.sparse_distance_matrix(another, 0.05).toarray() for one, another in ((tree, two), (other, second)))
        np.testing.assert_allclose(ours, theirs, 1e-12)
        weights = points[:, 0]
        np.testing.assert_allclose(tree.count_neighbors(tree, 0.1, weights=weights), other.count_neighbors(other, 0.1, weights=weights))

    def test_pickles_and_copies_answer_alike(self):
        tree = KDTree(np.array([[1, 1], [2, 2], [1, 1], [0, 3]], np.float32), leafsize=4, backend="cpu")
        again = pickle.loads(pickle.dumps(tree))
        self.assertEqual((again.data.tolist(), again.data.dtype, again.leafsize), (tree.data.tolist(), np.float32, 4))
        again.query([0, 0])
        self.assertEqual(scanline.last_backend(), "cpu")
        self.assertEqual(copy.deepcopy(tree).query([0, 0], 4)[1].tolist(), tree.query([0, 0], 4)[1].tolist())

    def test_a_file_without_copies(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tree.npz")
            KDTree(np.array([[1, 1], [2, 2], [1, 1], [0, 3]], np.float32)).save(path)
            arrays = dict(np.load(path))
            np.savez(path, **{name: arrays[name] for name in arrays if name != "first_equal"})
            tree = KDTree.load(path)
            self.assertTrue(np.isnan(tree.data[2]).all())
            self.assertEqual(tree.query([0, 0], 4)[1].tolist(), [0, 1, 3, 4])
            self.assertEqual(tree.query([0, 0], 4, p=1)[1].tolist(), [0, 3, 1, 4])
            tree.verify()
            np.savez(path, **{**arrays, "points": arrays["points"][::-1]})
            with self.assertRaisesRegex(RuntimeError, "no k-d tree of its points"):
                KDTree.load(path).verify()
            for wrong in ([0, 1, 9, 3], [0, 1]):
                np.savez(path, **{**arrays, "first_equal": np.array(wrong, np.int32)})
                with self.assertRaisesRegex(OSError, "first_equal is damaged"):
                    KDTree.load(path)

    def test_errors_name_the_remedy(self):
        tree = KDTree(np.arange(200.0).reshape(-1, 2))
        for error, words, call in (
            (ValueError, "norm must be at least 1", lambda: tree.query([0, 0], p=0.5)),
            (ValueError, "at least 1", lambda: tree.query([0, 0], k=0)),
            (ValueError, "give one for each", lambda: tree.count_neighbors(tree, 1, weights=([1], None))),
            (ValueError, "give a tuple", lambda: tree.count_neighbors(KDTree([[0, 0]]), 1, weights=[1])),
            (ValueError, "non-decreasing", lambda: tree.count_neighbors(tree, [2, 1], cumulative=False)),
            (ValueError, "is none of dok_matrix", lambda: tree.sparse_distance_matrix(tree, 1, output_type="lil")),
            (ValueError, "vectors of length 2", lambda: tree.query([0, 0, 0])),
            (ValueError, "x must be finite", lambda: tree.query([np.nan, 0])),
            (ValueError, "data must be finite", lambda: KDTree([[0, np.inf]])),
            (ValueError, "2 dimensions: rows", lambda: KDTree([1, 2])),
            (ValueError, "periodic", lambda: KDTree([[1, 2]], boxsize=1)),
            (TypeError, "complex data", lambda: KDTree([[1j, 2]])),
            (ValueError, "must be 0 or more", lambda: tree.query_ball_point([0, 0], -1)),
            (ValueError, "nowhere above", lambda: tree.query_box([1, 1], [0, 2])),
            (ValueError, "query: .*workers from 1", lambda: tree.query([0, 0], workers=0)),
            (ValueError, "KDTree: give a backend of auto, compute, cpu", lambda: KDTree([[0]], backend="gpu")),
            (ValueError, "make them float32", lambda: KDTree([[0.5]], backend="compute")),
            (OSError, "nowhere.npz", lambda: KDTree.load("/nowhere.npz")),
        ):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()

    def test_compute_gives_the_answers_of_the_cpu(self):
        points = np.random.default_rng(7).integers(0, 30, (2000, 2)).astype(np.float32)
        try:
            device = KDTree(points, backend="compute")
        except RuntimeError as error:
            self.skipTest(str(error))
        self.assertEqual(scanline.last_backend(), "compute")
        host = KDTree(points, backend="cpu")
        for one, other in zip(device.query(points[:50] + 0.25, 5), host.query(points[:50] + 0.25, 5)):
            self.assertEqual(one.tolist(), other.tolist())
        self.assertEqual(list(device.query_ball_point(points[:50], 2)), list(host.query_ball_point(points[:50], 2)))
        self.assertEqual(device.query_box([3, 3], [5, 5]), host.query_box([3, 3], [5, 5]))


if __name__ == "__main__":
    unittest.main()
