"""Compaction of images, and pictures of scenes."""

import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import scanline
import scanline._picture
from scanline import compact, view
from support import doctests


load_tests = doctests(scanline._picture)


class Compaction(unittest.TestCase):
    def test_numpy_finds_the_same_in_500_cases(self):
        for seed in range(500):
            with self.subTest(seed=seed):
                random = np.random.default_rng(seed)
                dtype = random.choice(["uint8", "int64", "float32", "float64", "bool"])
                image = random.integers(0, 5, random.integers(0, 40, 2)).astype(dtype)
                if image.dtype.kind == "f":
                    image[random.random(image.shape) < 0.2] = np.nan
                threshold, negate = random.choice([None, 0, 2, 2.5, 9]), bool(random.integers(2))
                valid = (image >= (1 if threshold is None else threshold)) != negate
                y, x = np.nonzero(valid)
                self.assertEqual(compact(image, threshold, negate=negate).tolist(), np.flatnonzero(valid).tolist())
                self.assertEqual(compact(image, threshold, negate=negate, emit="xy").tolist(), np.c_[x, y].tolist())
                np.testing.assert_array_equal(compact(image, threshold, negate=negate, emit="values"), image[valid])

    def test_colours_count_as_grey_over_black(self):
        colours = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128], [127, 127, 127]]], np.uint8)
        self.assertEqual(compact(colours).tolist(), [1, 3])
        self.assertEqual(compact(colours, 1, emit="values").tolist(), [76, 150, 29, 128, 127])
        clear = np.dstack([colours, [[0, 128, 255, 255, 255]]]).astype(np.uint8)
        self.assertEqual(compact(clear, 1, emit="values").tolist(), [75, 29, 128, 127])
        self.assertEqual(compact(colours.astype(np.uint16) * 257).tolist(), [1, 3])

    def test_errors_name_the_remedy(self):
        for words, call in (
            ("two dimensions", lambda: compact([1, 2])),
            ("two dimensions", lambda: compact(np.zeros((2, 2, 3)))),
            ("emit 'indices'", lambda: compact([[1]], emit="all")),
        ):
            with self.assertRaisesRegex(ValueError, words):
                call()


class Pictures(unittest.TestCase):
    def test_a_machine_without_opengl_says_so(self):
        program = "import scanline\ntry: scanline.view('kdtree').svg\nexcept RuntimeError as error: print(error)"
        hidden = {**os.environ, "__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null", "DISPLAY": ""}
        said = subprocess.run([sys.executable, "-c", program], env=hidden, check=True, capture_output=True, text=True)
        self.assertIn("no OpenGL", said.stdout)

    def made(self):
        picture = view("kdtree", count=12, step=2, query_x=0.3, size=(320, 200))
        try:
            self.assertEqual(picture._repr_png_()[:4], b"\x89PNG")
        except RuntimeError as error:
            self.skipTest(str(error))
        return picture

    def test_a_notebook_shows_the_scene(self):
        picture = self.made()
        self.assertIn("<svg", picture._repr_svg_())
        with tempfile.TemporaryDirectory() as folder:
            for ending, made in ((".svg", picture.svg.encode()), (".PNG", picture.png)):
                path = os.path.join(folder, "scene" + ending)
                picture.save(path)
                with open(path, "rb") as file:
                    self.assertEqual(file.read(), made)
            with self.assertRaisesRegex(ValueError, "ends in .svg or .png"):
                picture.save(os.path.join(folder, "scene.gif"))

    def test_settings_change_the_picture(self):
        picture = self.made()
        self.assertNotEqual(view("kdtree", count=13, step=2, query_x=0.3, size=(320, 200)).svg, picture.svg)
        self.assertNotEqual(view("kdtree", count=12, step=2, size=(320, 200), theme="light").png, picture.png)

    def test_errors_name_what_there_is(self):
        self.made()
        for words, call in (
            ("no scene nope: there are .*kdtree", lambda: view("nope").svg),
            ("no setting nope", lambda: view("kdtree", nope=1).svg),
            ("theme is none of dark, light", lambda: view("kdtree", theme="red").svg),
            ("has the steps 0 to", lambda: view("kdtree", step=10**6).svg),
        ):
            with self.assertRaisesRegex(ValueError, words):
                call()


if __name__ == "__main__":
    unittest.main()
