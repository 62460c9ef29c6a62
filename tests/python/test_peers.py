"""The tests that NumPy and SciPy bring for functions that are here too, run on these."""

import sys

import numpy
import scanline
from support import optional

# Not here: other types, rows as elements, approximate answers, nodes, periodic boxes. NaN are missing points to SciPy 1.10.
LEFT_OUT = (
    "datetime", "unique_1d", "unique_axis", "unique_masked", "with_axis", "cKDTree", "query_pairs_eps", "comparisons", "duplicated_inputs", "tree_access", "kdtree_nan", "test_kdtree_weights",
    "periodic", "box", "distance_matrix_looping", "distance_l", "distance_vectorization", "rectangle", "big_arrays",
)


class NumPy:
    """numpy with the functions of scanline; of the numbers that a test loops over, those that are here."""

    complex64 = complex128 = numpy.float64

    def __getattr__(self, name):
        ours = name in ("cumsum", "sort", "argsort", "flatnonzero", "histogram", "unique")
        return getattr(scanline if ours else numpy, name)


pytest = optional("pytest", "what NumPy and SciPy test")
histograms = optional("numpy.lib.tests.test_histograms", "what NumPy tests")
if pytest and histograms:
    from numpy.lib.tests import test_arraysetops as sets, test_function_base as functions

    for module in (histograms, functions, sets):
        module.np = NumPy()
    histograms.histogram, sets.unique = scanline.histogram, scanline.unique

    class TestCumsum(functions.TestCumsum):
        pass

    class TestHistogram(histograms.TestHistogram):
        pass

    class TestHistogramBins(histograms.TestHistogramOptimBinNums):
        pass

    class TestUnique(sets.TestUnique):
        pass


spatial = optional("scipy.spatial", "what SciPy tests")
if pytest and spatial and optional("scipy.spatial.tests", "what SciPy tests"):
    theirs, spatial.KDTree = spatial.KDTree, scanline.KDTree
    from scipy.spatial.tests.test_kdtree import *  # noqa: F403

    spatial.KDTree = theirs
    del KDTreeTest  # a decorator, no test  # noqa: F821

if __name__ == "__main__":
    if pytest:
        without = " or ".join(LEFT_OUT)
        sys.exit(pytest.main([__file__, "-q", "-p", "no:cacheprovider", "--durations=8", "-k", f"not ({without})"]))
