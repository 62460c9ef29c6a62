"""Elements in OpenGL buffers, against NumPy."""

import gc
import unittest

import numpy as np

import scanline
from support import doctests, optional


def context():
    try:
        import moderngl
        return moderngl.create_standalone_context(backend="egl")
    except Exception as error:  # of moderngl's own type, if it is there
        raise unittest.SkipTest(f"no context of moderngl: {error!r}") from error


def draw(dtype, size, seed=1):
    rng = np.random.default_rng(seed)
    return (rng.standard_normal(size) * 1000).astype(np.int32).astype(dtype)


class Buffers(unittest.TestCase):
    def setUp(self):
        self.context = context()
        self.addCleanup(self.context.release)
        self.addCleanup(scanline.release)

    def test_sorts_and_adds_in_place(self):
        for dtype in (np.float32, np.int32, np.uint32):
            for size in (1, 33, 5000):
                values = draw(dtype, size)
                buffer = self.context.buffer(values.tobytes())
                self.assertIsNone(scanline.sort(buffer=buffer, dtype=dtype))
                np.testing.assert_array_equal(np.frombuffer(buffer.read(), dtype), np.sort(values))
                if dtype != np.float32:
                    scanline.cumsum(buffer=buffer.glo, count=size, dtype=dtype)
                    np.testing.assert_array_equal(np.frombuffer(buffer.read(), dtype),
                                                  np.cumsum(np.sort(values), dtype=dtype))

    def test_leaves_what_is_beyond_the_count(self):
        values = draw(np.int32, 100)
        buffer = self.context.buffer(values.tobytes())
        scanline.sort(buffer=buffer.glo, count=60, dtype="int32")
        np.testing.assert_array_equal(np.frombuffer(buffer.read(), np.int32),
                                      np.concatenate([np.sort(values[:60]), values[60:]]))

    def test_nan_come_last(self):
        values = np.float32([np.nan, 2, -np.nan, -np.inf, 1])
        values[2] = -values[0]
        buffer = self.context.buffer(values.tobytes())
        scanline.sort(buffer=buffer, dtype="f4")
        np.testing.assert_array_equal(np.frombuffer(buffer.read(), np.float32), np.sort(values))

    def test_a_later_context_is_told_from_an_earlier_one(self):
        for seed in range(3):
            other = context()
            values = draw(np.int32, 3000, seed)
            buffer = other.buffer(values.tobytes())
            scanline.sort(buffer=buffer, context=other, dtype=np.int32)
            with other:
                np.testing.assert_array_equal(np.frombuffer(buffer.read(), np.int32), np.sort(values))
            other.release()

    def test_beside_the_contexts_of_the_module(self):
        values = draw(np.int32, 3000)
        buffer = self.context.buffer(values.tobytes())
        np.testing.assert_array_equal(scanline.sort(values, backend="compute"), np.sort(values))
        scanline.sort(buffer=buffer, dtype=np.int32)
        np.testing.assert_array_equal(np.frombuffer(buffer.read(), np.int32), np.sort(values))

    def test_errors_name_what_is_wrong(self):
        buffer = self.context.buffer(bytes(40))
        with self.assertRaisesRegex(TypeError, "dtype"):
            scanline.sort(buffer=buffer)
        with self.assertRaisesRegex(TypeError, "count"):
            scanline.sort(buffer=buffer.glo, dtype="f4")
        with self.assertRaisesRegex(ValueError, "float64 is none of uint32, int32, float32"):
            scanline.sort(buffer=buffer, dtype="f8")
        with self.assertRaisesRegex(ValueError, "bytes"):
            scanline.sort(buffer=buffer, count=11, dtype="f4")
        with self.assertRaisesRegex(ValueError, "999"):
            scanline.sort(buffer=999, count=11, dtype="f4")


class DeviceArrays(unittest.TestCase):
    def setUp(self):
        try:
            scanline.array(np.zeros(1, np.float32))
        except RuntimeError as error:
            self.skipTest(f"no compute: {error}")

    def test_stay_on_the_gpu(self):
        for dtype in (np.float32, np.int32, np.uint32):
            for size in (0, 1, 33, 70_000):
                values = draw(dtype, size)
                there = scanline.array(values)
                there.sort()
                self.assertEqual((len(there), there.dtype), (size, dtype))
                np.testing.assert_array_equal(there.numpy(), np.sort(values))
                if dtype != np.float32:
                    sums = there.cumsum()
                    np.testing.assert_array_equal(np.asarray(sums), np.cumsum(np.sort(values), dtype=dtype))
                np.testing.assert_array_equal(np.asarray(there, np.float64), np.sort(values))

    def test_are_destroyed_on_their_thread(self):
        for _ in range(50):
            scanline.array(np.zeros(1000, np.float32)).cumsum()
        gc.collect()
        self.assertEqual(scanline.array(np.float32([1, 2])).cumsum().numpy().tolist(), [1, 3])

    def test_cuda_has_the_same_memory_or_none(self):
        self.assertFalse(hasattr(scanline.array(np.zeros(10, np.float32)), "__cuda_array_interface__"))
        there = scanline.array(draw(np.float32, 1 << 21))
        cupy = hasattr(there, "__cuda_array_interface__") and optional("cupy", "memory shared with CUDA")
        if not cupy:
            return
        there.sort()
        np.testing.assert_array_equal(cupy.asarray(there).get(), there.numpy())
        cupy.asarray(there)[:] = cupy.arange(1 << 21, 0, -1, dtype=cupy.float32)
        there.sort()
        self.assertEqual(there.numpy()[:3].tolist(), [1, 2, 3])

    def test_errors_name_what_is_wrong(self):
        with self.assertRaisesRegex(TypeError, "int64.*astype"):
            scanline.array(np.arange(3, dtype=np.int64))
        with self.assertRaisesRegex(ValueError, "ravel"):
            scanline.array(np.zeros((2, 2), np.float32))


load_tests = doctests(scanline._device)


if __name__ == "__main__":
    unittest.main()
