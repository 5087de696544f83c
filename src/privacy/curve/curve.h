// What a dpcvx_curve holds: the events of a composition that was fixed beforehand. Every answer is an upper bound, the
// least that a theorem gives (PROOFS.md). Answers take no memory and change nothing.
#ifndef DPCVX_PRIVACY_CURVE_CURVE_H_
#define DPCVX_PRIVACY_CURVE_CURVE_H_

#include "base/buffer.h"
#include "base/status.h"
#include "privacy/curve/event.h"

namespace dpcvx::privacy {

class Curve {
 public:
  // Answers look at every part at every order: beyond these they would take seconds.
  static constexpr size_t kMaxEvents = 16384;
  static constexpr size_t kMaxOrders = 4096;
  static constexpr size_t kMaxMixed = 4096;
  static constexpr size_t kMaxLosses = 4096;

  Curve() = default;
  // Swaps: the curve that was moved from keeps what this one had.
  Curve(Curve &&other) noexcept { swap(other); }
  Curve &operator=(Curve &&other) noexcept {
    swap(other);
    return *this;
  }

  // Appends an event; equal events are counted together.
  dpcvx_status add(const Event &event, Error &error);
  // Appends `count` uses of a Renyi table; orders > 1 and increasing, epsilons >= 0.
  dpcvx_status add_rdp(const double *orders, const double *epsilons, size_t size, int64_t count, Error &error);
  // Appends `count` uses of a mixture of Gaussian privacy, settled first (mixture.h): some probability > 0, all finite,
  // mus >= 0 in any order.
  dpcvx_status add_gdp_mixture(const double *mus, const double *probabilities, size_t size, int64_t count, Error &error,
                               bool amplified = false);
  // Appends an event like this one, of kLosses, with a table: finite losses that increase, and their probabilities.
  dpcvx_status add_losses(const double *losses, const double *probabilities, size_t size, const Event &like,
                          Error &error);
  // Appends `count` uses of a mixture that is settled already.
  dpcvx_status add_settled(const Mixture &mixture, int64_t count, Error &error);
  // Appends `count` copies of another curve.
  dpcvx_status append(const Curve &part, int64_t count, Error &error);
  // Puts another event, without a table, in the place of the i-th.
  void replace(size_t i, const Event &event) { events_[i] = event; }
  // Becomes a copy of another curve.
  dpcvx_status assign(const Curve &other, Error &error);

  // Compute answers by closed forms and Renyi orders. tight.h has tighter answers, which take memory.
  double delta(double epsilon) const;
  double epsilon(double delta) const;
  double rdp(double order) const;
  // Returns the order at which the Renyi answer to epsilon(delta) is attained, 0 < delta < 1; infinite where there is
  // none.
  double rdp_order(double delta) const;
  // Returns the least over orders of D_order + log(1 / delta) / (order - 1) (Mironov 2017, Proposition 3), 0 < delta <
  // 1.
  double epsilon_mironov(double delta) const;
  double gdp_mu() const;
  double gdp_mu_squared() const;
  double zcdp_rho() const;

  // Return the sums of the pure epsilons (infinite where an event has none) and of the deltas of (epsilon, delta)
  // events. That is the basic composition of the parts as they were stated.
  double basic_epsilon() const;
  double basic_delta() const;

  // Returns whether any event is an (epsilon, delta) statement with delta > 0. Then gdp_mu, zcdp_rho and rdp are
  // infinite.
  bool has_delta() const;
  // Return the probability that one of the deltas' events happens, rounded up; the delta of the whole if `rest` is that
  // of the rest; and the delta that the whole leaves to the rest.
  double joint_delta() const;
  static double with_lost(double lost, double rest);
  static double beside_lost(double lost, double delta);

  // Returns whether the curve is one use of one (epsilon, delta) statement.
  bool is_pair() const { return size_ == 1 && events_[0].count == 1 && events_[0].kind == Kind::kApproximate; }

  size_t size() const { return size_; }
  const Event &operator[](size_t i) const { return events_[i]; }
  const double *numbers() const { return numbers_.data(); }

  // Writes members of an open JSON object: "events":[...].
  void write(JsonWriter &json) const;
  // Writes one line, "gdp(mu=0.5) x 10, pure(epsilon=1)", with ", ..." for the parts that would not fit. Parameters
  // have six digits and are rounded to their safe side, or if `exact` all digits.
  void describe(char *out, size_t capacity, bool exact = false) const;
  // Writes the i-th part of that line.
  void describe_part(size_t i, char *out, size_t capacity) const;

 private:
  void swap(Curve &other) noexcept;
  bool same(const Event &ours, const Event &event, const double *numbers) const;
  dpcvx_status add_equal(Event &ours, int64_t count, Error &error);
  // Appends an event of `size` entries with its table's two halves.
  dpcvx_status add_table(Event event, const double *first, const double *second, Error &error);
  dpcvx_status make_room(size_t events, size_t numbers, Error &error);

  Buffer<Event> events_;
  size_t size_ = 0;
  Buffer<double> numbers_;
  size_t numbers_size_ = 0;
};

}  // namespace dpcvx::privacy

#endif
