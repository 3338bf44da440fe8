// base/handle_table.hpp
//
// Which things of a growing list are there already: a hash table of their numbers, by open addressing. The things
// themselves stand in the list; the hash stands beside the number, so that a thing is looked at only where it is
// probably the one.
//
// A list of millions of things has a table that no cache holds. Things that are made one after the other and looked for
// together can say so: each has a place `near` that of its neighbours, and a thing is put into one of the slots behind
// its place. Where these are taken, it goes where its hash sends it, in steps that depend on the hash, too (double
// hashing: Knuth, vol. 3, 6.4): places lie close together, and one step after the other would find no end of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dashpot {

class HandleTable {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  struct Key {
    std::uint32_t near = 0;
    std::uint32_t hash = 0;
  };

  /// The number of the thing with this key for which `isIt` holds; none: it is not there.
  template <class IsIt>
  [[nodiscard]] std::uint32_t find(Key key, const IsIt& isIt) const {
    if (slots_.empty()) return none;
    for (Probe probe(key, slots_.size() - 1);; probe.next()) {
      const Slot& slot = slots_[probe.at];
      if (slot.handle == none) return none;
      if (slot.hash == key.hash && isIt(slot.handle)) return slot.handle;
    }
  }

  /// A thing that is not there yet; `keyOf` gives the key of any thing by its number.
  template <class KeyOf>
  void add(std::uint32_t handle, const KeyOf& keyOf) {
    if (4 * ++count_ > 3 * slots_.size()) enlarge(keyOf);
    place(handle, keyOf(handle));
  }

  void clear() {
    slots_.clear();
    count_ = 0;
  }

 private:
  static constexpr std::size_t mostNear = 8;  // slots: as many as a line of the cache holds
  static constexpr std::size_t smallest = 64;

  struct Slot {
    std::uint32_t handle = none;
    std::uint32_t hash = 0;
  };

  /// The slots in which a thing may stand, one after the other.
  struct Probe {
    Probe(Key of, std::size_t last) : key(of), mask(last), at(of.near & last) {}
    void next() {
      if (++looked < mostNear)
        at = (at + 1) & mask;
      else if (looked == mostNear)
        at = key.hash & mask;
      else
        at = (at + (key.hash >> 7 | 1)) & mask;  // an odd step comes by every slot
    }
    Key key;
    std::size_t mask, at, looked = 0;
  };

  void place(std::uint32_t handle, Key key) {
    Probe probe(key, slots_.size() - 1);
    while (slots_[probe.at].handle != none) probe.next();
    slots_[probe.at] = {handle, key.hash};
  }

  template <class KeyOf>
  void enlarge(const KeyOf& keyOf) {
    const std::vector<Slot> old =
        std::exchange(slots_, std::vector<Slot>(slots_.empty() ? smallest : 2 * slots_.size()));
    for (const Slot& slot : old)
      if (slot.handle != none) place(slot.handle, keyOf(slot.handle));
  }

  std::vector<Slot> slots_;  // a power of two of them
  std::size_t count_ = 0;
};

}  // namespace dashpot
