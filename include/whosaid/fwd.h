// Declares the classes and structs, for headers that only mention them. They stand in an inline
// namespace, which a declaration of one's own (namespace whosaid { class Database; }) would miss.

#ifndef WHOSAID_FWD_H_
#define WHOSAID_FWD_H_

#include "whosaid/version.h"

namespace whosaid {
inline namespace WHOSAID_ABI {

class Database;
class Embedder;
class HashingEmbedder;
class MemoryStore;
class OpenAIEmbedder;
class StaticTableEmbedder;

struct AddOptions;
struct AddResult;
struct AddSpeakerResult;
struct DuplicatePolicy;
struct EngramOptions;
struct EngramResult;
struct Error;
struct Explanation;
struct ForgetResult;
struct Hit;
struct Memory;
struct Near;
struct NewMemory;
struct OpenAIOptions;
struct OpenOptions;
struct Page;
struct PageCursor;
struct PageOptions;
struct Passage;
struct Recall;
struct RecallOptions;
struct SearchOptions;
struct SearchResult;
struct SpeakerInfo;
struct SpeakerList;
struct StaticTableOptions;
struct Stats;
struct SupersedeOptions;
struct SupersedeResult;
struct TimeRange;
struct Turn;
struct TurnOptions;
struct VerifyProblem;
struct VerifyReport;

}  // namespace WHOSAID_ABI
}  // namespace whosaid

#endif  // WHOSAID_FWD_H_
