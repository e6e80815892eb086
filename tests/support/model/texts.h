// The small world that random tests of the contract speak of: sentences whose cosines are known,
// names with their normalized forms, and arguments that break a rule.

#ifndef WHOSAID_TESTS_SUPPORT_MODEL_TEXTS_H_
#define WHOSAID_TESTS_SUPPORT_MODEL_TEXTS_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whosaid/whosaid.h"

namespace whosaid::test::model {

// Each sentence holds one number. Those from kFirst to kLast lie on a circle, 15 degrees apart;
// those from kUnembedded on have no vector, and at those from kBroken on the embedder fails.
inline constexpr int kFirst = 100;
inline constexpr int kLast = 123;
inline constexpr int kUnembedded = 200;
inline constexpr int kBroken = 300;

// `form`: other words for the same number, which mean the same.
std::string sentence(int number, int form);
// The numbers of a text made of such sentences: one for each chunk.
std::vector<int> numbers_in(std::string_view text);

// Embedders, from 0 on, that put the numbers into another order around the circle.
std::shared_ptr<Embedder> embedder(int which);
inline constexpr int kEmbedders = 3;
double threshold_of(int which);
bool breaks_embedder(std::string_view text);
// None where one of the two has no vector.
std::optional<double> cosine(int which, int a, int b);

// The normalized form; none for a name that is refused.
std::optional<std::string> normalized(const std::string& name);
std::vector<std::string> sound_names();
std::vector<std::string> refused_names();
// Whether two normalized names look alike.
bool look_alike(const std::string& a, const std::string& b);

// Blank, or not UTF-8.
bool says_nothing(std::string_view text);
std::vector<std::string> refused_texts();
// What a category, a conversation or a key of metadata may not be.
bool breaks_label_rule(std::string_view label);
std::vector<std::string> refused_labels();
bool breaks_store_rule(std::string_view id);
std::vector<std::string> refused_stores();
bool breaks_key_rule(std::string_view idempotency_key);
std::vector<std::string> refused_keys();

}  // namespace whosaid::test::model

#endif  // WHOSAID_TESTS_SUPPORT_MODEL_TEXTS_H_
