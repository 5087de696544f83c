#include "model/domains/domain_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/text.h"

namespace dpcvx::model {

namespace {

ShownNumber shown(double value) { return show_short(value, 4); }

double norm_of_centre(const Domain &ball) {
  double norm = 0;
  for (int64_t j = 0; !ball.is_centred() && j < ball.dimension(); ++j) norm = std::hypot(norm, ball.centre(j));
  return norm;
}

}  // namespace

ShownNumber show_order(double p) {
  const ShownNumber short_one = show_short(p, 6);
  for (const double named : {1.0, 2.0})
    if (p != named && std::strcmp(short_one.text, show(named).text) == 0) return show(p);
  return short_one;
}

DomainWords describe(const Domain &domain) {
  DomainWords words;
  const auto say = [&](const char *format, auto... parts) {
    std::snprintf(words.text, sizeof(words.text), format, parts...);
  };
  const ShownNumber size = shown(domain.size()), p = show_order(domain.p());
  if (domain.kind() == Domain::kBall) {
    const double centre = norm_of_centre(domain);
    say("ball of radius %s about %s%s, l%s norm", size.text, centre > 0 ? "a point of l2 norm " : "0",
        centre > 0 ? shown(centre).text : "", p.text);
  } else if (domain.kind() == Domain::kBox) {
    double least = INFINITY, greatest = 0;
    for (int64_t j = 0; j < domain.dimension(); ++j) {
      const double side = domain.high(j) - domain.low(j);
      least = std::min(least, side);
      greatest = std::max(greatest, side);
    }
    // Ends beyond kMax moved there.
    if (greatest >= Domain::kMax) greatest = INFINITY;
    if (least >= Domain::kMax) least = INFINITY;
    const ShownNumber shortest = shown(least), longest = shown(greatest);
    const bool alike = std::strcmp(shortest.text, longest.text) == 0;
    say("box with sides of %s%s%s", shortest.text, alike ? "" : " to ", alike ? "" : longest.text);
  } else if (domain.kind() == Domain::kSimplex) {
    say("simplex of total %s", size.text);
  } else if (domain.kind() == Domain::kSchatten) {
    say("ball of radius %s about 0, Schatten-%s norm of %s x %s matrices", size.text, p.text, show(domain.rows()).text,
        show(domain.columns()).text);
  } else {
    say("%s", "all of R^d");
  }
  return words;
}

}  // namespace dpcvx::model
