// Four values of neighbouring elements.
struct Quad {
    Value a, b, c, d;
};
