#include "scenarios/captures/topo_capture.hpp"

#include <algorithm>
#include <charconv>

#include "scenarios/captures/capture_text.hpp"

namespace rackcast::scenarios {
namespace {

constexpr std::string_view how_to = "give the output of nvidia-smi topo -m";
constexpr std::size_t most_gpus = 256;
constexpr std::size_t most_columns = 1024;

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_gpu_name(std::string_view word) { return word.starts_with("GPU") && all_digits(word.substr(3)); }

/// Takes the first name off `word`: a web page may lose the blanks of "GPU0GPU1mlx5_0".
std::string_view next_name(std::string_view& word) {
  const std::size_t digit = word.starts_with("GPU") ? 3 : word.size();
  std::size_t end = digit;
  while (end < word.size() && word[end] >= '0' && word[end] <= '9') ++end;
  if (end == digit) end = word.size();
  const std::string_view name = word.substr(0, end);
  word.remove_prefix(end);
  return name;
}

/// The matrix's first line: the names of its columns, GPUs first.
bool is_header(std::string_view line) {
  const std::vector<std::string_view> first = words(line, 2);
  if (first.empty()) return false;
  std::string_view rest = first[0];
  if (!is_gpu_name(next_name(rest))) return false;
  if (is_gpu_name(next_name(rest))) return true;
  return first.size() == 1 || is_gpu_name(first[1]) || line.find("CPU Affinity") != std::string_view::npos;
}

/// What the columns hold.
struct Header {
  std::vector<std::string> gpus;
  std::vector<std::string> nics;
  std::vector<std::size_t> column_of_gpu;
  std::vector<std::size_t> column_of_nic;
  std::size_t columns = 0;                      ///< of relations
  std::size_t cpu_at = std::string_view::npos;  ///< where "CPU Affinity" begins, tabs being blanks
  std::size_t numa_at = std::string_view::npos;
  std::uint32_t line = 0;
};

void add_column(Header& header, std::string_view name) {
  (is_gpu_name(name) ? header.gpus : header.nics).emplace_back(name);
  (is_gpu_name(name) ? header.column_of_gpu : header.column_of_nic).push_back(header.columns++);
}

Header read_header(std::string_view line, std::uint32_t number) {
  Header header;
  header.line = number;
  header.cpu_at = line.find("CPU Affinity");
  header.numa_at = line.find("NUMA Affinity");
  for (std::string_view word : words(line.substr(0, header.cpu_at), most_columns)) {
    while (!word.empty() && header.columns < most_columns) add_column(header, next_name(word));
  }
  return header;
}

/// One row of the matrix taken apart: its cells, and what stands behind them.
struct Row {
  std::vector<std::string_view> cells;
  std::string_view tail;
  std::size_t tail_at = 0;
};

Row split_row(std::string_view line, std::size_t columns) {
  Row row;
  row.cells = words(line, columns + 1);
  const std::string_view last = row.cells.back();
  row.tail_at = static_cast<std::size_t>(last.data() - line.data()) + last.size();
  row.tail = line.substr(row.tail_at);
  row.cells.erase(row.cells.begin());  // the row's name
  return row;
}

std::optional<std::string> affinity_of(std::string_view text) {
  const std::string_view word = trimmed(text);
  if (word.empty() || word == "N/A") return std::nullopt;
  return std::string{word};
}

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// Between tabs each column has its place; a GPU without CPU affinity leaves it empty.
void read_tabbed_tail(std::string_view tail, TopoGpu& gpu) {
  std::size_t tab = tail.find('\t');
  for (int field = 0; field < 2 && tab != std::string_view::npos; ++field) {
    const std::size_t next = tail.find('\t', tab + 1);
    const std::string_view value =
        trimmed(tail.substr(tab + 1, next == std::string_view::npos ? next : next - tab - 1));
    if (field == 0) gpu.cpu_affinity = affinity_of(value);
    if (field == 1) gpu.numa_node = number_of(value);
    tab = next;
  }
}

/// With blanks, a word belongs to the last column whose title begins at or before it.
void read_blank_tail(const Row& row, const Header& header, TopoGpu& gpu) {
  const std::vector<std::string_view> rest = words(row.tail, 2);
  if (rest.empty()) return;
  const std::size_t first_at = row.tail_at + static_cast<std::size_t>(rest[0].data() - row.tail.data());
  if (header.numa_at != std::string_view::npos && first_at >= header.numa_at) {
    gpu.numa_node = number_of(rest[0]);
    return;
  }
  gpu.cpu_affinity = affinity_of(rest[0]);
  if (rest.size() > 1 && header.numa_at != std::string_view::npos) gpu.numa_node = number_of(rest[1]);
}

bool is_peer_table_word(std::string_view cell) {
  return cell == "OK" || cell == "NS" || cell == "CNS" || cell == "GNS" || cell == "TNS" || cell == "U";
}

Message bad_cell(std::uint32_t line, std::string_view cell) {
  if (is_peer_table_word(cell)) {
    return at_line(line, in_quotes(cell) + " is no relation", "this is the peer-to-peer table, topo -p2p",
                   std::string{how_to});
  }
  return at_line(line, in_quotes(cell) + " is no relation", "known: X, NV#, PIX, PXB, PHB, NODE, SYS",
                 std::string{how_to});
}

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_{text} {}

  Parsed<TopoCapture> run() {
    if (!find_header()) return {std::nullopt, nothing_found()};
    if (header_.gpus.size() > most_gpus) return fail(at_line(header_.line, "more GPUs than any machine has"));
    start();
    while (lines_.next()) {
      if (!read_line()) return fail(error_);
    }
    if (rows_ < header_.gpus.size()) return fail(missing_row());
    return {std::move(out_), {}};
  }

 private:
  static Parsed<TopoCapture> fail(Message message) { return {std::nullopt, std::move(message)}; }

  bool find_header() {
    while (lines_.next()) {
      if (!is_header(lines_.text())) continue;
      header_ = read_header(lines_.text(), lines_.number());
      return true;
    }
    return false;
  }

  Message nothing_found() const {
    return {"no topology matrix", "no line begins with the columns GPU0, GPU1, ...", std::string{how_to}};
  }

  void start() {
    out_.nics = header_.nics;
    out_.relations = RelationMatrix{header_.gpus.size()};
    for (const std::string& name : header_.gpus) out_.gpus.push_back({name, {}, {}, {}});
  }

  Message missing_row() const {
    return at_line(header_.line, "the row of " + header_.gpus[rows_] + " is missing", "its column is there",
                   "give the whole matrix");
  }

  bool read_line() {
    const std::vector<std::string_view> first = words(lines_.text(), 2);
    if (first.empty()) return true;
    if (first.size() == 2 && first[0].ends_with(':')) {
      read_nic_legend(first[0].substr(0, first[0].size() - 1), first[1]);
      return true;
    }
    if (rows_ == header_.gpus.size() || !is_gpu_name(first[0])) return true;
    return read_row(first[0]);
  }

  void read_nic_legend(std::string_view name, std::string_view device) {
    if (std::find(out_.nics.begin(), out_.nics.end(), name) == out_.nics.end()) return;
    if (out_.nic_devices.size() < out_.nics.size()) out_.nic_devices.emplace_back(name, device);
  }

  bool read_row(std::string_view name) {
    if (name != header_.gpus[rows_]) {
      error_ = at_line(lines_.number(), "the row of " + header_.gpus[rows_] + " is missing",
                       "this is the row of " + in_quotes(name), "give the whole matrix");
      return false;
    }
    const Row row = split_row(lines_.text(), header_.columns);
    if (row.cells.size() < header_.columns) {
      error_ = at_line(lines_.number(), "a row of " + std::to_string(row.cells.size()) + " cells",
                       "the columns are " + std::to_string(header_.columns), "give the whole matrix");
      return false;
    }
    if (!read_relations(row) || !read_nics(row)) return false;
    read_tail(row);
    ++rows_;
    return true;
  }

  bool read_relations(const Row& row) {
    for (std::size_t i = 0; i < header_.gpus.size(); ++i) {
      const std::string_view cell = row.cells[header_.column_of_gpu[i]];
      const std::optional<GpuRelation> relation = parse_relation(cell);
      if (!relation) {
        error_ = bad_cell(lines_.number(), cell);
        return false;
      }
      if (!place(i, *relation)) return false;
    }
    return true;
  }

  /// Cells below the diagonal repeat those above it.
  bool place(std::size_t i, GpuRelation relation) {
    const bool diagonal = i == rows_;
    if (diagonal != (relation.kind == Relation::self)) {
      error_ =
          at_line(lines_.number(), to_string(relation) + " between " + header_.gpus[rows_] + " and " + header_.gpus[i],
                  "X is a GPU with itself, and nothing else", "give the whole matrix");
      return false;
    }
    if (i < rows_ && !(out_.relations.at(rows_, i) == relation)) {
      error_ = at_line(lines_.number(),
                       header_.gpus[rows_] + " and " + header_.gpus[i] + " are " + to_string(relation) + " here, " +
                           to_string(out_.relations.at(rows_, i)) + " above",
                       "a path is the same both ways", "give the matrix of one machine");
      return false;
    }
    if (i > rows_) out_.relations.set(rows_, i, relation);
    return true;
  }

  bool read_nics(const Row& row) {
    for (const std::size_t column : header_.column_of_nic) {
      const std::string_view cell = row.cells[column];
      const std::optional<GpuRelation> relation = parse_relation(cell);
      if (!relation && cell != "N/A") {
        error_ = bad_cell(lines_.number(), cell);
        return false;
      }
      out_.gpus[rows_].nics.push_back(relation);
    }
    return true;
  }

  void read_tail(const Row& row) {
    if (header_.cpu_at == std::string_view::npos) return;
    if (row.tail.find('\t') != std::string_view::npos) {
      read_tabbed_tail(row.tail, out_.gpus[rows_]);
    } else {
      read_blank_tail(row, header_, out_.gpus[rows_]);
    }
  }

  Lines lines_;
  Header header_;
  TopoCapture out_;
  std::size_t rows_ = 0;
  Message error_;
};

}  // namespace

Parsed<TopoCapture> parse_topo_capture(std::string_view text) {
  if (std::optional<Message> why_not = unreadable(text, "a topology matrix")) return {std::nullopt, *why_not};
  const std::string plain = plain_text(text);
  return Reader{plain}.run();
}

}  // namespace rackcast::scenarios
