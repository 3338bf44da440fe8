// Properties of fluids as functions of pressure.

model TaitModulus "B(0) = b/a, B(100 bar) = 1.6007e9 Pa, dB/dp(0) = 1/a - 1 (Esque 2008, eq. 3.2)"
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid(liquid = Fluids.Liquid.tait, p_ambient = 0);
  Real p = time*100e5;
  Real B = Fluids.bulkModulus(fluid, p);
  Real B_der = der(B)/100e5;
  Real V = Fluids.liquidVolume(fluid, p);
  // expect B(0) = 1.5e9 +- 1
  // expect B(1) = 1.6007e9 +- 1e5
  // expect B_der(0) = 10.1111 +- 1e-4
  // expect V(1) = 0.993568693242 +- 1e-10
  annotation(experiment(StopTime = 1, Interval = 0.1));
end TaitModulus;

model ModulusIsTheSlopeOfDensity "B = rho dp/drho from 0.005 bar to 300 bar, for every law"
  import Dashpot.Hydraulics.*;
  parameter Fluids.MineralOil_VG46 oil;
  parameter Fluids.Water water;
  parameter Fluids.WaterGlycol_HFC hfc;
  parameter Fluids.TextbookOil airy(constantDensity = false, cavitation = Fluids.Cavitation.releasedAir, dissolvedAir = 0.1, n = 1.4, p_saturation = 1e5);
  Real p = 500*10^(time*4.8);
  Real rho[4] = {Fluids.density(oil, p), Fluids.density(water, p), Fluids.density(hfc, p), Fluids.density(airy, p)};
  Real B[4] = {Fluids.bulkModulus(oil, p), Fluids.bulkModulus(water, p), Fluids.bulkModulus(hfc, p), Fluids.bulkModulus(airy, p)};
  Real quotient[4];
equation
  for i in 1:4 loop
    quotient[i] = B[i]*der(rho[i])/(rho[i]*der(p));
  end for;
  // expect quotient[1] in [0.999999999, 1.000000001]
  // expect quotient[2] in [0.999999999, 1.000000001]
  // expect quotient[3] in [0.999999999, 1.000000001]
  // expect quotient[4] in [0.999999999, 1.000000001]
  annotation(experiment(StopTime = 1, Interval = 0.01));
end ModulusIsTheSlopeOfDensity;

model HaspModulus "Released air below saturation: 1/B_eff = 1/B + d (p_s - p)/(n p^2); the liquid's at saturation"
  import Dashpot.Hydraulics.*;
  parameter Fluids.TextbookOil fluid(B = 7e8, cavitation = Fluids.Cavitation.releasedAir, dissolvedAir = 0.1, n = 1.4, p_saturation = 1e5);
  Real B_saturation = Fluids.bulkModulus(fluid, 1e5*time);
  Real B_half = Fluids.bulkModulus(fluid, 0.5e5*time);
  // expect B_saturation(1) = 7e8 +- 1e-3
  // expect B_half(1) = 699300.699301 +- 1e-3
  annotation(experiment(StopTime = 1, Interval = 0.5));
end HaspModulus;

model SoundInWater "Water carries sound at 1478 m/s"
  import Dashpot.Hydraulics.*;
  parameter Fluids.Water water(entrainedAir = 0, dissolvedAir = 0);
  Real c = sqrt(Fluids.bulkModulus(water, 1e5*(1 + time))/Fluids.density(water, 1e5*(1 + time)));
  // expect c(1) = 1478 +- 1
  annotation(experiment(StopTime = 1, Interval = 0.5));
end SoundInWater;

model CavitationKeepsMass "Fluid is drawn from a closed chamber and pushed back: its mass returns, its pressure stays positive"
  import Dashpot.Hydraulics.*;
  inner Fluids.MineralOil_VG46 fluid;
  Sources.FlowSignal flow_(u = -2e-5*sin(2*Dashpot.Units.pi*time));
  Volumes.FixedVolume volume(V = 1e-4);
  Real taken(start = 0, fixed = true) "Mass taken";
  Real balance = volume.m + taken;
equation
  connect(flow_.port, volume.port);
  der(taken) = flow_.port.m_flow;
  // expect volume.p in [1, 1.2e5]
  // expect volume.p(1) = 101325 +- 100
  // expect balance(0.5) = 0.0862 +- 1e-6
  // expect balance(1) = 0.0862 +- 1e-6
  // tolerance 1e-8
  // methods rodas4 radau5 ida
  annotation(experiment(StopTime = 1, Interval = 0.01));
end CavitationKeepsMass;
