"""A cube of a real table, beside pandas: the files of this project, by folder and kind.

    python3 source_cube.py [folder]
"""

import pathlib
import sys

from scanline import Cube

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2])
table = {"folder": [], "kind": [], "lines": []}
for path in sorted(root.rglob("*")):
    inside = path.relative_to(root).parts
    if path.is_file() and path.suffix in (".cpp", ".h", ".comp", ".frag", ".glsl", ".md", ".py") and inside[0] != "build":
        table["folder"].append(inside[0])
        table["kind"].append(path.suffix)
        table["lines"].append(path.read_bytes().count(b"\n"))

cube = Cube(table, ["folder", "kind"], ["lines:sum"])
print("The longest by folder and kind:")
print(cube.query("folder=*, kind=*; top 5 by lines:sum"))
print("Files of C++ in src:", cube.query(folder="src", kind=[".cpp", ".h"])["count"][0])

try:
    import pandas

    wanted = pandas.DataFrame(table).groupby("folder")["lines"].sum()
    found = cube.query("folder=*").set_index("folder")["lines:sum"]
    assert (found.sort_index() == wanted.sort_index()).all()
    print("pandas has the same sums.")
except ImportError:
    print("pandas is not here to compare with.")
