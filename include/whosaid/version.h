// The one place where the version stands; the build and the package read it from here.

#ifndef WHOSAID_VERSION_H_
#define WHOSAID_VERSION_H_

#define WHOSAID_VERSION_MAJOR 0
#define WHOSAID_VERSION_MINOR 1
#define WHOSAID_VERSION_PATCH 0
#define WHOSAID_VERSION "0.1.0"

#endif  // WHOSAID_VERSION_H_
