"""Compaction of images, and pictures of the visualizer's scenes."""

from __future__ import annotations

import functools
import os
import pathlib
from typing import Any, Optional, Tuple, Union

import numpy as np

from . import _core
from ._arrays import flatnonzero


def compact(image: Any, threshold: Optional[float] = None, *, negate: bool = False, emit: str = "indices") -> np.ndarray:
    """The valid pixels of an image, row by row: those of at least the threshold.

    Parameters
    ----------
    image : array_like, shape (height, width) or (height, width, 3 or 4)
        Numbers, of which NaN is never valid; or colours, which count as their grey (ITU-R BT.601) over black.
    threshold : float, optional
        By default 1 for numbers, and half of white for colours.
    negate : bool
        Take the other pixels instead.
    emit : {"indices", "xy", "values"}
        Positions in the flattened image, columns and rows, or the numbers themselves.

    Examples
    --------
    >>> from scanline import compact
    >>> compact([[0, 7, 1], [0, 0, 9]], threshold=5, emit="xy").tolist()
    [[1, 0], [2, 1]]
    """
    image = np.asarray(image)
    if image.ndim == 3 and image.shape[2] in (3, 4) and image.dtype in (np.uint8, np.uint16):
        white = np.iinfo(image.dtype).max
        threshold = (white + 1) // 2 if threshold is None else threshold
        image, alpha = (image[..., :3].astype(np.int64) @ [299, 587, 114] + 500) // 1000, image[..., 3:]
        if alpha.size:
            image = (2 * image * alpha[..., 0] + white) // (2 * white)
    if image.ndim != 2 or image.dtype.kind not in "biuf" or emit not in ("indices", "xy", "values"):
        raise ValueError(f"compact of {image.dtype} in the shape {image.shape} to {emit!r}: give numbers in two "
                         "dimensions, or colours of uint8 or uint16, and emit 'indices', 'xy' or 'values'")
    valid = (image >= (1 if threshold is None else threshold)) != negate
    positions = flatnonzero(valid)
    if emit == "values":
        return image.ravel()[positions]
    return positions if emit == "indices" else np.stack([positions % image.shape[1], positions // image.shape[1]], 1)


class Picture:
    """A picture of a scene, which a notebook shows; drawn when it is first asked for."""

    def __init__(self, *request: Any):
        self._request = request

    svg = functools.cached_property(lambda self: _core.picture(*self._request, True).decode())
    png = functools.cached_property(lambda self: _core.picture(*self._request, False))

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_png_(self) -> bytes:
        return self.png

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Write a file: .svg, the scene alone, or .png."""
        ending = os.path.splitext(path)[1].lower()
        if ending not in (".svg", ".png"):
            raise ValueError(f"{os.fspath(path)}: a picture's file ends in .svg or .png")
        pathlib.Path(path).write_bytes(self.svg.encode() if ending == ".svg" else self.png)


def view(scene: str, *, file: Union[str, os.PathLike] = "", step: int = -1, size: Tuple[int, int] = (1280, 800),
         theme: str = "", **settings: Any) -> Picture:
    """A Picture of a scene of the visualizer. Drawing needs OpenGL, but no display.

    Parameters
    ----------
    scene : str
        "kdtree", "skyline" and so on; an unknown name's error lists them.
    file : str or path
        What the scene is to show.
    step : int
        From 0.
    size : (width, height)
    theme : {"dark", "light"}
    **settings
        As of --set of the command, with _ for -.

    Examples
    --------
    >>> from scanline import view
    >>> view("kdtree", count=32, step=3).save("tree.svg")  # doctest: +SKIP
    """
    share = [one / "share/scanline" for one in pathlib.Path(__file__).absolute().parents]
    folder = next((str(one) for one in share if (one / "masks").is_dir()), "")
    named = [(name.replace("_", "-"), str(value).lower() if isinstance(value, bool) else str(value))
             for name, value in settings.items()]
    return Picture(scene, named, os.fspath(file), step, size, theme, folder)
