#include "openai/http.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "whosaid/detail/mutex.h"
#include "whosaid/version.h"

#if LIBCURL_VERSION_NUM < 0x075500
#error "libcurl 7.85 or newer is needed"
#endif

namespace whosaid::openai {
namespace {

struct CloseHandle {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Handle = std::unique_ptr<CURL, CloseHandle>;
using List = std::unique_ptr<curl_slist, FreeList>;

HttpFailure out_of_memory() { return {.message = "libcurl is out of memory", .temporary = false}; }

List list_of(const std::vector<std::string>& lines) {
  List list;
  for (const std::string& line : lines) {
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    if (longer == nullptr) return nullptr;
    static_cast<void>(list.release());  // it is a part of `longer`
    list.reset(longer);
  }
  return list;
}

struct Received {
  std::string bytes;
  std::size_t longest = 0;
  bool too_long = false;
};

// libcurl breaks off when less is taken than was offered.
std::size_t receive(const char* bytes, std::size_t /*one*/, std::size_t size, void* into) {
  auto& received = *static_cast<Received*>(into);
  if (size > received.longest - received.bytes.size()) {
    received.too_long = true;
    return 0;
  }
  received.bytes.append(bytes, size);
  return size;
}

bool may_pass(CURLcode code) {
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return true;
    default:
      return false;
  }
}

long in_milliseconds(std::chrono::milliseconds time) {
  using Count = std::chrono::milliseconds::rep;
  return static_cast<long>(std::min<Count>(time.count(), std::numeric_limits<int>::max()));
}

std::chrono::milliseconds retry_after(CURL* handle) {
  constexpr curl_off_t kDay = 86'400;
  curl_off_t seconds = 0;
  if (curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) != CURLE_OK) return {};
  return std::chrono::seconds(std::clamp<curl_off_t>(seconds, 0, kDay));
}

// Sets options until one is refused.
class Setter {
 public:
  explicit Setter(CURL* handle) : handle_(handle) {}

  template <typename T>
  void operator()(CURLoption option, T value) {
    if (code_ == CURLE_OK) code_ = curl_easy_setopt(handle_, option, value);
  }
  [[nodiscard]] CURLcode code() const { return code_; }

 private:
  CURL* handle_;
  CURLcode code_ = CURLE_OK;
};

}  // namespace

// Handles that nobody uses at the moment, each with its connection.
class HttpClient::Handles {
 public:
  Handle take() {
    const detail::MutexLock lock(mutex_);
    if (idle_.empty()) return Handle(curl_easy_init());
    Handle handle = std::move(idle_.back());
    idle_.pop_back();
    return handle;
  }

  void give_back(Handle handle) {
    constexpr std::size_t kMostIdle = 16;
    curl_easy_reset(handle.get());
    const detail::MutexLock lock(mutex_);
    if (idle_.size() < kMostIdle) idle_.push_back(std::move(handle));
  }

 private:
  detail::Mutex mutex_;
  std::vector<Handle> idle_ WHOSAID_GUARDED_BY(mutex_);
};

bool http_is_ready() {
  static const bool ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return ready;
}

std::string fault_of_address(const std::string& url) {
  const std::unique_ptr<CURLU, FreeUrl> parsed(curl_url());
  if (parsed == nullptr) return "can't be read: libcurl is out of memory";
  if (curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
    return "is no address of a server";
  }
  const auto has = [&](CURLUPart part) {
    char* text = nullptr;
    const bool found = curl_url_get(parsed.get(), part, &text, 0) == CURLUE_OK;
    curl_free(text);
    return found;
  };
  if (has(CURLUPART_USER) || has(CURLUPART_PASSWORD) || has(CURLUPART_OPTIONS)) {
    return "has a user or a password";
  }
  // An empty query or fragment, too, would swallow the path that is appended.
  if (url.find_first_of("?#") != std::string::npos) return "has a query or a fragment";
  return {};
}

HttpClient::HttpClient(HttpSettings settings)
    : settings_(std::move(settings)), handles_(std::make_unique<Handles>()) {}

HttpClient::~HttpClient() = default;

tl::expected<HttpAnswer, HttpFailure> HttpClient::post(std::string_view body, std::size_t longest,
                                                       std::chrono::milliseconds timeout) const {
  Handle handle = handles_->take();
  const List headers = list_of(settings_.headers);
  if (handle == nullptr || headers == nullptr) return tl::unexpected(out_of_memory());

  Received received{.bytes = {}, .longest = longest};
  std::array<char, CURL_ERROR_SIZE> words{};
  Setter set(handle.get());
  set(CURLOPT_ERRORBUFFER, words.data());
  set(CURLOPT_NOSIGNAL, 1L);  // signals would interrupt the program's other threads
  set(CURLOPT_URL, settings_.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_USERAGENT, "whosaid/" WHOSAID_VERSION);
  set(CURLOPT_HTTPHEADER, headers.get());
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  set(CURLOPT_POSTFIELDS, body.data());
  set(CURLOPT_CONNECTTIMEOUT_MS, in_milliseconds(settings_.connect_timeout));
  set(CURLOPT_TIMEOUT_MS, in_milliseconds(timeout));
  set(CURLOPT_WRITEFUNCTION, &receive);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&received));
  if (!settings_.ca_bundle.empty()) set(CURLOPT_CAINFO, settings_.ca_bundle.c_str());

  const CURLcode code = set.code() == CURLE_OK ? curl_easy_perform(handle.get()) : set.code();
  HttpAnswer answer{.status = 0, .body = std::move(received.bytes)};
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &answer.status);
  answer.retry_after = retry_after(handle.get());
  handles_->give_back(std::move(handle));

  if (received.too_long) {
    return tl::unexpected(
        HttpFailure{.message = "the answer has more than " + std::to_string(longest) + " bytes"});
  }
  if (code != CURLE_OK) {
    return tl::unexpected(
        HttpFailure{.message = words[0] != '\0' ? words.data() : curl_easy_strerror(code),
                    .temporary = may_pass(code)});
  }
  return answer;
}

}  // namespace whosaid::openai
