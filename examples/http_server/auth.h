// Who may ask: the key, and what a browser says about where a request comes from.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_AUTH_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_AUTH_H_

#include <string>
#include <string_view>

namespace server {

// A token as RFC 6750 writes it, so that it passes through every header as it is.
bool is_sound_key(std::string_view key);

// Takes as long for a wrong key as for the right one.
bool is_key(std::string_view given, std::string_view key);

// Each takes headers; "" stands for one that wasn't sent.

// Throws a Refusal, 401, unless one of them holds the key.
void ask_for_key(const std::string& authorization, const std::string& x_api_key,
                 const std::string& key);

// Throws a Refusal, 403, for a request that another site's page makes in somebody's browser: its
// origin isn't the host asked for; or, where no key protects the data, the host is a name that the
// site's owner lets point to this machine.
void refuse_other_sites(const std::string& host, const std::string& origin, bool key_is_needed);

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_AUTH_H_
