#include "privacy/pld/shuffled_law.h"

#include <algorithm>
#include <cmath>

#include "privacy/pld/half_law.h"

namespace dpcvx::privacy {

using numeric::Twofold;

namespace {

// Numbers of hidden reports that are taken together differ by at most this share.
constexpr double kClones = 5e-4, kCells = 2e-3, kOthers = 2e-3;
constexpr double kFewUsers = 500;  // of whom no numbers are taken together

// e^epsilon0 with so many bits that sums with small whole numbers are exact; rounded up, or down.
double with_bits(double ratio, int bits, bool up) {
  int exponent;
  const double share = std::ldexp(std::frexp(ratio, &exponent), bits);
  return std::ldexp(up ? std::ceil(share) : std::floor(share), exponent - bits);
}

// A binomial law of `tries`, with the probability of success over that of failure as a ratio odds / against, from a
// place on in one direction, as multiples of the probability of that place.
class Binomial {
 public:
  Binomial(double tries, double odds, double against, double start, bool upwards)
      : tries_(tries), odds_(odds), against_(against), at_(start), upwards_(upwards), weight_(1) {}

  double at() const { return at_; }
  double weight() const { return weight_.value(); }
  // Returns whether there is a next place.
  bool more() const { return upwards_ ? at_ < tries_ : at_ > 0; }
  void next() {
    if (upwards_)
      weight_.times(tries_ - at_, odds_, at_ + 1, against_), ++at_;
    else
      weight_.times(at_, against_, tries_ - at_ + 1, odds_), --at_;
  }
  // Bounds what lies beyond this place, which is on the far side of the mode.
  double beyond() const {
    if (!more()) return 0;
    const double ratio =
        upwards_ ? (tries_ - at_) * odds_ / ((at_ + 1) * against_) : at_ * against_ / ((tries_ - at_ + 1) * odds_);
    return ratio < 1 ? weight() * ratio / (1 - ratio) * (1 + 0x1p-30) : INFINITY;
  }
  static double mode(double tries, double odds, double against) {
    return std::min(tries, std::floor((tries + 1) * (odds / (odds + against))));
  }

 private:
  double tries_, odds_, against_, at_;
  bool upwards_;
  RatioProduct weight_;
};

// Goes through a binomial law in groups of neighbouring places: group(low, high, weight), weight being the sum of
// weigh(k) times that of each place k. Returns a bound on the weight of what is left out. A group's places differ by at
// most a share of themselves.
template <class Weigh, class Group>
double in_groups(double tries, double odds, double against, double share, const Weigh &weigh, const Group &group) {
  const double mode = Binomial::mode(tries, odds, against);
  double left_out = 0;
  for (bool upwards : {true, false}) {
    Binomial law(tries, odds, against, mode, upwards);
    bool within = upwards || law.more();
    if (!upwards && within) law.next();
    while (within) {
      const double first = law.at();
      const double width = std::max(1.0, std::floor(share * first));
      Twofold sum;
      double last = first;
      for (double i = 0; i < width && within; ++i) {
        last = law.at();
        sum = numeric::add(sum, Twofold{law.weight() * weigh(last), 0});
        within = law.more() && law.weight() >= HalfLaw::kNegligible;
        if (within) law.next();
      }
      group(std::min(first, last), std::max(first, last), sum.high);
    }
    left_out += law.beyond();
  }
  return left_out;
}

}  // namespace

// Losses log((1 + T r) / (1 - T r)), T = tanh(epsilon0 / 2), of a law of r.
void ShuffledLaw::take(HalfLaw &law, double ratio, bool cells) {
  law.finish();
  const double tangent = (ratio - 1) / (ratio + 1) * (cells ? 1 - 0x1p-40 : 1), lost = 2 / (ratio + 1);
  const auto add = [&](size_t i, bool negative) {
    const double r = law.place(i), mass = law.mass(i);
    if (!(mass > 0)) return;
    const double greater = 1 + tangent * r, smaller = (1 - r) + r * (cells ? 1 - tangent : lost);
    const double loss = std::log1p(2 * tangent * r / smaller);
    if (negative)
      put(-loss, mass * smaller, mass * greater);
    else
      put(loss, mass * greater, mass * smaller);
  };
  for (size_t i = HalfLaw::kPlaces + 1; i-- > 1;) add(i, true);
  if (cells && law.place(0) > 0)
    add(0, true), add(0, false);
  else if (law.mass(0) > 0)
    put(0, 2 * law.mass(0), 2 * law.mass(0));
  for (size_t i = 1; i <= HalfLaw::kPlaces; ++i) add(i, false);
}

// Of any randomizer: n - 1 others, each of whom looks like one of the first user's two inputs with probability
// 2 / (ratio + 1).
bool ShuffledLaw::hidden_among_clones(double ratio, double users) {
  HalfLaw law;
  const double others = users - 1, odds = 2, against = ratio - 1;
  if (!law.allocate(1 / std::sqrt(1 + Binomial::mode(others, odds, against)), false)) return false;
  const auto add = [&](double low, double, double weight) {
    const Scale scale{1 / (low + 1), 1};
    law.add(low + 1, weight, &scale, 1);
  };
  law.add_ends(in_groups(
      others, odds, against, kClones, [](double) { return 1.0; }, add));
  take(law, ratio, false);
  return true;
}

namespace {

// How many reports of other categories there are: a binomial law on some places. What lies between two of them moves to
// both, and keeps its mean.
class OtherReports {
 public:
  static constexpr size_t kMost = 32;

  // `tries` may be rounded down.
  void prepare(double tries, double odds, double against) {
    const double kept = with_bits(tries, 12, false);
    if (size_ > 0 && kept == tries_) return;
    tries_ = kept;
    choose_places(odds / (odds + against));
    Twofold whole;
    for (bool upwards : {true, false}) {
      Binomial law(kept, odds, against, Binomial::mode(kept, odds, against), upwards);
      bool within = upwards || law.more();
      if (!upwards && within) law.next();
      for (size_t i = 0; within;) {
        while (i + 1 < size_ && places_[i + 1] <= law.at()) ++i;
        while (i > 0 && places_[i] > law.at()) --i;
        const double share = i + 1 < size_ ? (law.at() - places_[i]) / (places_[i + 1] - places_[i]) : 0;
        put(i, law.weight() * (1 - share));
        put(i + 1, law.weight() * share);
        whole = numeric::add(whole, Twofold{law.weight(), 0});
        within = law.more() && law.weight() >= HalfLaw::kNegligible;
        if (within) law.next();
      }
      put(0, law.beyond());  // the fewer the worse
    }
    for (size_t i = 0; i < size_; ++i) shares_[i] = sums_[i].high / whole.high;
  }

  // Computes by what a number of signs, up to `own` of them, is multiplied: gamma / signs with
  // gamma = (ratio + 1) own / ((ratio + 1) own + 2 (others + more)).
  size_t scales(double ratio, double signs, double own, double more, Scale *out) const {
    const double weight = (ratio + 1) * own;
    for (size_t i = 0; i < size_; ++i)
      out[i] = {weight / (weight + 2 * (places_[i] + more)) / signs * (1 + 0x1p-50), shares_[i]};
    return size_;
  }

 private:
  void choose_places(double success) {
    constexpr double kDeviations[] = {-37, -24, -16, -11, -8, -6, -4.5, -3, -1.5, 0, 1.5, 3, 4.5, 6, 8, 11, 16, 24, 37};
    const double mean = tries_ * success, deviation = std::sqrt(mean * (1 - success)) + 1;
    size_ = 0;
    const auto add = [&](double place) {
      const double kept = std::max(0.0, std::min(std::floor(place), tries_));
      if (size_ > 0 && kept <= places_[size_ - 1]) return;
      sums_[size_] = Twofold{0, 0};
      places_[size_++] = kept;
    };
    add(0);
    for (double z : kDeviations) add(mean + z * deviation);
    add(tries_);
  }
  void put(size_t i, double mass) {
    if (i < size_) sums_[i] = numeric::add(sums_[i], Twofold{mass, 0});
  }

  double tries_ = 0;
  size_t size_ = 0;
  double places_[kMost], shares_[kMost];
  Twofold sums_[kMost];
};

}  // namespace

// Of randomized response among three categories or more: each other user gives a uniform answer with probability
// categories / (ratio + categories - 1), else one that may be known. Uniform answers of the first user's two categories
// are signs. Those of other categories hide too.
bool ShuffledLaw::hidden_among_others(double ratio, double users, double categories) {
  HalfLaw law;
  const double odds = 2, against = ratio + categories - 3, sign = odds / (odds + against);
  const double typical = 1 + Binomial::mode(users, odds, against);
  const double all = typical + 2 * (users - typical) * (categories - 2) / (against * (ratio + 1));
  if (!law.allocate(std::sqrt(typical) / std::max(typical, all), false)) return false;
  // The first user's report is a sign with probability `own`. Of k signs these are the weights with it among them, and
  // apart from them, where there is one report more of other categories.
  const double own = (ratio + 1) / (ratio + categories - 1);
  const auto among = [=](double k) { return own * (k / (users * sign)); };
  const auto apart = [=](double k) { return (1 - own) * ((users - k) / (users * (1 - sign))); };
  const auto weigh = [=](double k) { return among(k) + apart(k); };
  OtherReports others;
  const auto add = [&](double low, double high, double weight) {
    if (low == 0) return law.add_middle(weight);  // `high` is 0 too
    Scale scales[2 * OtherReports::kMost];
    others.prepare(users - high, categories - 2, ratio - 1);
    size_t size = others.scales(ratio, low, high, 0, scales);
    if (users <= kFewUsers && users > high) {  // then low is high
      const double share = among(low) / weigh(low);
      for (size_t i = 0; i < size; ++i) scales[i].share *= share;
      others.prepare(users - high - 1, categories - 2, ratio - 1);
      const size_t more = others.scales(ratio, low, high, 1, scales + size);
      for (size_t i = size; i < size + more; ++i) scales[i].share *= 1 - share;
      size += more;
    }
    law.add(low, weight, scales, size);
  };
  law.add_ends(in_groups(users, odds, against, kOthers, weigh, add) * (ratio + 2));
  take(law, ratio, false);
  return true;
}

// Attained by randomized response among three categories or more: all others have a third one, and the answers beyond
// the first user's two categories are not told apart. A group of numbers of signs counts as its greatest.
bool ShuffledLaw::response(double ratio, double users, double categories) {
  HalfLaw law;
  const double odds = 2, against = ratio + categories - 3;
  const double worth = 2 * (categories - 2) / ((ratio + 1) * against);
  const auto weigh = [=](double k) { return k + worth * (users - k); };
  const double typical = 1 + Binomial::mode(users, odds, against);
  if (!law.allocate(std::sqrt(typical) / std::max(typical, weigh(typical)), true)) return false;
  const auto add = [&](double low, double high, double weight) {
    if (low == 0) return law.add_middle(weight);
    const Scale scale{low / high / weigh(low), 1};
    law.add(high, weight, &scale, 1);
  };
  in_groups(users, odds, against, kCells, weigh, add);
  take(law, ratio, true);
  return true;
}

// Attained by binary randomized response where all others have the same answer. Numbers of the other answer are told
// in cells.
void ShuffledLaw::binary_response(double ratio, double users) {
  constexpr double kCellsOfDeviation = 50, kReach = 37;
  const double mode = Binomial::mode(users, 1, ratio), deviation = std::sqrt(users * ratio) / (ratio + 1) + 1;
  const double width = std::ceil(deviation / kCellsOfDeviation);
  const double low = std::max(0.0, mode - std::floor(kReach * deviation));
  const double high = std::min(users, mode + std::floor(kReach * deviation));
  size_ = static_cast<size_t>(std::floor((high - low) / width)) + 1;
  for (size_t i = 0; i < size_; ++i) outcomes_[i] = {0, 0, 0};
  const auto quotient = [=](double k) { return (k * ratio + (users - k) / ratio) / users; };
  Twofold whole;
  for (bool upwards : {true, false}) {
    Binomial law(users, 1, ratio, mode, upwards);
    bool within = upwards || mode > low;
    if (!upwards && within) law.next();
    while (within) {
      Outcome &cell = outcomes_[static_cast<size_t>(std::floor((law.at() - low) / width))];
      Twofold first, second;
      const double begin = std::floor((law.at() - low) / width);
      while (within && std::floor((law.at() - low) / width) == begin) {
        first = numeric::add(first, Twofold{law.weight() * quotient(law.at()), 0});
        second = numeric::add(second, Twofold{law.weight(), 0});
        within = upwards ? law.at() < high : law.at() > low;
        if (within) law.next();
      }
      cell.first += first.high;
      cell.second += second.high;
      whole = numeric::add(whole, second);
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < size_; ++i) {
    const Outcome cell{std::log(outcomes_[i].first / outcomes_[i].second), outcomes_[i].first / whole.high,
                       outcomes_[i].second / whole.high};
    if (cell.second > 0 && (kept == 0 || cell.loss > outcomes_[kept - 1].loss)) outcomes_[kept++] = cell;
  }
  size_ = kept;
  symmetric_ = false;
}

bool ShuffledLaw::build(const Event &event, bool attained) {
  constexpr int kManyBits = 48, kFewBits = 32;  // few where the number of categories is added
  size_ = 0;
  symmetric_ = true;
  const double local = event_pure(event), users = std::min(event.users, kMostUsers);
  const bool response_of_many = event.kind == Kind::kShuffledResponse && event.b > 2 && event.b <= kMaxCategories;
  if (!outcomes_.allocate(kMost)) return false;
  if (!(local >= kMinLocal && local <= kMaxLocal)) {
    if (attained || !(local <= kMaxAlone) || !(local > 0)) return true;
    put(-local, 1 / (1 + std::exp(local)), 1 / (1 + std::exp(-local)));
    put(local, 1 / (1 + std::exp(-local)), 1 / (1 + std::exp(local)));
    return true;
  }
  if (attained) {
    if (event.users > kMostUsers) return true;  // the laws of fewer users lose more
    const double ratio = with_bits(std::exp(local) * (1 - 0x1p-40), kFewBits, false);
    if (!(ratio > 1)) return true;
    if (response_of_many) return response(ratio, users, event.b);
    if (event.kind == Kind::kShuffled && ratio > 2) return response(ratio, users, 3);
    if (event.kind == Kind::kShuffled || event.b == 2) binary_response(ratio, users);
    return true;
  }
  const double ratio = std::exp(local) * (1 + 0x1p-48);
  return response_of_many ? hidden_among_others(with_bits(ratio, kFewBits, true), users, event.b)
                          : hidden_among_clones(with_bits(ratio, kManyBits, true), users);
}

}  // namespace dpcvx::privacy
