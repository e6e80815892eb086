// What the two units share. It mentions whosaid's types without including their headers.
#pragma once

#include <whosaid/fwd.h>

bool remembers(whosaid::MemoryStore& store);
