// Everything a program needs: #include <whosaid/whosaid.h>.

#ifndef WHOSAID_WHOSAID_H_
#define WHOSAID_WHOSAID_H_

#include "whosaid/database.h"
#include "whosaid/embedder.h"
#include "whosaid/embedders/hashing.h"
#include "whosaid/embedders/static_table.h"
#include "whosaid/error.h"
#include "whosaid/fwd.h"
#include "whosaid/memory_store.h"
#include "whosaid/options.h"
#include "whosaid/progress.h"
#include "whosaid/prompt.h"
#include "whosaid/result.h"
#include "whosaid/types.h"
#include "whosaid/version.h"

#endif  // WHOSAID_WHOSAID_H_
