// ?limit=&after=&include_superseded= of the lists, and the "next" that goes into `after`.

#ifndef WHOSAID_EXAMPLES_HTTP_SERVER_PAGE_QUERY_H_
#define WHOSAID_EXAMPLES_HTTP_SERVER_PAGE_QUERY_H_

#include <whosaid/options.h>

#include "json_output.h"
#include "routes.h"

namespace server {

whosaid::PageOptions page_options(const Query& query);
Json json_of(const whosaid::Page& page);

}  // namespace server

#endif  // WHOSAID_EXAMPLES_HTTP_SERVER_PAGE_QUERY_H_
