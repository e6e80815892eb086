# Unicode's own test files, as Debian's package unicode-data has them, in one folder.

option(WHOSAID_UNICODE_TESTS "Fail where Unicode's test files are missing, instead of leaving out the tests" OFF)

# Sets WHOSAID_UNICODE_DATA to a folder with the files, or to nothing.
function(whosaid_find_unicode_data)
  set(WHOSAID_UNICODE_DATA "" PARENT_SCOPE)
  find_path(UNICODE_DATA_DIR emoji/emoji-test.txt PATHS /usr/share/unicode /usr/share/unicode/ucd)
  find_program(BZIP2_PROGRAM bzip2)
  set(folder "${PROJECT_BINARY_DIR}/unicode")
  set(missing "")
  foreach(file IN ITEMS NormalizationTest.txt auxiliary/SentenceBreakTest.txt
                        auxiliary/WordBreakTest.txt emoji/emoji-test.txt)
    get_filename_component(name "${file}" NAME)
    set(source "${UNICODE_DATA_DIR}/${file}")
    if(EXISTS "${source}")
      file(COPY "${source}" DESTINATION "${folder}")
    elseif(EXISTS "${source}.bz2" AND BZIP2_PROGRAM)
      file(MAKE_DIRECTORY "${folder}")
      execute_process(COMMAND "${BZIP2_PROGRAM}" -dc "${source}.bz2" OUTPUT_FILE "${folder}/${name}"
                              COMMAND_ERROR_IS_FATAL ANY)
    else()
      list(APPEND missing "${name}")
    endif()
  endforeach()
  if(NOT missing)
    set(WHOSAID_UNICODE_DATA "${folder}" PARENT_SCOPE)
  elseif(WHOSAID_UNICODE_TESTS)
    message(FATAL_ERROR "Not found: ${missing} (Debian: unicode-data, bzip2)")
  else()
    message(NOTICE "The tests with Unicode's own files are left out. Not found: ${missing} "
                   "(Debian: unicode-data, bzip2)")
  endif()
endfunction()
