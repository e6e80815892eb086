#!/usr/bin/env python3
"""Looks at the Conan recipe without Conan: it compiles, takes the version from version.h, sets only
options that the project has, packages files that are there, and requires what the vcpkg port does.

usage: conan_recipe.py TREE
"""
import ast
import json
import pathlib
import re
import sys

tree = pathlib.Path(sys.argv[1])
recipe = tree / "cmake" / "conan" / "conanfile.py"
text = recipe.read_text()
faults = []

for file in (recipe, recipe.parent / "test_package" / "conanfile.py"):
    ast.parse(file.read_text(), str(file))

options = set(re.findall(r"^option\((\w+)", (tree / "CMakeLists.txt").read_text(), re.M))
for name in re.findall(r'cache_variables\["(\w+)"\]', text):
    if name not in options:
        faults.append(f"{name} is no option of the project's")

if re.search(r"^\s+version\s*=", text, re.M):
    faults.append("the version stands in the recipe, and should come from version.h alone")
pattern = re.search(r"re\.search\(r'(.*?)',", text).group(1)
if not re.search(pattern, (tree / "include" / "whosaid" / "version.h").read_text()):
    faults.append("version.h doesn't have what the recipe looks for")

patterns = ast.literal_eval(re.search(r"for pattern in (\(.*?\)):", text).group(1))
for pattern in patterns:
    if not list(tree.glob(pattern)):
        faults.append(f"nothing is {pattern}")

# Names differ between the two worlds; everything has a place in both.
other_names = {"nlohmann-json": "nlohmann_json", "curl": "libcurl"}
port = json.loads((tree / "vcpkg.json").read_text())
features = [port] + [port["features"][name] for name in ("openai", "tools")]
needed = set()
for part in features:
    for need in part["dependencies"]:
        name = need if isinstance(need, str) else need["name"]
        needed.add(other_names.get(name, name))
required = set(re.findall(r'self\.requires\("([\w-]+)/', text))
if needed != required:
    faults.append(f"the recipe and vcpkg.json differ in {sorted(needed ^ required)}")

print("\n".join(faults))
sys.exit(1 if faults else 0)
