"""Arrays that stay on the GPU, and OpenGL buffers of the caller's own."""
