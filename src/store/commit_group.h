// CommitGroup: requests that are committed together, each of which sees those before it as if they
// had been committed one after another.

#ifndef WHOSAID_STORE_COMMIT_GROUP_H_
#define WHOSAID_STORE_COMMIT_GROUP_H_

#include <optional>
#include <vector>

#include "store/add_transaction.h"
#include "store/commit_queue.h"
#include "store/state.h"

namespace whosaid::store {

// As AddTransaction: used by one thread, over a state that does not change meanwhile.
class CommitGroup {
 public:
  CommitGroup(const State& state, Timestamp now);

  // What cannot be stored gets its answer at once and leaves nothing in the group.
  void add(CommitRequest& request);

  // What to commit, and then to publish.
  [[nodiscard]] AddTransaction& transaction() { return *transaction_; }

  // The answers of all others, once the transaction has been committed, or has not been.
  void succeed();
  void fail(const Error& error);

 private:
  struct Member {
    CommitRequest* request;
    std::vector<AddResult> results;
  };

  // False: it has been answered, and items before the one at fault are in the transaction.
  [[nodiscard]] bool enter(Member& member);
  void start_over();

  const State& state_;
  const Timestamp now_;
  std::optional<AddTransaction> transaction_;
  std::vector<Member> members_;
};

}  // namespace whosaid::store

#endif  // WHOSAID_STORE_COMMIT_GROUP_H_
