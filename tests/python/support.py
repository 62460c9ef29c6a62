"""What the tests of the module share."""

import doctest
import importlib
import sys

import numpy
import scanline


def optional(name, what):
    """A module, or None with a line that says what is skipped."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: {what} is skipped", file=sys.stderr)
        return None


def doctests(module):
    """The load_tests of a file that runs the examples of a module too."""

    def load_tests(loader, tests, pattern):
        tests.addTests(doctest.DocTestSuite(module, extraglobs={"numpy": numpy, "scanline": scanline}))
        return tests

    return load_tests
