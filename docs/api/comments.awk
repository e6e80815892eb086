# Doxygen's input filter: plain comments of the headers are their documentation.
#
#   // before a declaration          becomes  ///
#   int limit = 10;  // behind one   becomes  ///<   and so do lines below it that go on with it
#   // the first block of a file     becomes  its description
#   // --- A heading ---             is left alone

# What Doxygen would take for markup or a link is text.
function text(comment) {
  if (comment ~ /^ {3,}/) return comment # an example, shown as it is
  gsub(/\\/, "\\\\", comment)
  gsub(/[<>@#]/, "\\\\&", comment)
  gsub(/::/, "\\::", comment)
  gsub(/`[^`]*`/, "&", comment)
  return comment
}

BEGIN {
  first = 1
  behind = 0
  example = 0
}

/^(inline namespace WHOSAID_ABI \{|\}  \/\/ namespace WHOSAID_ABI)$/ { print ""; next }
/^[[:space:]]*\/\/ ---/ { print ""; behind = 0; next }
/^(#endif|\})  \/\/ / { print; next }

/^[[:space:]]*\/\// {
  match($0, /\/\//)
  indent = RSTART
  comment = substr($0, RSTART + 2)
  if (first) {
    print "/// @file"
    first = 0
  }
  if (behind && indent > 5) {
    print substr($0, 1, indent - 1) "///<" text(comment)
    next
  }
  behind = 0
  # An example is set off by an empty line, and has four columns at least.
  if (comment ~ /^ {3,}/ && !example) print substr($0, 1, indent - 1) "///"
  example = comment ~ /^ {3,}/
  print substr($0, 1, indent - 1) "///" (example ? "  " : "") text(comment)
  next
}

/.  \/\/ / {
  match($0, /  \/\/ /)
  print substr($0, 1, RSTART + 1) "///<" text(substr($0, RSTART + 4))
  behind = 1
  next
}

{
  behind = 0
  example = 0
  print
}
