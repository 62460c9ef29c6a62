#include "field.h"
#include "masks.h"
#include "shapes.h"

#include <array>

/// A right hand, palm to the viewer, fingers spread: the slice of a solid hand by the plane z = 0, with the
/// lines of palm and fingers cut out. All lengths in millimetres of an adult hand; the origin is the middle
/// of the wrist.
namespace scanline::masks {
namespace {

/// A finger from its knuckle to its tip: the joints and the radius at each.
struct Finger {
    std::array<Vec3, 4> joints;
    std::array<double, 4> radii;
};

constexpr std::array<Finger, 5> fingers = {{
    {{{{20, 22}, {44.5, 50}, {65, 79}, {79, 104}}}, {15, 10.2, 8.2, 6.7}}, // thumb
    {{{{22.5, 87}, {33, 131}, {38.5, 156}, {42, 178}}}, {9.6, 7.7, 6.8, 6.0}},
    {{{{4, 91}, {6.5, 141}, {7.5, 170}, {7.5, 194}}}, {9.6, 7.9, 7.0, 6.2}},
    {{{{-14.5, 88}, {-22.5, 133}, {-27, 160}, {-29.5, 183}}}, {9.2, 7.5, 6.6, 5.8}},
    {{{{-29, 78}, {-44.5, 111}, {-52.5, 130}, {-58, 148}}}, {8.8, 6.8, 5.9, 5.2}},
}};

/// The skin between the fingers' roots, thumb first.
constexpr std::array<Limb, 4> webs = {{{{36, 48}, {25, 80}, 8, 9},
                                       {{24, 91}, {4, 97}, 7, 7},
                                       {{4, 97}, {-15, 93}, 7, 7},
                                       {{-15, 93}, {-30, 82}, 7, 7}}};

constexpr auto heart_line = curve({-38, 63}, {-24, 61}, {2, 69}, {10, 91});
constexpr auto head_line = curve({32, 72}, {18, 71}, {-4, 57}, {-25, 44});
constexpr auto life_line = curve({31, 69}, {13, 65}, {-3, 36}, {4, 9});
constexpr std::array<Stroke, 3> palm_lines = {{{heart_line, 1.4}, {head_line, 1.3}, {life_line, 1.5}}};

constexpr double wrist_cut = -27;

class Hand {
public:
    double distance(Vec3 p) const;
    /// Positive inside the hand and off its lines.
    double tone(Vec3 p) const;

private:
    double palm(Vec3 p) const;

    Ellipsoid thumb_ball_{{24, 38, 6}, {18, 32, 15}, -34};
    Ellipsoid outer_ball_{{-25, 38, 4}, {15, 38, 14}, 9};
    Ellipsoid middle_{{-2, 52, 0}, {32, 47.5, 14}};
};

double finger_distance(const Finger& finger, Vec3 p) {
    double d = 1e9;
    for (std::size_t bone = 0; bone < 3; ++bone) {
        const Limb limb = {finger.joints[bone], finger.joints[bone + 1], finger.radii[bone],
                           finger.radii[bone + 1]};
        d = bone == 0 ? masks::distance(limb, p) : blend(d, masks::distance(limb, p), 1.5);
    }
    return d;
}

double Hand::palm(Vec3 p) const {
    double d = middle_.distance(p);
    d = blend(d, masks::distance(Limb{{-12, 2, 0}, {-29, 78, 0}, 13.5, 10}, p), 8);
    d = blend(d, masks::distance(Limb{{12, 2, 0}, {24, 86, 0}, 13.5, 10.5}, p), 8);
    const double forearm = blend(masks::distance(Limb{{-11, 6, 0}, {-15, -80, 0}, 13, 17}, p),
                                 masks::distance(Limb{{11, 6, 0}, {15, -80, 0}, 13, 17}, p), 14);
    d = blend(d, forearm, 24);
    for (const Limb& web : webs)
        d = blend(d, masks::distance(web, p), 10);
    d = blend(d, thumb_ball_.distance(p), 10);
    return blend(d, outer_ball_.distance(p), 10);
}

double Hand::distance(Vec3 p) const {
    double d = palm(p);
    for (const Finger& finger : fingers)
        d = blend(d, finger_distance(finger, p), 9);
    return d;
}

/// How far inside the short creases across the finger's two outer joints p lies.
double joint_crease(const Finger& finger, Vec3 p) {
    double depth = -1e9;
    for (std::size_t joint = 1; joint < 3; ++joint) {
        const Vec3 at = finger.joints[joint];
        const Vec3 bone = unit(finger.joints[joint + 1] - finger.joints[joint - 1]);
        const Vec3 across = Vec3{bone.y, -bone.x, 0} * (finger.radii[joint] * 0.62);
        const auto line = curve(at - across, at - across * 0.4 - bone, at + across * 0.4 - bone, at + across);
        depth = std::max(depth, depth_in(Stroke{line, 0.75}, p));
    }
    return depth;
}

double Hand::tone(Vec3 p) const {
    const double d = distance(p);
    if (d > 0)
        return -d;
    double crease = -1e9;
    for (const Stroke& line : palm_lines)
        crease = std::max(crease, depth_in(line, p));
    for (const Finger& finger : fingers)
        crease = std::max(crease, joint_crease(finger, p));
    const double sleeve = wrist_cut - p.y;
    return -std::max({d, crease, sleeve});
}

} // namespace

data::Image make_hand() {
    // At this scale the number of valid pixels is reached where the tone is nearly 0: at the modelled
    // outline.
    constexpr double pixels_per_millimetre = 3.73;
    constexpr Vec3 middle = {8, 84, 0};
    const Hand hand;
    Field tone(mask_size);
    for (int y = 0; y < mask_size; ++y) {
        for (int x = 0; x < mask_size; ++x) {
            const Vec3 from_middle = {x + 0.5 - mask_size / 2, mask_size / 2 - y - 0.5, 0};
            tone.at(x, y) = static_cast<float>(hand.tone(middle + from_middle * (1 / pixels_per_millimetre)));
        }
    }
    return highest(tone, hand_valid);
}

} // namespace scanline::masks
