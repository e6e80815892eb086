#!/usr/bin/env python3
"""Turns each block of C++ in a Markdown file into a test case: what is shown must compile, and run.

A block with a main() is a whole program. Any other is the inside of a function that returns an int,
with what harness.h offers: store, database, alice and fail(). On the line before a block may stand

    <!-- cpp: compile only -->       it can't run here, since it needs a server, say
    <!-- cpp: check EXPRESSION -->   what must hold behind its last line

usage: blocks.py FILE.md OUTPUT.cpp
"""
import pathlib
import re
import sys

COMMENT = re.compile(r"<!-- cpp: (compile only|check (.+)) -->$")


def blocks(lines):
    """Each block: the number of its first line, the comment before it, its lines."""
    inside, before = None, ""
    for number, line in enumerate(lines, 1):
        if inside is not None:
            if line.strip() == "```":
                yield inside
                inside, before = None, ""
            else:
                inside[2].append(line)
        elif line.strip() == "```cpp":
            inside = (number + 1, before, [])
        else:
            before = line.strip()
    if inside is not None:
        raise SystemExit(f"the block from line {inside[0]} on has no end")


def test_case(document, first, before, code):
    comment = COMMENT.match(before)
    if before.startswith("<!-- cpp") and not comment:
        raise SystemExit(f"{document}, line {first}: what is {before}?")
    only_compiled = bool(comment) and comment.group(1) == "compile only"
    check = comment.group(2) if comment else None
    includes = [line for line in code if line.startswith("#include")]
    body = [line if not line.startswith("#include") else "" for line in code]
    name = f"block_{first}"
    source = "\n".join(body)
    place = f'#line {first} "{document}"\n'
    if re.search(r"^int main\(", source, re.M):
        source = re.sub(r"^int main\(\)", "int run()", source, flags=re.M)
        source = re.sub(r"\}\s*\Z", "return 0;\n}", source)  # a main() may do without
        source = f"namespace {name} {{\n{place}{source}\n}}\n"
        call = f"{name}::run()"
    else:
        checked = f"\nif (!({check})) return docs::kCheckFailed;" if check else ""
        source = (
            f"int {name}([[maybe_unused]] whosaid::MemoryStore store, [[maybe_unused]] whosaid::Database database,\n"
            f"    [[maybe_unused]] whosaid::MemoryStore alice) {{\n{{\n{place}{source}{checked}\n}}\nreturn 0;\n}}\n"
        )
        call = f"docs::run({name})"
    test = f'TEST_CASE("{document}, line {first}") {{ docs::Place place; CHECK({call} == 0); }}\n'
    if only_compiled:
        test = f'TEST_CASE("{document}, line {first}, is compiled only") {{ CHECK(&{name} != nullptr); }}\n'
    if any("openai" in line for line in includes):
        test = f"#ifndef WHOSAID_DOCS_WITHOUT_OPENAI\n{source}{test}#endif\n"
        source = ""
    return includes, source + test


def main():
    document, output = sys.argv[1:]
    name = pathlib.Path(document).name
    includes, cases = [], []
    for block in blocks(pathlib.Path(document).read_text(encoding="utf-8").splitlines()):
        more, case = test_case(name, *block)
        includes += more
        cases.append(case)
    # Where whosaid::openai isn't built, its header is there and its library isn't.
    head = "\n".join(dict.fromkeys(includes)) + '\n#include "docs/harness.h"\n\nusing docs::fail;\n\n'
    pathlib.Path(output).write_text(head + "\n".join(cases), encoding="utf-8")


main()
