// language_server/stdio.hpp: the language server on standard input and output, as editors start it.
#pragma once

#include "language_server/server.hpp"

#include <cstdio>
#include <functional>

namespace dashpot::language_server {

/// Serves until the client says `exit` or its stream ends; the exit code that the protocol demands. What is wrong with
/// the stream itself is told on `log`. A check that is under way is waited for, unless `leave` ends the program before.
int serve(std::FILE* in, std::FILE* out, std::FILE* log, ServerOptions options,
          const std::function<void(int code)>& leave = {});

}  // namespace dashpot::language_server
