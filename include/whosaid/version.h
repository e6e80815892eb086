// The one place where the version stands; the build and the package read it from here.

#ifndef WHOSAID_VERSION_H_
#define WHOSAID_VERSION_H_

// Another one: programs may have to change.
#define WHOSAID_VERSION_MAJOR 0
// Another one: programs are compiled anew; before 1.0 they may have to change, too.
#define WHOSAID_VERSION_MINOR 1
// Another one takes the place of a library without more ado.
#define WHOSAID_VERSION_PATCH 0
// All three.
#define WHOSAID_VERSION "0.1.0"

// The inline namespace of all public names (v0_1), so that a program never links a library whose
// structs have other members than the headers that it was compiled with. Not for programs to spell:
// whosaid::Memory is whosaid::v0_1::Memory.
#define WHOSAID_ABI WHOSAID_ABI_OF(WHOSAID_VERSION_MAJOR, WHOSAID_VERSION_MINOR)
#define WHOSAID_ABI_OF(major, minor) WHOSAID_ABI_NAME(major, minor)
#define WHOSAID_ABI_NAME(major, minor) v##major##_##minor

#endif  // WHOSAID_VERSION_H_
