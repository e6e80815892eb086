#include "static_files.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace server {
namespace {

namespace fs = std::filesystem;

// What the page may load: itself. Nothing inline, nothing from another host, no frame around it.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string type_of(const fs::path& file) {
  static const std::map<std::string, std::string> types = {
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".json", "application/json"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".webmanifest", "application/manifest+json"}};
  const auto found = types.find(file.extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw std::runtime_error("can't read " + file.string());
  return bytes;
}

}  // namespace

StaticFiles::StaticFiles(const fs::path& folder) {
  if (folder.empty()) return;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.symlink_status().type() != fs::file_type::regular) continue;
    const std::string name = entry.path().lexically_relative(folder).generic_string();
    files_["/page/" + name] = {
        .body = bytes_of(entry.path()),
        .type = type_of(entry.path()),
        .headers = {{"Content-Security-Policy", kPolicy}, {"Cache-Control", "no-cache"}}};
  }
  const auto index = files_.find("/page/index.html");
  if (index != files_.end()) files_["/"] = index->second;
}

const Answer* StaticFiles::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace server
