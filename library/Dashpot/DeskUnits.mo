within Dashpot;
package DeskUnits "Units of the desk as factors: p_set = 210*bar"
  // Each is the unit in SI units.

  // Geometry and time
  constant Units.Length um = 1e-6 "Micrometre";
  constant Units.Length mm = 1e-3 "Millimetre";
  constant Units.Length cm = 1e-2 "Centimetre";
  constant Units.Length inch = 25.4e-3 "Inch";
  constant Units.Area mm2 = 1e-6 "Square millimetre";
  constant Units.Area cm2 = 1e-4 "Square centimetre";
  constant Units.Volume ml = 1e-6 "Millilitre";
  constant Units.Volume cc = 1e-6 "Cubic centimetre";
  constant Units.Volume litre = 1e-3 "Litre";
  constant Units.Angle deg = Units.pi/180 "Degree";
  constant Units.Time ms = 1e-3 "Millisecond";
  constant Units.Time minute = 60 "Minute";

  // Motion and forces
  constant Units.AngularVelocity rpm = 2*Units.pi/60 "Revolutions per minute";
  constant Units.Velocity mm_s = 1e-3 "Millimetres per second";
  constant Units.Velocity km_h = 1/3.6 "Kilometres per hour";
  constant Units.Mass gram = 1e-3 "Gram";
  constant Units.Mass tonne = 1e3 "Tonne";
  constant Units.Force kN = 1e3 "Kilonewton";
  constant Units.TranslationalStiffness N_mm = 1e3 "Newtons per millimetre";
  constant Units.Power kW = 1e3 "Kilowatt";

  // Fluids
  constant Units.Pressure bar = 1e5 "Bar";
  constant Units.Pressure MPa = 1e6 "Megapascal";
  constant Units.Pressure psi = 6894.757293168361 "Pounds per square inch";
  constant Units.VolumeFlowRate l_min = 1e-3/60 "Litres per minute";
  constant Units.VolumeFlowRate ml_min = 1e-6/60 "Millilitres per minute";
  constant Units.VolumeFlowRate gpm = 3.785411784e-3/60 "US gallons per minute";
  constant Units.VolumePerAngle cc_rev = 1e-6/(2*Units.pi) "Cubic centimetres per revolution";
  constant Units.HydraulicConductance l_min_bar = 1e-3/60/1e5 "Litres per minute and bar";
  constant Units.KinematicViscosity mm2_s = 1e-6 "Square millimetres per second (centistokes)";

  // Electrics and heat
  constant Units.Voltage mV = 1e-3 "Millivolt";
  constant Units.Current mA = 1e-3 "Milliampere";
  constant Units.Resistance kOhm = 1e3 "Kiloohm";
  constant Units.Inductance mH = 1e-3 "Millihenry";
  constant Units.Capacitance uF = 1e-6 "Microfarad";
  constant Units.Frequency kHz = 1e3 "Kilohertz";
  constant Units.Temperature zeroCelsius = 273.15 "0 degC: 60 degC are zeroCelsius + 60";

  annotation(Documentation(info = "<html><p>Values of the library are in SI units. With <code>import Dashpot.DeskUnits.*;</code> a model is written as data sheets are:
<code>Valves.ReliefValve relief(p_set = 210*bar)</code>, <code>Pumps.Pump pump(D = 45*cc_rev)</code>, <code>Sources.FlowSource source(Q = 20*l_min)</code>,
<code>Sources.PrimeMover motor(omega = 1450*rpm)</code>. A name of the model itself goes before an imported one.</p></html>"));
end DeskUnits;
