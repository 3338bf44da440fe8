// server/worker/worker.hpp
//
// A worker: a process that compiles and runs models for one connection, one run after the other, so that an endless loop,
// a crash or a lack of memory costs a run and nothing else. It stays between runs, with the models that it has compiled.
//
//   frames        what goes through the pipes
//   run_request   what is asked
//   model_cache   compiled models
//   run_control   what is said to a run while it goes on
//   run_model     the run itself
#pragma once

namespace dashpot::server {

/// Takes what the server says from standard input, and answers on standard output, until the input ends: whoever is gone
/// wants nothing more. Gives the exit code.
int work();

}  // namespace dashpot::server
