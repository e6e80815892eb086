# Strict warnings for whosaid's own targets; a program that links whosaid sees none of them.
function(whosaid_set_warnings target)
  if(NOT WHOSAID_WERROR)
    return()
  endif()
  target_compile_options(
    ${target}
    PRIVATE -Werror
            -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wsign-conversion
            -Wold-style-cast
            -Wcast-qual
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            -Wextra-semi
            -Wimplicit-fallthrough
            # Designated initializers leave members to their defaults on purpose.
            -Wno-missing-field-initializers
            # g++ 12 and 13 see overlaps in string concatenation that are not there (GCC bug 105651).
            $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond
            -Wlogical-op
            -Wno-restrict>
            $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wthread-safety
            -Wno-missing-designated-field-initializers
            -Wno-unknown-warning-option>)
endfunction()
