#include "viz/export/netcdf/file.hpp"

#include <H5public.h>
#include <netcdf.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "sim/utf8.hpp"
#include "viz/write/environment_error.hpp"

namespace rackcast::viz {

namespace {

constexpr int deflate_level = 1;  // higher levels take longer for a few per cent
// Each chunk is written once and not seen again: the library need not keep more than that which is being written.
constexpr std::size_t cache_bytes = 1U << 20U;
constexpr std::size_t cache_slots = 7;

}  // namespace

NcFile::NcFile(const std::filesystem::path& path, std::filesystem::path shown) : shown_(std::move(shown)) {
  H5dont_atexit();  // it would crash at the end of the program over a file that it could not finish (HDF5 1.10)
  check(nc_create(path.c_str(), NC_NETCDF4 | NC_CLOBBER, &id_));
}

NcFile::~NcFile() {
  if (id_ >= 0) nc_close(id_);
}

// The library hides the system's reason behind "HDF error"; the usual one can be seen.
void NcFile::check(int code) {
  if (code == NC_NOERR) return;
  std::error_code unknown;
  const auto room = std::filesystem::space(shown_.has_parent_path() ? shown_.parent_path() : ".", unknown);
  const bool full = !unknown && room.available == 0;
  const std::string reason = full ? std::system_category().message(ENOSPC) : std::string(nc_strerror(code));
  throw EnvironmentError("cannot write '" + shown_.string() + "' (" + reason + ")");
}

NcDimension NcFile::dimension(const std::string& name, std::size_t length) {
  NcDimension out;
  check(nc_def_dim(id_, name.c_str(), length, &out.id));
  return out;
}

NcDimension NcFile::growing_dimension(const std::string& name) { return dimension(name, NC_UNLIMITED); }

NcVariable NcFile::define(const std::string& name, int type, const std::vector<NcDimension>& dimensions,
                          const std::vector<std::size_t>& chunk) {
  std::vector<int> ids;
  for (const NcDimension& dimension : dimensions) ids.push_back(dimension.id);
  NcVariable out;
  check(nc_def_var(id_, name.c_str(), type, static_cast<int>(ids.size()), ids.data(), &out.id));
  if (chunk.empty()) return out;
  check(nc_def_var_chunking(id_, out.id, NC_CHUNKED, chunk.data()));
  check(nc_set_var_chunk_cache(id_, out.id, cache_bytes, cache_slots, 1));
  check(nc_def_var_deflate(id_, out.id, NC_SHUFFLE, 1, deflate_level));
  return out;
}

template <>
NcVariable NcFile::variable<double>(const std::string& name, std::vector<NcDimension> dimensions,
                                    const std::vector<std::size_t>& chunk) {
  return define(name, NC_DOUBLE, dimensions, chunk);
}

template <>
NcVariable NcFile::variable<std::int8_t>(const std::string& name, std::vector<NcDimension> dimensions,
                                         const std::vector<std::size_t>& chunk) {
  return define(name, NC_BYTE, dimensions, chunk);
}

template <>
NcVariable NcFile::variable<std::int64_t>(const std::string& name, std::vector<NcDimension> dimensions,
                                          const std::vector<std::size_t>& chunk) {
  return define(name, NC_INT64, dimensions, chunk);
}

template <>
NcVariable NcFile::variable<std::string>(const std::string& name, std::vector<NcDimension> dimensions,
                                         const std::vector<std::size_t>& chunk) {
  return define(name, NC_STRING, dimensions, chunk);
}

void NcFile::attribute(NcVariable variable, const char* name, std::string_view text) {
  const std::string valid = sim::valid_utf8(text);
  check(nc_put_att_text(id_, variable.id, name, valid.size(), valid.data()));
}

void NcFile::attribute(NcVariable variable, const char* name, std::span<const std::int8_t> values) {
  check(nc_put_att_schar(id_, variable.id, name, NC_BYTE, values.size(), values.data()));
}

void NcFile::global(const char* name, std::string_view text) { attribute(NcVariable{NC_GLOBAL}, name, text); }

void NcFile::global(const char* name, double value) {
  check(nc_put_att_double(id_, NC_GLOBAL, name, NC_DOUBLE, 1, &value));
}

void NcFile::fill(NcVariable variable, double value) { check(nc_def_var_fill(id_, variable.id, NC_FILL, &value)); }

void NcFile::fill(NcVariable variable, std::int8_t value) { check(nc_def_var_fill(id_, variable.id, NC_FILL, &value)); }

void NcFile::put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
                 std::span<const double> values) {
  check(nc_put_vara_double(id_, variable.id, start.data(), count.data(), values.data()));
}

void NcFile::put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
                 std::span<const std::int8_t> values) {
  check(nc_put_vara_schar(id_, variable.id, start.data(), count.data(), values.data()));
}

void NcFile::put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
                 std::span<const std::int64_t> values) {
  check(nc_put_vara(id_, variable.id, start.data(), count.data(), values.data()));
}

void NcFile::put(NcVariable variable, std::vector<std::size_t> start, std::vector<std::size_t> count,
                 std::span<const std::string> values) {
  std::vector<std::string> valid;
  std::vector<const char*> texts;
  valid.reserve(values.size());
  for (const std::string& value : values) texts.push_back(valid.emplace_back(sim::valid_utf8(value)).c_str());
  check(nc_put_vara_string(id_, variable.id, start.data(), count.data(), texts.data()));
}

void NcFile::close() { check(nc_close(std::exchange(id_, -1))); }

}  // namespace rackcast::viz
