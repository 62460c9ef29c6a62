#include "kit/glossary.h"

#include <array>

namespace scanline::view {

namespace {

constexpr auto all_terms = std::to_array<Term>({
    {"stream", "The elements of an array or a picture in order; of a picture row by row from the top left."},
    {"valid", "Kept by compaction. A threshold, or its negation, says which elements are."},
    {"invalid", "Dropped by compaction. A threshold, or its negation, says which elements are."},
    {"survivor", "A valid element that stands in the output."},
    {"block", "A run of elements of one length, a power of two, that is compacted on its own. The compacted "
              "blocks are then joined."},
    {"descriptor", "What is known of a block before blocks are joined: where it lies, where its survivors "
                   "go, and how many there are."},
    {"hole", "In Jumping Jack, an output position whose own element is invalid."},
    {"chain|jumping-jack chain", "The elements that one hole of Jumping Jack visits, jump by jump, until it "
                                 "meets a valid one. No two chains meet."},
    {"run length", "How many elements of one kind stand side by side, here invalid ones."},
    {"pyramid|histogram pyramid|HistoPyramid", "Counts of the survivors in squares of 2 x 2 elements, of 4 x "
                                               "4, and so on, up to one count of all."},
    {"texel", "One element of a texture, with up to four numbers."},
    {"pass", "One draw call or dispatch of the GPU, over a set of elements."},
    {"prefix sum", "For each element the sum of those before it; the word covers minima and maxima too."},
    {"recursive doubling", "Hillis and Steele: in step d each element adds the one 2^d before it."},
    {"balanced tree", "Blelloch: sums go up a tree, prefix sums come down it."},
    {"up-sweep", "From the leaves to the root, every node adds its children."},
    {"down-sweep", "From the root to the leaves, every node learns the sum of all that lies before it."},
    {"lane", "One place of a vector register, or one invocation of a subgroup."},
    {"subgroup", "Invocations of a shader that run together and exchange values without memory."},
    {"workgroup", "Invocations of a shader that share fast memory and can wait for each other."},
    {"tile", "The elements that a workgroup, or a worker, holds at a time."},
    {"look-back|look back|looks back", "In a scan of one pass, reading what earlier tiles have published "
                                       "instead of waiting for all of them."},
    {"partition", "The part of an array that threads work on together between barriers."},
    {"dilation", "How much smaller the first thread's extra share of a partition is made, so that no thread "
                 "idles."},
    {"barrier", "A point that no thread passes before all have reached it."},
    {"super key", "A point's coordinates in cyclic order from the axis on, so that points with equal "
                  "coordinates still have an order."},
    {"median", "The middle one of values in order: as many are less as are greater."},
    {"index array|array of indices|arrays of indices",
     "Numbers of points, sorted by one coordinate. The points themselves stay where they are."},
    {"skyline", "The rows of a table that no other row dominates: however the columns are weighed, one of "
                "them is best."},
    {"dominate|dominated|dominator", "A row dominates another if it is nowhere worse and somewhere better."},
    {"median mask", "A bit for each column: set if the row is in the worse half of the column."},
    {"quartile mask",
     "A bit for each column: set if the row is in the worse half of its half of the column."},
    {"quartile", "A value that cuts off a quarter of a sorted column; the second one is the median."},
    {"tau",
     "The best of the rows' worst values: the row that has it dominates every row with no better value."},
    {"level",
     "The rows whose median masks have the same number of bits set, or the nodes of a tree at one depth."},
    {"median cell", "The rows with the same median mask."},
    {"dt|dominance test", "A comparison of two rows, column by column."},
    {"mt|mask test", "A comparison of two masks, which may save dominance tests."},
    {"query|queries", "What is looked up: a point with k or a radius, a box, or a cell of a data cube."},
    {"h-tree",
     "A tree of rows with a level for each dimension: rows that agree in the first dimensions share the "
     "first nodes, which hold the aggregates of their rows."},
    {"dimension", "A column that rows are filtered and grouped by, as codes from 0 to its cardinality - 1."},
    {"measure", "A column of numbers that is aggregated: by its sum, minimum or maximum."},
    {"popular path",
     "The order of the dimensions in the tree, from the root down. A query on the first of them is "
     "answered by a single node."},
    {"header table", "For each code of a level, where its run of side links begins."},
    {"side link", "A link between nodes of a level that have the same key, wherever they are in the tree."},
    {"roll-up", "Aggregating the counts and values of children into those of their parent, level by level."},
    {"cell of the cube|data cube",
     "A cell holds the aggregates of all rows that have given codes in some dimensions, whatever "
     "their codes in the others; a data cube is the set of all cells."},
    {"skip|skipped|prune|pruned|left out", "Not looked at, because nothing there can be part of the answer."},
});

} // namespace

std::span<const Term> terms() {
    return all_terms;
}

} // namespace scanline::view
