within Dashpot;
package Units "Types of physical quantities, with the units an engineer reads and the size they usually have"
  // A nominal value is the size by which the error of a state is judged when its declaration gives none.

  // Geometry and time
  type Length = Real(final quantity = "Length", final unit = "m", displayUnit = "mm");
  type Diameter = Length(min = 0);
  type Area = Real(final quantity = "Area", final unit = "m2", displayUnit = "mm2", min = 0);
  type Volume = Real(final quantity = "Volume", final unit = "m3", displayUnit = "l", nominal = 1e-3, min = 0);
  type Angle = Real(final quantity = "Angle", final unit = "rad", displayUnit = "deg");
  type Time = Real(final quantity = "Time", final unit = "s");
  type Frequency = Real(final quantity = "Frequency", final unit = "Hz", min = 0);

  // Motion
  type Position = Length(nominal = 0.1);
  type Velocity = Real(final quantity = "Velocity", final unit = "m/s", nominal = 0.1);
  type Acceleration = Real(final quantity = "Acceleration", final unit = "m/s2");
  type AngularVelocity = Real(final quantity = "AngularVelocity", final unit = "rad/s", displayUnit = "rpm", nominal = 10);
  type AngularAcceleration = Real(final quantity = "AngularAcceleration", final unit = "rad/s2");

  // Mechanics
  type Mass = Real(final quantity = "Mass", final unit = "kg", min = 0);
  type Inertia = Real(final quantity = "MomentOfInertia", final unit = "kg.m2", min = 0);
  type Force = Real(final quantity = "Force", final unit = "N", displayUnit = "kN", nominal = 1e3);
  type Torque = Real(final quantity = "Torque", final unit = "N.m", nominal = 10);
  type TranslationalStiffness = Real(final quantity = "TranslationalSpringConstant", final unit = "N/m", min = 0);
  type TranslationalDamping = Real(final quantity = "TranslationalDampingConstant", final unit = "N.s/m", min = 0);
  type RotationalStiffness = Real(final quantity = "RotationalSpringConstant", final unit = "N.m/rad", min = 0);
  type RotationalDamping = Real(final quantity = "RotationalDampingConstant", final unit = "N.m.s/rad", min = 0);
  type Energy = Real(final quantity = "Energy", final unit = "J");
  type Power = Real(final quantity = "Power", final unit = "W", displayUnit = "kW", nominal = 1e3);

  // Fluids
  type Pressure = Real(final quantity = "Pressure", final unit = "Pa", displayUnit = "bar", nominal = 1e6) "A difference, or relative to the surroundings";
  type AbsolutePressure = Pressure(min = 0) "Relative to vacuum";
  type BulkModulus = Real(final quantity = "BulkModulus", final unit = "Pa", displayUnit = "bar", nominal = 1e9, min = 0);
  type Density = Real(final quantity = "Density", final unit = "kg/m3", nominal = 1e3, min = 0);
  type KinematicViscosity = Real(final quantity = "KinematicViscosity", final unit = "m2/s", displayUnit = "mm2/s", min = 0);
  type DynamicViscosity = Real(final quantity = "DynamicViscosity", final unit = "Pa.s", displayUnit = "mPa.s", min = 0);
  type MassFlowRate = Real(final quantity = "MassFlowRate", final unit = "kg/s", nominal = 0.1);
  type VolumeFlowRate = Real(final quantity = "VolumeFlowRate", final unit = "m3/s", displayUnit = "l/min", nominal = 1e-4);
  type VolumePerAngle = Real(final quantity = "Displacement", final unit = "m3/rad", displayUnit = "ml/rev", min = 0) "Displacement of a pump or motor";
  type HydraulicConductance = Real(final quantity = "HydraulicConductance", final unit = "m3/(s.Pa)", displayUnit = "l/(min.bar)", min = 0);
  type Compressibility = Real(final quantity = "Compressibility", final unit = "1/Pa", displayUnit = "1/bar", min = 0);

  // Electrics
  type Voltage = Real(final quantity = "ElectricPotential", final unit = "V", nominal = 1);
  type Current = Real(final quantity = "ElectricCurrent", final unit = "A");
  type Charge = Real(final quantity = "ElectricCharge", final unit = "C");
  type Resistance = Real(final quantity = "Resistance", final unit = "Ohm", min = 0);
  type Conductance = Real(final quantity = "Conductance", final unit = "S", min = 0);
  type Capacitance = Real(final quantity = "Capacitance", final unit = "F", min = 0);
  type Inductance = Real(final quantity = "Inductance", final unit = "H", min = 0);

  // Heat
  type Temperature = Real(final quantity = "ThermodynamicTemperature", final unit = "K", displayUnit = "degC", nominal = 300, start = 293.15, min = 0);
  type TemperatureDifference = Real(final quantity = "TemperatureDifference", final unit = "K");
  type HeatFlowRate = Real(final quantity = "Power", final unit = "W", nominal = 100);
  type HeatCapacity = Real(final quantity = "HeatCapacity", final unit = "J/K", min = 0);
  type SpecificHeatCapacity = Real(final quantity = "SpecificHeatCapacity", final unit = "J/(kg.K)", min = 0);
  type ThermalConductance = Real(final quantity = "ThermalConductance", final unit = "W/K", min = 0);
  type ThermalConductivity = Real(final quantity = "ThermalConductivity", final unit = "W/(m.K)", min = 0);
  type CoefficientOfHeatTransfer = Real(final quantity = "CoefficientOfHeatTransfer", final unit = "W/(m2.K)", min = 0);

  // Constants
  constant Real pi = 3.14159265358979323846;
  constant Acceleration standardGravity = 9.80665;
  constant AbsolutePressure standardAtmosphere = 101325;

  annotation(Documentation(info = "<html><p>Each type has the SI unit, the unit in which values are shown, and the
size its values usually have (<code>nominal</code>), by which the tolerance of a state is scaled.</p></html>"));
end Units;
