#include "whosaid/embedder.h"

#include <utility>

namespace whosaid {
inline namespace WHOSAID_ABI {
namespace {

class FunctionEmbedder final : public Embedder {
 public:
  FunctionEmbedder(std::string id, std::size_t dimensions, double duplicate_threshold,
                   EmbedFunction embed)
      : id_(std::move(id)),
        dimensions_(dimensions),
        duplicate_threshold_(duplicate_threshold),
        embed_(std::move(embed)) {}

  [[nodiscard]] std::size_t dimensions() const override { return dimensions_; }
  [[nodiscard]] std::string id() const override { return id_; }
  [[nodiscard]] double duplicate_threshold() const override { return duplicate_threshold_; }

  [[nodiscard]] Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts, Purpose purpose) override {
    if (!embed_) {
      return tl::unexpected(
          Error{.code = ErrorCode::embedder_failed, .message = "the embedder holds no function"});
    }
    return embed_(texts, purpose);
  }

 private:
  const std::string id_;
  const std::size_t dimensions_;
  const double duplicate_threshold_;
  const EmbedFunction embed_;
};

}  // namespace

Embedder::~Embedder() = default;

std::shared_ptr<Embedder> from_function(std::string id, std::size_t dimensions,
                                        double duplicate_threshold, EmbedFunction embed) {
  return std::make_shared<FunctionEmbedder>(std::move(id), dimensions, duplicate_threshold,
                                            std::move(embed));
}

}  // namespace WHOSAID_ABI
}  // namespace whosaid
