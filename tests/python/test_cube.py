"""Cubes against brute force, and against pandas groupby where there is pandas."""

import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import scanline._cube
from scanline import Cube
from support import doctests, optional

pandas = optional("pandas", "comparisons with it")

CITIES = ["Oslo", "Bergen", 'a "b", c', "x..y", "*"]


load_tests = doctests(scanline._cube)


def random_table(random, rows):
    return {
        "city": np.array(CITIES)[random.integers(0, len(CITIES), rows)].astype(object),
        "day": np.datetime64("2024-02-27") + random.integers(0, 5, rows),
        "size": random.integers(-2, 3, rows),
        "price": random.integers(-8, 9, rows) / 4,
    }


class Random(unittest.TestCase):
    @unittest.skipUnless(pandas, "needs pandas")
    def test_pandas_groups_alike_in_500_cases(self):
        for seed in range(500):
            with self.subTest(seed=seed):
                random = np.random.default_rng(seed)
                rows = int(random.choice([1, 2, 10, 60]))
                frame = pandas.DataFrame(random_table(random, rows))
                if random.integers(2):
                    frame.loc[random.random(rows) < 0.2, "price"] = np.nan
                dims = random.permutation(["city", "day", "size"])[: random.integers(1, 4)].tolist()
                cut = int(random.integers(1, rows + 1))
                cube = Cube(frame[:cut], dims, ["price:sum", "price:avg", "price:min", "price:max"])
                if cut < rows:
                    cube.update(frame[cut:])
                self.assertEqual(len(cube), rows)
                by = dims[: random.integers(1, len(dims) + 1)]
                where, kept = {name: "*" for name in by}, frame
                if len(by) < len(dims):
                    other, of = dims[-1], frame[dims[-1]]
                    value = of.iloc[random.integers(rows)]
                    if random.integers(2):
                        where[other], kept = [value], frame[of == value]
                    elif other != "city":
                        where[other], kept = (value, None), frame[of >= value]
                found = cube.query(**where)
                groups = kept.groupby(by)
                right = groups.agg(count=("size", "size"), sum=("price", "sum"), avg=("price", "mean"),
                                   min=("price", "min"), max=("price", "max")).reset_index()
                empty = (groups["price"].count() == 0).values
                right.loc[empty, "sum"] = np.nan
                self.assertEqual(found.columns.tolist(), by + ["count"] + [f"price:{one}" for one in right.columns[-4:]])
                for name, other in zip(found, right):
                    if name in dims:
                        self.assertEqual(found[name].tolist(), right[other].tolist())
                    else:
                        np.testing.assert_allclose(found[name].astype(float), right[other], 1e-12, 1e-12)

    def test_rows_and_rollups_are_those_of_brute_force(self):
        for seed in range(100):
            with self.subTest(seed=seed):
                random = np.random.default_rng(seed)
                table = random_table(random, int(random.integers(1, 40)))
                cube = Cube(table, ["city", "size"], ["price:sum"], path=["size", "city"])
                city, size = table["city"][0], int(table["size"][0])
                inside = (table["city"] == city) & (table["size"] == size)
                found = cube.rows(city=[city], size=size)
                self.assertEqual(list(found["price"]), table["price"][inside].tolist())
                rolled = cube.rollup(["city", "size"])
                is_group = [by == "city+size" and one == city and other == size
                            for by, one, other in zip(rolled["by"], rolled["city"], rolled["size"])]
                self.assertEqual(np.asarray(rolled["count"])[is_group].tolist(), [inside.sum()])
                self.assertEqual((list(rolled["by"])[0], list(rolled["count"])[0]), ("", len(table["city"])))
                sizes, counts = np.unique(table["size"], return_counts=True)
                rolled = cube.rollup()
                chosen = np.array(list(rolled["by"])) == "size"
                self.assertEqual(np.asarray(rolled["size"])[chosen].tolist(), sizes.tolist())
                self.assertEqual(np.asarray(rolled["count"])[chosen].tolist(), counts.tolist())


class Interface(unittest.TestCase):
    def setUp(self):
        self.table = {"city": np.array(["Oslo", "007", "7", None, "Oslo"], object), "sold": [True, False, True, True, True],
                      "when": np.array(["2024-02-29T10:00", "2023-01-01T00:00", "NaT", "2024-01-01", "2024-01-02"], "M8[m]"),
                      "price": np.array([2.5, np.nan, 1, 2, 2**53])}

    def test_values_of_all_kinds(self):
        cube = Cube(self.table, ["city", "sold", "when", "when.year"], ["price:sum", ":count"])
        self.assertEqual(list(cube.query(city="*")["city"]), ["", "007", "7", "Oslo"])
        self.assertEqual(list(cube.query(sold="*")["count"]), [1, 4])
        self.assertEqual(list(cube.query("when.year=*; top 1")["when.year"]), [2024])
        self.assertEqual(list(cube.query(**{"when.year": 2024}, city="*", having="count >= 2")["count"]), [2])
        self.assertEqual(list(cube.query("city=Oslo", having=["count >= 1", "price:sum > 0"], top=3)["count"]), [2])
        self.assertEqual(str(np.asarray(cube.query(when="*")["when"])[-1])[:16], "2024-02-29T10:00")
        self.assertEqual(list(cube.rows(city="")["price"]), [2])

    @unittest.skipUnless(pandas, "needs pandas")
    def test_columns_of_pandas_own_types(self):
        frame = pandas.DataFrame({"city": pandas.array(["Oslo", None, "Oslo"], "string"), "kind": pandas.Categorical(list("aba")),
                                  "price": pandas.array([1, 2, None], "Int64"), "big": np.array([2**63, 1, 2], np.uint64)})
        found = Cube(frame, ["city", "kind"], ["price:sum", "big:max"]).query(city="*")
        self.assertEqual((list(found["city"]), list(found["price:sum"])), (["", "Oslo"], [2, 1]))
        self.assertEqual(list(found["big:max"]), [1, 2**63])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sales.cube")
            cube = Cube(self.table, ["city"], ["price:sum"])
            cube.save(path)
            loaded = Cube.load(path)
            loaded.update(self.table)
            self.assertEqual((len(cube), len(loaded)), (5, 10))
            self.assertEqual(list(loaded.query(city="Oslo")["price:sum"]), [2 * (2.5 + 2**53)])

    def test_errors_name_the_remedy(self):
        cube = Cube(self.table, ["city", "when"])
        for error, words, call in (
            (ValueError, "town", lambda: cube.query("town=Oslo")),
            (ValueError, "Olso", lambda: cube.query(city="Olso")),
            (ValueError, "leave out", lambda: cube.rows(city="*")),
            (ValueError, "town", lambda: cube.rollup(["town"])),
            (ValueError, "town", lambda: Cube(self.table, ["town"])),
            (ValueError, "price", lambda: Cube({"city": ["a", "b"], "price": ["1", "x"]}, ["city"], ["price:sum"])),
            (OSError, "nowhere", lambda: Cube.load("/nowhere.cube")),
        ):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()

    def test_without_pandas_tables_are_dictionaries(self):
        program = ("import sys; sys.modules['pandas'] = None; import scanline\n"
                   "cube = scanline.Cube({'city': ['Oslo', 'Bergen'], 'price': [1, 2]}, ['city'], ['price:sum'])\n"
                   "found = cube.query(city='*')\n"
                   "assert type(found) is dict and found['price:sum'].tolist() == [2, 1], found\n"
                   "assert scanline.paretoset([[1, 2], [2, 1], [2, 2]]).tolist() == [True, True, False]\n")
        subprocess.run([sys.executable, "-c", program], check=True)


if __name__ == "__main__":
    unittest.main()
