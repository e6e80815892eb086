#include "report.h"

#include <array>
#include <cstdio>

namespace whosaid::bench {
namespace {

std::string shown(double value, Unit unit) {
  switch (unit) {
    case Unit::seconds:
      return value < 0.01 ? figure(value * 1e6, 1) + " us" : figure(value * 1e3, 0) + " ms";
    case Unit::bytes:
      return figure(value, 0) + " B";
    case Unit::none:
      break;
  }
  return figure(value);
}

std::string notes(const Row& row) {
  std::string text = row.against;
  if (row.recall) {
    text += "; recall " + figure(row.recall->ours, 4);
    if (row.recall->wanted > 0) text += ", wanted " + figure(row.recall->wanted);
  }
  return row.note.empty() ? text : text + "; " + row.note;
}

using Cells = std::array<std::string, 7>;

void print(const Cells& cells) {
  std::printf("| %-52s | %10s | %10s | %8s | %9s | %-6s | %s |\n", cells[0].c_str(),
              cells[1].c_str(), cells[2].c_str(), cells[3].c_str(), cells[4].c_str(),
              cells[5].c_str(), cells[6].c_str());
  std::fflush(stdout);
}

}  // namespace

std::string figure(double value, int digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

void Report::heading() const {
  print({"row", "ours", "peer", "ratio", "goal", "", "peer; notes"});
  print({"---", "--:", "--:", "--:", "--:", "---", "---"});
}

void Report::add(const Row& row) {
  const bool faster = row.goal.kind == Goal::Kind::at_least;
  const double ratio = faster ? row.peer / row.ours : row.ours / row.peer;
  bool judged = row.recall && row.recall->wanted > 0;
  bool holds = !row.recall || row.recall->ours >= row.recall->wanted;
  if (row.goal.bound && judge_speed_) {
    judged = true;
    holds = holds && (faster ? ratio >= *row.goal.bound : ratio <= *row.goal.bound);
  }
  if (judged) ++(holds ? held_ : missed_);
  const std::string times = faster ? "x" : "";
  print({row.name, shown(row.ours, row.unit), shown(row.peer, row.unit), figure(ratio) + times,
         row.goal.bound ? (faster ? ">= " : "<= ") + figure(*row.goal.bound) + times : "",
         !judged ? ""
         : holds ? "holds"
                 : "MISSED",
         notes(row)});
}

void Report::skip(std::string_view name, std::string_view why) {
  ++skipped_;
  print({std::string(name), "", "", "", "", "skip", std::string(why)});
}

void Report::summary() const {
  std::printf("\n%zu hold, %zu missed, %zu skipped\n", held_, missed_, skipped_);
}

}  // namespace whosaid::bench
