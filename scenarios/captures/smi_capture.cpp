#include "scenarios/captures/smi_capture.hpp"

#include <algorithm>

#include "scenarios/captures/capture_text.hpp"
#include "scenarios/captures/smi_fields.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::size_t most_gpus = 256;
constexpr std::size_t deepest_section = 16;
constexpr std::size_t tab_width = 8;
constexpr std::string_view use_q = "give the output of nvidia-smi -q";

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_bus_id(std::string_view word) {
  return word.size() >= 10 && std::count(word.begin(), word.end(), ':') == 2 &&
         word.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos;
}

/// "GPU 00000000:19:00.0", the line each GPU's block begins with.
std::optional<std::string_view> gpu_start(std::string_view line) {
  const std::vector<std::string_view> parts = words(line, 3);
  if (parts.size() != 2 || parts[0] != "GPU" || !is_bus_id(parts[1])) return std::nullopt;
  return parts[1];
}

std::size_t indent_of(std::string_view line) {
  std::size_t columns = 0;
  for (const char c : line) {
    if (c != ' ' && c != '\t') break;
    columns += c == '\t' ? tab_width : 1;
  }
  return columns;
}

/// Of the colon between title and value: the first with a blank before it and a blank or nothing behind it.
std::size_t colon_of(std::string_view line) {
  for (std::size_t at = line.find(':'); at != std::string_view::npos; at = line.find(':', at + 1)) {
    const bool before = at > 0 && (line[at - 1] == ' ' || line[at - 1] == '\t');
    const bool behind = at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t';
    if (before && behind) return at;
  }
  return std::string_view::npos;
}

/// The titles a line stands below, by indentation; without any, the last title alone.
class Sections {
 public:
  void enter(std::string_view title, std::size_t indent) {
    leave(indent);
    if (indent == 0) open_.clear();
    if (open_.size() < deepest_section) open_.push_back({title, indent});
  }
  void leave(std::size_t indent) {
    if (open_.size() == 1 && indent == 0 && open_[0].indent == 0) return;  // the indentation was lost
    while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
  }
  void clear() { open_.clear(); }
  std::string_view innermost() const { return open_.empty() ? std::string_view{} : open_.back().title; }

 private:
  struct Section {
    std::string_view title;
    std::size_t indent;
  };
  std::vector<Section> open_;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_{text} {}

  Parsed<SmiCapture> run() {
    while (lines_.next()) {
      if (std::optional<Message> wrong = read_line(lines_.text())) return {std::nullopt, *wrong};
    }
    finish_gpu();
    return {std::move(out_), {}};
  }

 private:
  std::optional<Message> read_line(std::string_view line) {
    if (trimmed(line).empty()) return std::nullopt;
    if (const std::optional<std::string_view> bus_id = gpu_start(line)) return start_gpu(*bus_id);
    const std::size_t colon = colon_of(line);
    if (colon == std::string_view::npos) {
      sections_.enter(trimmed(line), indent_of(line));
      return std::nullopt;
    }
    sections_.leave(indent_of(line));
    return take(
        {sections_.innermost(), trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 1)), lines_.number()});
  }

  std::optional<Message> take(const SmiLine& line) {
    if (out_.gpus.empty()) {
      if (line.key == "Driver Version") out_.driver = clean_name(line.value);
      return std::nullopt;
    }
    return take_smi_line(line, out_.gpus.back(), margins_);
  }

  std::optional<Message> start_gpu(std::string_view bus_id) {
    finish_gpu();
    sections_.clear();
    if (out_.gpus.size() == most_gpus) return at_line(lines_.number(), "more GPUs than any machine has");
    out_.gpus.emplace_back().bus_id = bus_id;
    return std::nullopt;
  }

  void finish_gpu() {
    if (!out_.gpus.empty()) complete_smi_gpu(out_.gpus.back(), margins_);
    margins_ = {};
  }

  Lines lines_;
  Sections sections_;
  SmiMargins margins_;
  SmiCapture out_;
};

/// What a text without any GPU block is.
Message what_it_is(std::string_view text) {
  if (has(text, "<nvidia_smi_log") || has(text, "<?xml")) {
    return {"this is the XML form of nvidia-smi", "only its text form is read", "give nvidia-smi -q, without -x"};
  }
  if (has(text, "NVIDIA-SMI has failed") || has(text, "No devices were found")) {
    return {"nvidia-smi found no GPU", "the driver did not answer or saw no device", std::string{use_q}};
  }
  if (has(text, "UUID: GPU-")) {
    return {"this is the list of nvidia-smi -L", "it holds neither limits nor clocks", std::string{use_q}};
  }
  if (has(text, "| NVIDIA-SMI") || has(text, "+-----")) {
    return {"this is the table of plain nvidia-smi", "it holds neither limits nor clocks", std::string{use_q}};
  }
  if (has(text, "CPU Affinity")) {
    return {"this is the matrix of nvidia-smi topo -m", "it holds neither limits nor clocks", std::string{use_q}};
  }
  if (has(text, "[MiB]") || has(text, "[W]") || has(text, "[MHz]")) {
    return {"this is a table of nvidia-smi --query-gpu", "its columns are whatever was asked for", std::string{use_q}};
  }
  return {"no GPU in this text", "no line like \"GPU 00000000:01:00.0\" begins a block", std::string{use_q}};
}

}  // namespace

Parsed<SmiCapture> parse_smi_capture(std::string_view text) {
  if (std::optional<Message> why_not = unreadable(text, "the output of nvidia-smi -q")) return {std::nullopt, *why_not};
  const std::string plain = plain_text(text);
  Parsed<SmiCapture> capture = Reader{plain}.run();
  if (capture.value && capture.value->gpus.empty()) return {std::nullopt, what_it_is(plain)};
  return capture;
}

}  // namespace rackcast::scenarios
