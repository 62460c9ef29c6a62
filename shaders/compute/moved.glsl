// Replaces operator.glsl if elements are only moved: a value is the element, of any type.
// The host defines ELEMENT.
#include "compute/element.glsl"
#define RAW_RESULTS 1
#define Value T
#define value_of(element) (element)
#define plain_of(value) (value)
#define IDENTITY T(0)
