// Stands in for llama.cpp's server or Ollama: POST /v1/embeddings on the loopback, with vectors in
// which words of one meaning are the same. Prints its address, then each text that it is asked for,
// and ends with its input.

#include <httplib.h>

#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kDimensions = 8;

std::vector<float> vector_of(const std::string& text) {
  static const std::map<std::string, std::size_t> meanings{
      {"deadline", 0}, {"Friday", 0}, {"car", 1},    {"automobile", 1},
      {"vehicle", 1},  {"garage", 2}, {"broke", 2},  {"down", 2},
      {"trouble", 2},  {"pub", 3},    {"corner", 3}, {"closed", 3}};
  std::vector<float> vector(kDimensions, 0.0F);
  vector.back() = 0.1F;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (const auto found = meanings.find(word); found != meanings.end()) {
      vector[found->second] += 1.0F;
    }
  }
  return vector;
}

void answer(const httplib::Request& request, httplib::Response& response) {
  const auto asked = nlohmann::json::parse(request.body);
  nlohmann::json data = nlohmann::json::array();
  for (const std::string text : asked.at("input")) {
    std::cout << text << std::endl;
    data.push_back({{"index", data.size()}, {"embedding", vector_of(text)}});
  }
  response.set_content(nlohmann::json{{"data", data}, {"model", asked.at("model")}}.dump(),
                       "application/json");
}

}  // namespace

int main() {
  httplib::Server server;
  server.Post("/v1/embeddings", answer);
  const int port = server.bind_to_any_port("127.0.0.1");
  std::cout << "http://127.0.0.1:" << port << "/v1" << std::endl;
  std::thread listening([&server] { server.listen_after_bind(); });
  while (!server.is_running()) std::this_thread::yield();
  std::cin.ignore(std::numeric_limits<std::streamsize>::max());
  server.stop();
  listening.join();
}
