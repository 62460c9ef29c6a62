"""Every example in Python runs, and its picture is one; docs/gallery.md has all of them."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "python"


def run(*arguments, folder):
    return subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})  # fmt: skip


def code_of(notebook):
    cells = json.loads(notebook.read_text())["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


class ExamplesTest(unittest.TestCase):
    def check(self, name, picture=None, needs=()):
        for module in needs:
            try:
                __import__(module)
            except ImportError:
                print(f"{name} is not run: {module} is not here")
                return
        with tempfile.TemporaryDirectory() as folder:
            done = run(EXAMPLES / name, *([picture] if picture else []), folder=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            if picture:
                start = (pathlib.Path(folder) / picture).read_bytes()[:200]
                self.assertIn(b"PNG" if picture.endswith(".png") else b"<svg", start)

    def test_neighbours(self):
        self.check("neighbours.py", "tree.svg")

    def test_source_cube(self):
        self.check("source_cube.py")

    def test_mask(self):
        self.check("mask.py", "mask.png")

    def test_particles(self):
        self.check("particles.py", needs=["moderngl"])

    def test_notebook(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("-c", code_of(EXAMPLES / "skyline.ipynb"), folder=folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("laptops are worth a look", done.stdout)

    def test_gallery_has_all(self):
        page = (ROOT / "docs" / "gallery.md").read_text()
        for example in EXAMPLES.iterdir():
            if example.suffix in (".py", ".ipynb"):
                self.assertIn(f"../examples/python/{example.name}", page)


if __name__ == "__main__":
    unittest.main()
