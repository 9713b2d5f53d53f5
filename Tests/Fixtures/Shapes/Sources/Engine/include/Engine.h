#pragma once
#include <string>

/// A class that only C++ has.
class Engine {
public:
  explicit Engine(std::string name) : name(name) {}
  std::string name;
};
