#include "editing/connector_sizing.hpp"

namespace dashpot::editing {

Expected<Sized, Diagnostic> growForConnection(const Scope&, const std::string& end) { return Sized{end}; }

Change shrinkAfterRemoval(const Scope&, const Connection&) { return {}; }

}  // namespace dashpot::editing
