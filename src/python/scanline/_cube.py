"""Data cubes of DataFrames."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._core import CubeData, load_cube

try:
    import pandas
except ImportError:
    pandas = None


def _column(values: Any) -> Any:
    """An array of numbers, or a list of texts, as which dates go too; the missing ones are empty."""
    if not isinstance(getattr(values, "dtype", np.dtype("O")), np.dtype) and values.dtype.kind in "iuf":
        values = values.to_numpy(dtype=np.float64, na_value=np.nan)  # a column of pandas that marks what is missing
    values = np.asarray(values)
    if values.dtype.kind == "M":
        days = values.astype("datetime64[D]")
        texts = np.datetime_as_string(days if (days == values)[values == values].all() else values)
        return np.where(texts == "NaT", "", texts).tolist()
    if values.dtype.kind in "iuf":
        is_whole = values.dtype.kind != "f" and values.max(initial=0) < 2**63
        return np.ascontiguousarray(values, dtype=np.int64 if is_whole else np.float64)
    missing = (None, getattr(pandas, "NA", None))
    return ["" if any(value is one for one in missing) or value != value else str(value) for value in values.tolist()]


def _columns(frame: Any) -> List[Tuple[str, Any]]:
    return [(str(name), _column(frame[name])) for name in getattr(frame, "columns", frame)]


def _values(texts: Sequence[str], kind: str) -> np.ndarray:
    """Texts of the library as values of a kind of dimension."""
    array = np.array(texts, dtype=str)
    for dtype in {"number": ("int64", "float64"), "date": ("datetime64",)}.get(kind, ()):
        try:
            return np.where(array == "", "NaT" if kind == "date" else "nan", array).astype(dtype)
        except (ValueError, OverflowError):
            continue
    return np.array(texts, dtype=object)


def _word(value: Any) -> str:
    return "" if value is None else '"' + str(value).replace('"', '""') + '"'


def _condition(name: str, value: Any) -> str:
    if isinstance(value, tuple):
        return f"{_word(name)}={'..'.join(map(_word, value))}"
    if isinstance(value, (list, set, np.ndarray)):
        return f"{_word(name)}={{{','.join(map(_word, value))}}}"
    return f"{_word(name)}={value if isinstance(value, str) and value == '*' else _word(value)}"


def _question(text: str, conditions: Dict[str, Any]) -> str:
    clauses = [f"having {limit}" for limit in np.atleast_1d(conditions.pop("having", [])).tolist()]
    clauses += [f"{end} {conditions.pop(end)}" for end in ("top", "bottom") if end in conditions]
    where = [text] * bool(text) + [_condition(name, value) for name, value in conditions.items()]
    return "; ".join([", ".join(where)] + clauses)


class Cube:
    """A data cube: counts and sums of a table by any of its columns, from a tree of all rows.

    Answers are DataFrames, or without pandas dictionaries of arrays. Columns of whole numbers are int64, of dates
    datetime64; missing texts are "".

    Parameters
    ----------
    frame : DataFrame or dict of arrays
    dims : list of str
        Columns, or parts of dates: "when.year", "when.month", "when.weekday".
    measures : list of str
        "price:sum", "price:avg", "price:min", "price:max" and ":count".
    path : list of str
        Dimensions from the root of the tree down; others follow, those of the fewest values first.
    bins : list of str
        Dimensions to bin: "price:20" for equal widths, "price:20:quantiles" for equal counts.

    Examples
    --------
    >>> from scanline import Cube
    >>> sales = {"city": ["Oslo", "Oslo", "Bergen"], "year": [2023, 2024, 2024], "price": [2.5, 4.0, 1.25]}
    >>> cube = Cube(sales, ["city", "year"], ["price:sum"])
    >>> cube.query("city=*")["price:sum"].tolist()
    [1.25, 6.5]
    >>> cube.rollup(["city"])["count"].tolist()
    [3, 1, 2]
    """

    def __init__(self, frame: Any, dims: Sequence[str], measures: Sequence[str] = (":count",), *,
                 path: Sequence[str] = (), bins: Sequence[str] = ()):
        # Texts stay as written: "1.0" is not "1". Only dates, and texts whose parts are asked for, are read as dates.
        texts = [str(name) for name in getattr(frame, "columns", frame) if np.asarray(frame[name]).dtype.kind in "OUSb"
                 and not any(dim.startswith(f"{name}.") for dim in dims)]
        self._cube = CubeData(_columns(frame), list(dims), list(measures), list(path), list(bins), texts)

    def __len__(self) -> int:
        return self._cube.size()

    def _frame(self, tables: Sequence[Any], labels: Sequence[str] = ()) -> Any:
        """One table of several, each with its label if there are any; None in dimensions that it lacks."""
        kinds, made = dict(self._cube.dimensions()), {}
        if labels:
            made["by"] = np.repeat(np.array(labels, dtype=object), [len(table.rows) for table in tables])
        for name in dict.fromkeys(name for table in tables[::-1] for name in table.names):
            cells: List[Optional[str]] = []
            for table in tables:
                at = table.names.index(name) if name in table.names else None
                cells += [None if at is None else row[at] for row in table.rows]
            values = _values([cell for cell in cells if cell is not None], kinds.get(name, "number"))
            made[name] = values if len(values) == len(cells) else np.full(len(cells), None, dtype=object)
            if len(values) < len(cells):
                made[name][[cell is not None for cell in cells]] = values.tolist()
        return made if pandas is None else pandas.DataFrame(made)

    def query(self, text: str = "", **conditions: Any) -> Any:
        """Aggregate the rows that meet conditions, all together or by groups.

        Parameters
        ----------
        text : str
            As for the command: "city=Oslo, year=2020..2024, product=*; having count >= 10; top 5 by price:sum".
        **conditions
            The same by names: a value, a list, a tuple of the ends of a range, of which None is open, or "*" for a
            group for each value; and having="count >= 10", top="5 by price:sum", bottom=5.

        Examples
        --------
        >>> cube = Cube({"city": ["Oslo", "Oslo", "Bergen"], "year": [2023, 2024, 2024]}, ["city", "year"])
        >>> cube.query(city="*", year=(2024, None))["count"].tolist()
        [1, 1]
        """
        return self._frame([self._cube.ask(_question(text, conditions))])

    def rollup(self, dims: Optional[Sequence[str]] = None, having: int = 1) -> Any:
        """Group by all dimensions, or those given, by all but the last, and so on, as the column "by" names them."""
        dims = [name for name, _ in self._cube.dimensions()] if dims is None else list(dims)
        sets = [dims[:size] for size in range(len(dims) + 1)]
        asked = [_question("", {**dict.fromkeys(some, "*"), "having": f"count >= {having}"}) for some in sets]
        return self._frame([self._cube.ask(one) for one in asked], ["+".join(some) for some in sets])

    def rows(self, text: str = "", **conditions: Any) -> Any:
        """The rows that meet the conditions of a query, in the order of the table: dimensions and measures."""
        return self._frame([self._cube.rows(_question(text, conditions))])

    def update(self, frame: Any) -> None:
        """Add the rows of a table with the same columns."""
        self._cube = self._cube.updated(_columns(frame))

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Write the cube to a file, which Cube.load and the command scanline cube read."""
        self._cube.save(os.fspath(path))

    @classmethod
    def load(cls, path: Union[str, os.PathLike]) -> Cube:
        """Read a cube that was saved, or built by the command."""
        cube = cls.__new__(cls)
        cube._cube = load_cube(os.fspath(path))
        return cube
