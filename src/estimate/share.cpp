#include "estimate/share.h"

#include <cmath>

#include "base/buffer.h"
#include "base/error.h"

namespace dpcvx::estimate {

dpcvx_status share_of_price(const privacy::Curve &price, double share, privacy::Curve *out, Error &error) {
  using privacy::Kind;
  // Roots and products are rounded by less.
  constexpr double kDown = 1 - 0x1p-48;
  const double part = share * kDown;
  if (price.size() == 1 && price[0].count == 1) {
    const privacy::Event &event = price[0];
    switch (event.kind) {
      case Kind::kPure:
        return out->add(privacy::pure(event.a * part), error);
      case Kind::kApproximate:
        return out->add(privacy::approximate(event.a * part, event.b * part), error);
      case Kind::kZcdp:
        return out->add(privacy::zcdp(event.a * part), error);
      case Kind::kGdp:
        return out->add(privacy::gdp(event.a * std::sqrt(part)), error);
      case Kind::kGaussian:
        return out->add(privacy::gdp(std::sqrt(part) / event.a), error);
      case Kind::kRdp: {
        Buffer<double> epsilons;
        if (!epsilons.assign(price.numbers() + event.table + event.size, event.size))
          return error.nomem("a share of the price");
        for (double &epsilon : epsilons) epsilon *= part;
        return out->add_rdp(price.numbers() + event.table, epsilons.data(), event.size, 1, error);
      }
      default:
        break;
    }
  }
  char shown[160];
  price.describe(shown, sizeof(shown));
  return error.fail(DPCVX_ERR_UNSUPPORTED,
                    "argument 'price' = %s, of which parts of the release take shares; accepted: one pure, (epsilon, "
                    "delta), zCDP, RDP, GDP or Gaussian statement, or declared ranges and one round",
                    shown);
}

}  // namespace dpcvx::estimate
