// The measures of a tree. Needs fold.glsl. The host defines MEASURES, and FOLDS, a list with one more element.
const uint folds[MEASURES + 1] = uint[](FOLDS);
