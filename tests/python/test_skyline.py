"""paretoset and paretorank against a brute force, and the package's documented examples written anew."""

import unittest

import numpy as np

import scanline
import scanline._skyline
from scanline import paretorank, paretoset
from support import doctests, optional

pandas = optional("pandas", "tests of its tables")


load_tests = doctests(scanline._skyline)


def brute_force(costs, sense, distinct, alive):
    """The rows among the living that no other of them dominates."""
    signs = [{"min": 1, "max": -1, "diff": 0}[one] for one in sense]
    kept = np.zeros(len(costs), bool)
    for row in np.flatnonzero(alive):
        for other in np.flatnonzero(alive):
            if any(sign == 0 and costs[row][i] != costs[other][i] for i, sign in enumerate(signs)):
                continue
            worse = [sign * costs[other][i] - sign * costs[row][i] for i, sign in enumerate(signs) if sign]
            if max(worse, default=0) <= 0 and (min(worse, default=0) < 0 or (distinct and other < row)):
                break
        else:
            kept[row] = True
    return kept


def brute_force_ranks(costs, sense, distinct):
    ranks = np.zeros(len(costs), int)
    rank = 0
    while (ranks == 0).any():
        rank += 1
        ranks[brute_force(costs, sense, distinct, ranks == 0)] = rank
    return ranks


class Random(unittest.TestCase):
    def test_brute_force_agrees_in_500_cases(self):
        for seed in range(500):
            with self.subTest(seed=seed):
                random = np.random.default_rng(seed)
                shape = int(random.choice([0, 1, 2, 9, 20])), int(random.integers(1, 5))
                costs = random.integers(0, [2, 4, 50][random.integers(3)], shape)
                if random.integers(2):
                    costs = costs / 8 - 1.0
                sense = random.choice(["min", "max", "diff"], shape[1], p=[0.45, 0.4, 0.15]).tolist()
                distinct = bool(random.integers(2))
                right = brute_force_ranks(costs, sense, distinct)
                self.assertEqual(paretoset(costs, sense, distinct).tolist(), (right == 1).tolist())
                self.assertEqual(paretorank(costs, sense, distinct).tolist(), right.tolist())
                if pandas and len(costs):
                    frame = pandas.DataFrame(costs, index=np.arange(len(costs))[::-1])
                    self.assertEqual(paretorank(frame, sense, distinct).tolist(), right.tolist())


class Interface(unittest.TestCase):
    @unittest.skipUnless(pandas, "needs pandas")
    def test_hotels_and_salespeople(self):
        hotels = pandas.DataFrame({"price": [50, 53, 62, 87, 83, 39, 60, 44], "beach": [13, 21, 19, 13, 5, 22, 22, 25]})
        mask = paretoset(hotels, sense=["min", "min"])
        self.assertEqual((type(mask), mask.dtype), (np.ndarray, bool))
        self.assertEqual(hotels[mask].index.tolist(), [0, 4, 5])
        people = pandas.DataFrame(
            {
                "salary": [94, 107, 67, 87, 153, 62, 43, 111],
                "sales": [123, 72, 80, 40, 150, 58, 44, 100],
                "team": ["a", "b", "a", "b", "b", "a", "b", "b"],
            }
        )
        self.assertEqual(people.index[paretoset(people, ["min", "max", "diff"])].tolist(), [0, 1, 2, 4, 5, 6, 7])
        self.assertEqual(paretorank(people, ["min", "max", "diff"]).tolist(), [1, 1, 1, 2, 1, 1, 1, 1])

    def test_a_group_for_each_value(self):
        self.assertEqual(paretoset([["x"], ["y"], ["x"]], ["diff"]).tolist(), [True, True, False])
        self.assertEqual(paretoset([["x"], ["y"], ["x"]], ["diff"], distinct=False).tolist(), [True] * 3)
        mixed = np.array([1, "1", 1, True, "x"], object)[:, None]
        self.assertEqual(paretoset(mixed, ["diff"]).tolist(), [True, True, False, False, True])

    def test_large_integers_and_dates_are_compared_exactly(self):
        large = np.array([[2**60 + 1], [2**60], [2**60 + 2]])
        self.assertEqual(paretorank(large).tolist(), [2, 1, 3])
        self.assertEqual(paretorank(large, ["max"]).tolist(), [2, 3, 1])
        self.assertEqual(paretorank(np.array(["2020-03", "2019-12"], "datetime64[M]")).tolist(), [2, 1])
        self.assertEqual(paretoset([[np.inf, 0], [-np.inf, 0]]).tolist(), [False, True])

    def test_inputs_stay_as_they_are(self):
        costs = np.array([[1.0, 2], [2, 1], [1, 2]])
        before = costs.copy()
        paretorank(costs, ["max", "min"])
        self.assertEqual(costs.tolist(), before.tolist())

    def test_errors_name_the_remedy(self):
        for error, words, call in (
            (ValueError, "row 1, column 0 is NaN: leave", lambda: paretoset([[0.0], [np.nan]])),
            (ValueError, "row 1 has NaN in .*'diff'", lambda: paretoset([[0.0], [np.nan]], ["diff"])),
            (TypeError, "column 1 is of .*convert", lambda: paretoset([["a", "b"]], ["diff", "min"])),
            (ValueError, "one for each of the 2 columns", lambda: paretoset([[1, 2]], ["min"])),
            (ValueError, "'low' is none of min", lambda: paretoset([[1]], ["low"])),
            (ValueError, "must be a list", lambda: paretoset([[1]], "min")),
            (ValueError, "shape", lambda: paretoset(np.zeros((2, 2, 2)))),
            (ValueError, "31", lambda: paretoset(np.zeros((2, 32)))),
            (ValueError, "paretoset: .*workers from 1", lambda: paretoset([[1]], workers=-2)),
        ):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()

    def test_compute_gives_the_ranks_of_the_cpu(self):
        costs = np.random.default_rng(3).integers(0, 40, (1000, 3))
        try:
            ranks = paretorank(costs, backend="compute")
        except RuntimeError as error:
            self.skipTest(str(error))
        self.assertEqual(scanline.last_backend(), "compute")
        self.assertEqual(ranks.tolist(), paretorank(costs, backend="cpu", workers=2).tolist())


if __name__ == "__main__":
    unittest.main()
