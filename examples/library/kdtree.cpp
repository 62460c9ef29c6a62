// Builds a k-d tree of six points on the CPU and prints the three nearest to (6, 3): 1 5 4.
#include <scanline/kdtree/search.h>
#include <scanline/kdtree/tree.h>

#include <cstdio>
#include <exception>
#include <vector>

int main() {
    try {
        using namespace scanline;
        const std::vector<float> points{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2}, query{6, 3};
        const kdtree::Tree<float> tree = kdtree::build<float>({points, 2});
        for (const int index : kdtree::knn(tree, {query, 2}, 3).index)
            std::printf("%d\n", index);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
