// Adds the rows of an Arrow stream to the sum of a part: block by block, users whole, all of them or none.
#ifndef DPCVX_SOLVE_DISTRIBUTED_STREAM_SUM_H_
#define DPCVX_SOLVE_DISTRIBUTED_STREAM_SUM_H_

#include "data/arrow_batch.h"
#include "solve/distributed/block_sum.h"

namespace dpcvx::solve {

// Takes a stream over: it is released in the end.
class TakenStream {
 public:
  explicit TakenStream(ArrowArrayStream *stream) : stream_(stream) {}
  ~TakenStream() {
    if (is_there()) stream_->release(stream_);
  }
  TakenStream(const TakenStream &) = delete;
  TakenStream &operator=(const TakenStream &) = delete;

  bool is_there() const { return stream_ != nullptr && stream_->release != nullptr; }
  // `number` is that of the next batch, for messages.
  dpcvx_status read_schema(data::Released<ArrowSchema> *out, Error &error);
  // Behind the last batch none is there.
  dpcvx_status read_batch(int64_t number, data::Released<ArrowArray> *out, Error &error);

 private:
  dpcvx_status failed(int code, const char *what, Error &error);

  ArrowArrayStream *stream_;
};

// Adds all rows of the stream. After a failure the sum is as it was.
dpcvx_status add_stream(PartialSum &sum, TakenStream &stream, const data::ArrowNames &names,
                        const AddingOptions &options, Error &error);

}  // namespace dpcvx::solve

#endif
