#include "store/commit_group.h"

#include <utility>

namespace whosaid::store {

CommitGroup::CommitGroup(const State& state, Timestamp now) : state_(state), now_(now) {
  transaction_.emplace(state_, now_);
}

void CommitGroup::add(CommitRequest& request) {
  Member member{&request, {}};
  if (enter(member)) {
    members_.push_back(std::move(member));
  } else if (!member.results.empty()) {
    start_over();
  }
}

bool CommitGroup::enter(Member& member) {
  CommitRequest& request = *member.request;
  member.results.clear();
  member.results.reserve(request.items.size());
  for (const Prepared& item : request.items) {
    auto result = transaction_->add(item);
    if (!result) {
      request.at_fault = member.results.size();
      request.answer = tl::unexpected(std::move(result.error()));
      return false;
    }
    if (!*result) {
      request.answer = std::nullopt;
      return false;
    }
    member.results.push_back(**std::move(result));
  }
  return true;
}

// Rare: nearly everything that can be refused is refused before it is queued.
void CommitGroup::start_over() {
  for (bool sound = false; !sound;) {
    transaction_.emplace(state_, now_);
    sound = true;
    for (auto member = members_.begin(); sound && member != members_.end();) {
      sound = enter(*member);
      member = sound ? member + 1 : members_.erase(member);
    }
  }
}

void CommitGroup::succeed() {
  for (Member& member : members_) member.request->answer = std::move(member.results);
}

void CommitGroup::fail(const Error& error) {
  for (const Member& member : members_) member.request->answer = tl::unexpected(error);
}

}  // namespace whosaid::store
