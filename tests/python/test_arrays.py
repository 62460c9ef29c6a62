"""scanline's arrays against NumPy's."""

import contextlib
import inspect
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import scanline
from support import doctests

DIRECT = [np.float32, np.float64, np.int32, np.int64, np.uint32, np.uint64]
ALL = DIRECT + [np.bool_, np.int8, np.int16, np.uint8, np.uint16, np.float16, np.dtype(">f4"), np.dtype(">i8")]
SIZES = [0, 1, 2, 33, 1000, 70_000]
BACKENDS = ["auto", "cpu", "compute"]


def draw(rng, dtype, shape):
    """Few or many distinct values; floats with NaN of both signs and zeros of both."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        spread = rng.integers(3)
        low, high = (limits.min, limits.max) if spread == 0 else (0, 5) if spread == 1 else (0, limits.max // 2)
        return rng.integers(low, high, shape, dtype=dtype.newbyteorder("="), endpoint=True).astype(dtype)
    values = rng.standard_normal(shape)
    if rng.integers(2):
        values = np.round(values)  # -0 among them
    if rng.integers(2):
        values = np.where(rng.random(shape) < 0.1, np.copysign(np.nan, rng.standard_normal(shape)), values)
        values = np.where(rng.random(shape) < 0.05, np.copysign(np.inf, rng.standard_normal(shape)), values)
    return values.astype(dtype)


def compute_works():
    try:
        scanline.sort(np.zeros(4, np.float32), backend="compute")
        return True
    except (RuntimeError, ValueError) as error:
        print("no compute:", error)
        return False


HAS_COMPUTE = compute_works()


class Arrays(unittest.TestCase):
    def same(self, ours, numpys, what, bits=True):
        self.assertEqual(ours.dtype, numpys.dtype, what)
        self.assertEqual(ours.shape, numpys.shape, what)
        if bits:
            self.assertEqual(np.ascontiguousarray(ours).tobytes(), np.ascontiguousarray(numpys).tobytes(), what)
        else:
            np.testing.assert_array_equal(ours, numpys, what)

    def same_sum(self, values, ours, numpys, what):
        if numpys.dtype.kind != "f":
            return self.same(ours, numpys, what)
        self.assertEqual((ours.dtype, ours.shape), (numpys.dtype, numpys.shape), what)
        with np.errstate(all="ignore"):
            magnitudes = np.cumsum(np.abs(values.astype(np.float64))) if values.ndim == 1 else np.inf
            finite = np.isfinite(numpys)
            np.testing.assert_array_equal(finite, np.isfinite(ours), what)
            np.testing.assert_array_equal(ours[~finite], numpys[~finite], what)
            far = np.abs(ours.astype(np.float64) - numpys) > 1e-4 * magnitudes
        self.assertFalse(np.any(far & finite), what)

    def test_every_type_and_size(self):
        rng = np.random.default_rng(11)
        for dtype in ALL:
            for size in SIZES:
                values = draw(rng, dtype, size)
                what = f"{np.dtype(dtype)} {size}"
                self.same(scanline.sort(values), np.sort(values, kind="stable"), "sort " + what)
                self.same(scanline.argsort(values), np.argsort(values, kind="stable"), "argsort " + what)
                self.same(scanline.flatnonzero(values), np.flatnonzero(values), "flatnonzero " + what)
                if np.dtype(dtype).char != "e":
                    with np.errstate(all="ignore"):
                        self.same_sum(values, scanline.cumsum(values), np.cumsum(values), "cumsum " + what)

    def test_random_cases(self):
        for seed in range(500):
            rng = np.random.default_rng(seed)
            dtype = ALL[rng.integers(len(ALL))]
            backend = BACKENDS[rng.integers(3 if HAS_COMPUTE and np.dtype(dtype).itemsize < 8 else 2)]
            shape = tuple(rng.integers(0, 40, rng.integers(1, 4))) if rng.integers(3) else (rng.integers(3000),)
            if backend == "compute":
                shape = (int(np.prod(shape)) % 3000,)
            axis = [None, *range(-len(shape), len(shape))][rng.integers(2 * len(shape) + 1)]
            values = draw(rng, dtype, shape)
            if rng.integers(2):
                values = values[..., ::2]
            what = f"seed {seed}: {np.dtype(dtype)} {values.shape} axis {axis} on {backend}"
            with self.subTest(what):
                self.same(scanline.sort(values, axis, backend=backend), np.sort(values, axis, kind="stable"), what)
                self.same(scanline.argsort(values, axis, backend=backend),
                          np.argsort(values, axis, kind="stable"), what)
                if values.dtype.char != "e":
                    with np.errstate(all="ignore"):
                        self.same_sum(values, scanline.cumsum(values, axis, backend="cpu"),
                                      np.cumsum(values, axis), what)
                self.unique_like_numpy(values, what)

    def unique_like_numpy(self, values, what):
        ours = scanline.unique(values, True, True, True)
        numpys = np.unique(values, True, True, True)
        for mine, theirs in zip(ours, numpys):
            self.same(mine, theirs.reshape(mine.shape), what, bits=False)
        self.same(scanline.unique(values), numpys[0], what, bits=False)

    def test_many_rows_and_all_nan(self):
        values = np.full((3, 500), np.nan, np.float32)
        values[1, ::3] = -0.0
        values[1, 1::3] = 0.0
        self.same(scanline.sort(values), np.sort(values, kind="stable"), "rows")
        self.same(scanline.argsort(values), np.argsort(values, kind="stable"), "rows")

    def test_clustered_keys_of_64_bits(self):
        rng = np.random.default_rng(5)
        for dtype in (np.int64, np.uint64, np.float64):
            values = rng.integers(0, 3, 5000).astype(dtype)
            values[:2] = 2.0**62, 0  # the others have the same upper bits
            values = values + rng.integers(0, 50, 5000).astype(dtype)
            self.same(scanline.sort(values), np.sort(values, kind="stable"), "sort")
            self.same(scanline.argsort(values), np.argsort(values, kind="stable"), "argsort")

    def test_sums_have_numpys_arguments(self):
        a = np.arange(12, dtype=np.int32).reshape(3, 4)
        out = np.empty((3, 4))
        self.assertIs(scanline.cumsum(a, 1, out=out), out)
        self.same(out, np.cumsum(a, 1, dtype=float), "out")
        self.same(scanline.cumsum(a, dtype=np.int8), np.cumsum(a, dtype=np.int8), "int8")
        self.same(scanline.cumsum(np.float32([1.5, 2.5]), dtype=int), np.cumsum(np.float32([1.5, 2.5]), dtype=int), "")
        self.same(scanline.cumsum(np.full(3, -0.0)), np.cumsum(np.full(3, -0.0)), "-0")
        self.same(scanline.cumsum(5), np.cumsum(5), "scalar")
        in_place = np.arange(1000.0)
        scanline.cumsum(in_place, out=in_place)
        self.same(in_place, np.cumsum(np.arange(1000.0)), "in place")
        shifted = np.arange(1000.0)
        scanline.cumsum(shifted[:-1], out=shifted[1:])
        self.same(shifted[1:], np.cumsum(np.arange(999.0)), "overlapping")
        with self.assertRaisesRegex(ValueError, "shape"):
            scanline.cumsum(a, out=np.empty(5))

    def test_histograms(self):
        rng = np.random.default_rng(3)
        for values in (rng.standard_normal(5000), rng.standard_normal(5000).astype(np.float32),
                       rng.integers(-50, 50, 5000), np.zeros(7, np.int32)):
            for bins, limits in ((10, None), (7, (-1, 2)), ([-2, -1, 0.5, 3], None), ("auto", None)):
                for density in (None, True):
                    ours = scanline.histogram(values, bins, limits, density)
                    numpys = np.histogram(values, bins, limits, density)
                    for mine, theirs in zip(ours, numpys):
                        self.same(mine, theirs, f"{values.dtype} {bins} {limits}")
        self.same(scanline.histogram([1, 2, 2], weights=[1, 2, 3])[0],
                  np.histogram([1, 2, 2], weights=[1, 2, 3])[0], "weights")

    @unittest.skipUnless(HAS_COMPUTE, "there is no OpenGL that can compute")
    def test_sums_on_compute(self):
        values = draw(np.random.default_rng(9), np.int32, 3000)
        self.same(scanline.cumsum(values, dtype=np.int32, backend="compute"), np.cumsum(values, dtype=np.int32), "")
        self.assertEqual(scanline.last_backend(), "compute")

    def test_errors_name_what_is_wrong(self):
        for wrong in (np.zeros(3, complex), np.array(["a"]), np.array([None]), np.zeros(2, "M8[s]")):
            for function in (scanline.sort, scanline.argsort, scanline.cumsum, scanline.unique):
                with self.assertRaisesRegex(TypeError, str(wrong.dtype).replace("[", r"\[")):
                    function(wrong)
        with self.assertRaisesRegex(TypeError, "numpy.float32"):
            scanline.cumsum(np.zeros(3, np.float16))
        with self.assertRaisesRegex(TypeError, "masked"):
            scanline.sort(np.ma.array([1, 2], mask=[0, 1]))
        with self.assertRaisesRegex(ValueError, "auto, compute, cpu"):
            scanline.sort([1.0], backend="gpu")
        with self.assertRaisesRegex(ValueError, "bogo"):
            scanline.sort([1], kind="bogo")
        with self.assertRaisesRegex(ValueError, "sort on compute: .*float64; use backend cpu"):
            scanline.sort(np.zeros(9), backend="compute")
        with self.assertRaisesRegex(ValueError, "positions"):
            scanline.flatnonzero([1], backend="compute")
        for axis in (1, -2):
            with self.assertRaises(ValueError):
                scanline.sort([1], axis)

    def test_threads_call_at_once(self):
        values = [np.random.default_rng(i).standard_normal(200_000).astype(np.float32) for i in range(4)]
        results = [None] * 4

        def work(i):
            for _ in range(3):
                results[i] = scanline.sort(values[i])

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for ours, given in zip(results, values):
            self.same(ours, np.sort(given), "threads")

    def test_contiguous_input_is_not_copied(self):
        values = np.arange(4)
        values.flags.writeable = False
        self.assertTrue(np.shares_memory(scanline._arrays._keys(values, "sort"), values))


class Process(unittest.TestCase):
    def test_ctrl_c_ends_a_long_call(self):
        values = np.random.default_rng(1).integers(0, 2**60, 4_000_000)
        started = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            with self.assertRaises(KeyboardInterrupt):
                while time.monotonic() < started + 60:
                    scanline.argsort(values)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
        np.testing.assert_array_equal(scanline.sort(values), np.sort(values))

    def test_ctrl_c_leaves_work_undone(self):
        ones = np.ones((20_000_000, 1), np.int32)
        previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            for _ in range(10):  # a machine may be so busy that the call ends first
                sums = np.zeros_like(ones)
                try:
                    signal.setitimer(signal.ITIMER_REAL, 0.005)
                    scanline.cumsum(ones, axis=1, dtype=np.int32, out=sums)
                except KeyboardInterrupt:
                    pass
                if sums[-1, 0] == 0:
                    return
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
        self.fail("every call worked to its end")

    def fork(self, work):
        child = os.fork()
        if child == 0:
            signal.alarm(300)  # ends what hangs
            with contextlib.suppress(BaseException):
                os._exit(0 if work() else 1)
            os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_forked_processes_sort_on_the_cpu(self):
        values = np.random.default_rng(1).standard_normal(500_000)
        scanline.sort(values)
        self.fork(lambda: np.array_equal(scanline.sort(values), np.sort(values)))

    @unittest.skipUnless(HAS_COMPUTE, "there is no OpenGL that can compute")
    def test_forked_processes_have_no_opengl(self):
        def work():
            try:
                scanline.sort(np.zeros(5, np.float32), backend="compute")
            except RuntimeError as error:
                return "spawn" in str(error)

        self.fork(work)

    def test_needs_numpy(self):
        code = "import sys; sys.modules['numpy'] = None\ntry: import scanline\nexcept ImportError as e: print(e)"
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertIn("scanline needs NumPy", said)


class Documentation(unittest.TestCase):
    def test_public_functions_are_documented_and_typed(self):
        for name in scanline.__all__:
            self.assertTrue(inspect.getdoc(getattr(scanline, name)), name)


load_tests = doctests(scanline._arrays)


if __name__ == "__main__":
    unittest.main()
