#pragma once
#include <functional>
#include <string>

namespace scanline::view {

/// A number as it is printed on a texel: decimal, with as many decimals as fit; empty where its whole part
/// does not fit either.
///
///     where five characters fit: 0.1f + 0.2f is "0.3", 123.456f is "123.5", 700000 is ""
std::string texel_label(float value, const std::function<bool(const std::string&)>& fits);

/// The shortest decimal that is this float again: for read-outs.
std::string value_text(float value);

/// In five digits: for the ends of scales.
std::string scale_text(float value);

} // namespace scanline::view
