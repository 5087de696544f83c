// A fit as bytes, in a frame (base/bytes.h): model; figures; coefficients; guarantee. What comes back is checked field
// by field, regardless of the checksum.
#include <cmath>
#include <cstring>

#include "base/bytes.h"
#include "base/error.h"
#include "base/text.h"
#include "solve/fit/fit.h"
#include "solve/fit/model_bytes.h"

namespace dpcvx::solve {

namespace {

constexpr Frame kFrame{"dpcvxfit", 6, "fit", "dpcvx_fit_save"};
constexpr int64_t kMaxOutputs = int64_t{1} << 16;
// No coefficient is beyond, and decision values of rows up to 1e50 are finite.
constexpr double kMaxCoefficient = 1e250;

dpcvx_status read_coefficients(ByteReader &bytes, Fit *fit, Error &error) {
  const uint64_t count = bytes.u64();
  bytes.require(count >= 1 && bytes.holds(count, sizeof(double)));
  if (bytes.failed()) return DPCVX_OK;  // what has been read may be out of its range
  if (fit->linear) bytes.require(count == static_cast<uint64_t>(fit->outputs * fit->rows.dimension()));
  if (bytes.failed()) return DPCVX_OK;
  if (!fit->coefficients.allocate(static_cast<size_t>(count))) return error.nomem("coefficients");
  for (double &coefficient : fit->coefficients) {
    coefficient = bytes.f64();
    bytes.require(std::fabs(coefficient) <= kMaxCoefficient);
  }
  return DPCVX_OK;
}

// The method's number, and its figures by its table.
void read_figures(ByteReader &bytes, const MethodTable &methods, Fit *fit) {
  fit->figures = Figures();
  fit->figures.method = bytes.i32();
  const size_t place = methods.find(fit->figures.method);
  if (!bytes.require(place < methods.count)) return;
  fit->method = &methods[place];
  fit->method->read_figures(bytes, &fit->figures);
}

void read_domain(ByteReader &bytes, model::DomainWords *domain) {
  const char *words = nullptr;
  size_t length = 0;
  *domain = model::DomainWords();
  if (bytes.text(sizeof(domain->text) - 1, &words, &length)) std::memcpy(domain->text, words, length);
}

dpcvx_status read_fields(ByteReader &bytes, const MethodTable &methods, Fit *fit, Error &error) {
  fit->linear = bytes.flag();
  fit->outputs = bytes.i64();
  fit->standard_error = bytes.f64();
  fit->label_middle = bytes.f64();
  fit->label_centre = bytes.f64();
  fit->outcome.code = bytes.i32();
  fit->outcome.steps = bytes.i64();
  bytes.require(fit->outputs >= 1 && fit->outputs <= kMaxOutputs);
  bytes.require(std::isfinite(fit->label_middle) && std::isfinite(fit->label_centre));
  bytes.require(fit->standard_error >= 0 && fit->standard_error < INFINITY && fit->outcome.steps >= 0);
  bytes.require(fit->outcome.code >= DPCVX_OUTCOME_DONE && fit->outcome.code <= DPCVX_OUTCOME_UNSTABLE);
  read_loss(bytes, &fit->loss);
  const int64_t outputs = fit->loss.kind == DPCVX_LOSS_MULTINOMIAL && fit->linear ? fit->loss.classes : 1;
  bytes.require(fit->outputs == outputs);
  DPCVX_TRY(read_rows(bytes, &fit->rows, error));
  read_domain(bytes, &fit->domain);
  read_figures(bytes, methods, fit);
  DPCVX_TRY(read_coefficients(bytes, fit, error));
  if (bytes.failed()) return DPCVX_OK;
  return fit->guarantee.read_bytes(bytes, error);
}

}  // namespace

void Fit::write_bytes(Text &out) const {
  Text body;
  ByteWriter bytes(body);
  bytes.flag(linear);
  bytes.i64(outputs);
  bytes.f64(standard_error);
  bytes.f64(label_middle);
  bytes.f64(label_centre);
  bytes.i32(outcome.code);
  bytes.i64(outcome.steps);
  write_loss(loss, bytes);
  write_rows(rows, bytes);
  bytes.text(domain.text);
  bytes.i32(figures.method);
  method->write_figures(figures, bytes);
  bytes.u64(coefficients.size());
  bytes.f64s(coefficients.data(), coefficients.size());
  guarantee.write_bytes(bytes);

  write_frame(kFrame, body, out);
}

dpcvx_status Fit::read_bytes(const void *bytes, size_t length, const MethodTable &methods, Error &error) {
  ByteReader reader(nullptr, 0);
  DPCVX_TRY(open_frame(kFrame, bytes, length, &reader, error));
  DPCVX_TRY(read_fields(reader, methods, this, error));
  return close_frame(kFrame, reader, error);
}

}  // namespace dpcvx::solve
