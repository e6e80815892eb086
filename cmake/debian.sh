# Debian 12's packages for whosaid, and how a script installs those that are missing.

doc_packages=(doxygen python3) # the tests of the documents are left out where these are missing
build_packages=(
  g++ cmake ninja-build ccache
  librocksdb-dev libabsl-dev libicu-dev libhnswlib-dev libstemmer-dev libxxhash-dev libhwy-dev
  libexpected-dev nlohmann-json3-dev
)
example_packages=(libcli11-dev)
page_packages=(chromium) # for tests/page, beside node and npm
server_packages=(libcpp-httplib-dev pkg-config) # without them examples/http_server is left out
server_test_packages=(curl python3 python3-jsonschema python3-yaml)
openai_packages=(libcurl4-openssl-dev) # for WHOSAID_BUILD_OPENAI
test_packages=(catch2 libcpp-httplib-dev pkg-config unicode-data bzip2)
node_packages=(nodejs npm) # for the clients of whosaid_mcp
bench_packages=(libcli11-dev libfaiss-dev libsqlite3-dev) # rows of a missing peer are skipped, all but CLI11
check_packages=(clang clang-format clang-tidy libclang-rt-dev llvm)

# Node and npm do as well where they come from elsewhere.
missing_node_packages() {
  local package
  for package in "${node_packages[@]}"; do
    command -v "${package%js}" >/dev/null || echo "$package"
  done
}

install_missing() { # PACKAGE...
  local package missing=()
  for package in "$@"; do
    if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
      missing+=("$package")
    fi
  done
  if ((${#missing[@]} == 0)); then
    echo "==> All packages are installed"
    return
  fi
  echo "==> Installing ${missing[*]}"
  local as_root=()
  if ((EUID != 0)); then as_root=(sudo); fi
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
}
