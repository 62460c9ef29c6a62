// Stores the results of tile.glsl as the output. Needs elements_out.glsl.
void store_value(uint index, uint n, Value value, Value result) { store_result(index, n, result); }
void store_quad(uint index, uint n, Quad values, Quad results, bool whole) {
    store_results(index, n, results, whole);
}
