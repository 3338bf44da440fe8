within Dashpot.Hydraulics;
package Fluids "Fluids as sets of parameters, and their properties as functions of pressure"
  type Liquid = enumeration(constantModulus "B is constant", tait "B grows with the pressure (Tait)") "How the liquid is compressed";
  type Cavitation = enumeration(
    none "Liquid only; tension is possible",
    releasedAir "Dissolved air makes the fluid softer below the saturation pressure (HASP)",
    gasAndVapour "Entrained air, air that comes out of solution, and vapour") "What happens at low pressure";

  annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}), graphics = {
      Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 60, 160}, fillColor = {235, 242, 250}, fillPattern = FillPattern.Solid, radius = 20),
      Polygon(points = {{0, 80}, {-40, 10}, {-50, -30}, {-30, -70}, {0, -80}, {30, -70}, {50, -30}, {40, 10}}, smooth = Smooth.Bezier, lineColor = {0, 60, 160}, fillColor = {200, 220, 245}, fillPattern = FillPattern.Solid)}),
    Documentation(info = "<html>
<p>A circuit declares its fluid once, as <code>inner</code>; its components refer to it by <code>outer Fluid fluid</code>. The temperature is
constant: density and viscosity are those at the temperature of operation.</p>
<p>The density is a function of pressure alone, and a volume of fluid obeys d(rho V)/dt = sum of its mass flows. Cavitation is
part of this function: gas and vapour take up volume at low pressure, the mixture becomes soft, and its mass stays what it is. No
pressure is ever clamped.</p></html>"));
end Fluids;
