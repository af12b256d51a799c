#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rackcast::scenarios {

/// How a fact reaches its member in the struct of its table, with the types erased so that reader, writer and help are
/// ordinary code. Exactly the pointers of one kind are set; `outer` leads from the table's struct to the one that holds
/// the member (null: the same).
struct Access {
  void* (*outer)(void*) = nullptr;
  double* (*number)(void*) = nullptr;
  std::string* (*text)(void*) = nullptr;
  std::vector<double>* (*numbers)(void*) = nullptr;
  std::vector<std::string>* (*texts)(void*) = nullptr;
  std::int64_t (*get)(const void*) = nullptr;  ///< integers and enums
  void (*set)(void*, std::int64_t) = nullptr;
  void* (*object)(void*) = nullptr;  ///< nested table
  std::size_t (*size)(const void*) = nullptr;
  void (*resize)(void*, std::size_t) = nullptr;
  void* (*item)(void*, std::size_t) = nullptr;

  void* owner(void* table) const { return outer != nullptr ? outer(table) : table; }
  const void* owner(const void* table) const { return owner(const_cast<void*>(table)); }
};

namespace detail {

template <class C, class M>
C class_of(M C::*);

template <auto M, auto... Ms, class T>
auto& reach(T& object) {
  if constexpr (sizeof...(Ms) == 0) {
    return object.*M;
  } else {
    return reach<Ms...>(object.*M);
  }
}

}  // namespace detail

/// The member named by a chain of member pointers, below the struct at `p`.
template <auto M, auto... Ms>
auto& member_of(void* p) {
  return detail::reach<M, Ms...>(*static_cast<decltype(detail::class_of(M))*>(p));
}

template <auto M, auto... Ms>
const auto& member_of(const void* p) {
  return detail::reach<M, Ms...>(*static_cast<const decltype(detail::class_of(M))*>(p));
}

/// Access to a whole number or an enum.
template <auto... Ms>
Access integer_access() {
  Access access;
  access.get = [](const void* p) { return static_cast<std::int64_t>(member_of<Ms...>(p)); };
  access.set = [](void* p, std::int64_t value) {
    auto& member = member_of<Ms...>(p);
    member = static_cast<std::remove_reference_t<decltype(member)>>(value);
  };
  return access;
}

/// Access to a nested struct.
template <auto... Ms>
Access object_access() {
  Access access;
  access.object = [](void* p) -> void* { return &member_of<Ms...>(p); };
  return access;
}

/// Access to a vector of structs.
template <auto... Ms>
Access list_access() {
  Access access;
  access.size = [](const void* p) { return member_of<Ms...>(p).size(); };
  access.resize = [](void* p, std::size_t n) { member_of<Ms...>(p).resize(n); };
  access.item = [](void* p, std::size_t i) -> void* { return &member_of<Ms...>(p)[i]; };
  return access;
}

/// Access to one struct that is written as a list of exactly one.
template <auto... Ms>
Access single_access() {
  Access access;
  access.size = [](const void*) -> std::size_t { return 1; };
  access.resize = [](void*, std::size_t) {};
  access.item = [](void* p, std::size_t) -> void* { return &member_of<Ms...>(p); };
  return access;
}

}  // namespace rackcast::scenarios
