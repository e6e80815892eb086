#include <algorithm>
#include <cmath>
#include <sstream>

#include "curve.h"

namespace whosaid::bench {
namespace {

constexpr double kLeft = 70;
constexpr double kTop = 20;
constexpr double kWidth = 560;
constexpr double kHeight = 320;

// Whole powers of ten around the values.
struct Axis {
  Axis(double least, double most)
      : from(std::floor(std::log10(least))), to(std::max(std::ceil(std::log10(most)), from + 1)) {}
  [[nodiscard]] double part(double value) const { return (std::log10(value) - from) / (to - from); }
  double from;
  double to;
};

class Picture {
 public:
  Picture(Axis x, Axis y) : x_(x), y_(y) {
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 400\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"660\" height=\"400\" fill=\"white\"/>\n";
    for (double e = x.from; e <= x.to; ++e) {
      const double value = std::pow(10, e);
      line(value, std::pow(10, y.from), value, std::pow(10, y.to));
      text(across(value), kTop + kHeight + 18, "middle", figure(value, 0));
    }
    for (double e = y.from; e <= y.to; ++e) {
      const double value = std::pow(10, e);
      line(std::pow(10, x.from), value, std::pow(10, x.to), value);
      text(kLeft - 6, down(value) + 4, "end", figure(value, value < 1 ? 1 : 0) + " us");
    }
    text(kLeft + kWidth / 2, kTop + kHeight + 40, "middle", "chunks in the store");
  }

  void curve(const std::vector<CurvePoint>& points, double CurvePoint::*value, const char* colour,
             const char* name) {
    out_ << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << colour << "\" points=\"";
    for (const CurvePoint& p : points) {
      out_ << across(static_cast<double>(p.size)) << ',' << down(p.*value * 1e6) << ' ';
    }
    out_ << "\"/>\n<rect x=\"" << kLeft + 12 << "\" y=\"" << kTop + 12 + 20 * named_
         << "\" width=\"14\" height=\"4\" fill=\"" << colour << "\"/>\n";
    text(kLeft + 32, kTop + 18 + 20 * named_, "start", name);
    ++named_;
  }

  [[nodiscard]] std::string finish() {
    out_ << "</svg>\n";
    return out_.str();
  }

 private:
  [[nodiscard]] double across(double value) const { return kLeft + kWidth * x_.part(value); }
  [[nodiscard]] double down(double value) const { return kTop + kHeight * (1 - y_.part(value)); }
  void line(double x1, double y1, double x2, double y2) {
    out_ << "<line stroke=\"#ddd\" x1=\"" << across(x1) << "\" y1=\"" << down(y1) << "\" x2=\""
         << across(x2) << "\" y2=\"" << down(y2) << "\"/>\n";
  }
  void text(double x, double y, const char* anchor, const std::string& words) {
    out_ << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\">" << words
         << "</text>\n";
  }

  Axis x_;
  Axis y_;
  std::ostringstream out_;
  int named_ = 0;
};

}  // namespace

std::string svg_of(const std::vector<CurvePoint>& points) {
  double least = points.front().ours;
  double most = least;
  for (const CurvePoint& p : points) {
    least = std::min({least, p.ours, p.peer});
    most = std::max({most, p.ours, p.peer});
  }
  Picture picture(
      Axis(static_cast<double>(points.front().size), static_cast<double>(points.back().size)),
      Axis(least * 1e6, most * 1e6));
  picture.curve(points, &CurvePoint::ours, "#c0392b", "whosaid, texts and records included");
  picture.curve(points, &CurvePoint::peer, "#2c3e50", "hnswlib alone, at recall .97");
  return picture.finish();
}

}  // namespace whosaid::bench
