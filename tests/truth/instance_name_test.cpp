// The name of an instance, which functions are given to make seeds from.
#include "dashpot/simulation.hpp"

#include <gtest/gtest.h>

namespace dashpot::truth {
namespace {

Simulation finished(const Model& model) {
  EXPECT_TRUE(model) << model.messages();
  Simulation run(model, {.stop = 1.0, .tolerance = 1e-8});
  EXPECT_TRUE(run.run()) << run.messages();
  return run;
}

TEST(InstanceName, HasTheModelWithoutItsPackages) {
  const Simulation run = finished(Model::fromText(R"(
package P
  model Part
    parameter Boolean isNamedSo = getInstanceName() == "Vehicle.engine.part";
    Real x = time;
  end Part;
  model Engine
    Part part;
  end Engine;
  model Vehicle
    Engine engine;
  end Vehicle;
end P;)",
                                                  {.name = "P.Vehicle", .native = false}));
  EXPECT_EQ(run.value("engine.part.isNamedSo"), 1.0);
}

}  // namespace
}  // namespace dashpot::truth
