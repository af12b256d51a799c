#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackcast::viz {

/// A dimension or variable of a file.
struct NcDimension {
  int id = -1;
};
struct NcVariable {
  int id = -1;
};

/// A netCDF-4 file being written. Whatever the library refuses becomes an EnvironmentError that names `shown`.
class NcFile {
 public:
  NcFile(const std::filesystem::path& path, std::filesystem::path shown);
  NcFile(const NcFile&) = delete;
  NcFile& operator=(const NcFile&) = delete;
  ~NcFile();

  NcDimension dimension(const std::string& name, std::size_t length);
  NcDimension growing_dimension(const std::string& name);

  /// `chunk` (a length per dimension) is how it lies in the file, compressed; empty: as the library likes.
  template <class T>
  NcVariable variable(const std::string& name, std::vector<NcDimension> dimensions,
                      const std::vector<std::size_t>& chunk = {});

  void attribute(NcVariable variable, const char* name, std::string_view text);
  void attribute(NcVariable variable, const char* name, std::span<const std::int8_t> values);
  void global(const char* name, std::string_view text);
  void global(const char* name, double value);

  /// What stands where nothing is written.
  void fill(NcVariable variable, double value);
  void fill(NcVariable variable, std::int8_t value);

  void put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
           std::span<const double> values);
  void put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
           std::span<const std::int8_t> values);
  void put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
           std::span<const std::int64_t> values);
  void put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
           std::span<const std::string> values);

  void close();

 private:
  void check(int code);
  NcVariable define(const std::string& name, int type, const std::vector<NcDimension>& dimensions,
                    const std::vector<std::size_t>& chunk);

  std::filesystem::path shown_;
  int id_ = -1;
};

template <>
NcVariable NcFile::variable<double>(const std::string&, std::vector<NcDimension>, const std::vector<std::size_t>&);
template <>
NcVariable NcFile::variable<std::int8_t>(const std::string&, std::vector<NcDimension>, const std::vector<std::size_t>&);
template <>
NcVariable NcFile::variable<std::int64_t>(const std::string&, std::vector<NcDimension>,
                                          const std::vector<std::size_t>&);
template <>
NcVariable NcFile::variable<std::string>(const std::string&, std::vector<NcDimension>, const std::vector<std::size_t>&);

}  // namespace rackcast::viz
