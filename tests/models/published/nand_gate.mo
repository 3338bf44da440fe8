// A NAND gate in n-channel MOS technology (Guenther and Rentrop 1993; transistor model of Shichman and Hodges), in the
// units and with the gains of the test set of Mazzia and Magherini. The junctions' charges and the voltages across the
// capacitors are the states.

function charge "Of a p-n junction"
  input Real v;
  output Real q;
algorithm
  q := if v <= 0 then 2*0.87*2.4e-5*(1 - sqrt(1 - v/0.87)) else 2.4e-5*(v + v*v/(4*0.87));
  annotation(smoothOrder = 1);
end charge;

function junctionCurrent
  input Real v;
  output Real i;
algorithm
  i := if v <= 0 then -1e-14*(exp(v/25.85) - 1) else 0;
end junctionCurrent;

function forwardCurrent "From drain to source, for vds > 0"
  input Real vt0, gamma, phi, beta, vds, vg, vb;
  output Real i;
protected
  Real drive;
algorithm
  drive := vg - (vt0 + gamma*(sqrt(phi - vb) - sqrt(phi)));
  i := if drive <= 0 then 0 elseif drive <= vds then -beta*drive^2*(1 + 0.02*vds) else -beta*vds*(2*drive - vds)*(1 + 0.02*
    vds);
end forwardCurrent;

function drainCurrent
  input Real vt0, gamma, phi, forward, reverse, vs, vd, vg, sourceBulk, drainBulk;
  output Real i;
algorithm
  i := if vd > vs then forwardCurrent(vt0, gamma, phi, forward, vd - vs, vg - vs, sourceBulk) else -forwardCurrent(vt0,
    gamma, phi, reverse, vs - vd, vg - vd, drainBulk);
end drainCurrent;

block Pulse "Trapezoidal, between 0 and 5, repeated"
  parameter Real delay, rise = 5, high, fall = 5, period;
  output Real u, slope;
protected
  Real s = mod(time, period) - delay;
equation
  slope = if s < 0 then 0 elseif s < rise then 5/rise elseif s < rise + high then 0 elseif s < rise + high + fall then -5/
    fall else 0;
  u = if s < 0 then 0 elseif s < rise then 5*s/rise elseif s < rise + high then 5 elseif s < rise + high + fall then 5*(rise
     + high + fall - s)/fall else 0;
end Pulse;

model NandGate
  parameter Real rgs = 4, rgd = 4, rbs = 10, rbd = 10, cgs = 0.6e-4, cgd = 0.6e-4, c9 = 0.5e-4, vdd = 5, vbb = -2.5;
  parameter Real V0[14] = {5, 5, vbb, vbb, 5, 3.62385, 5, vbb, vbb, 3.62385, 0, 3.62385, vbb, vbb};
  Real V[14](start = V0, each nominal = 1);
  Pulse input1(delay = 5, high = 5, period = 20), input2(delay = 15, high = 15, period = 40);
protected
  Real u15(nominal = 1), u25(nominal = 1);
  Real q[6](each nominal = 2.4e-5);
  Real v[6], i[6], i1, i2, i3;
initial equation
  V = V0;
equation
  u15 = V[1] - V[5];
  u25 = V[2] - V[5];
  v = {V[3] - V[5], V[4] - vdd, V[8] - V[10], V[9] - V[5], V[13], V[14] - V[10]};
  for k in 1:6 loop
    q[k] = charge(v[k]);
    i[k] = junctionCurrent(v[k]);
  end for;
  i1 = drainCurrent(-2.43, 0.2, 1.28, 5.35e-4, 5.35e-4, V[1], V[2], V[5], v[1], v[2]);
  i2 = drainCurrent(0.2, 0.035, 1.01, 1.748e-3, 1.748e-4, V[6], V[7], input1.u, v[3], v[4]);
  i3 = drainCurrent(0.2, 0.035, 1.01, 1.748e-3, 1.748e-4, V[11], V[12], input2.u, v[5], v[6]);
  cgs*der(u15) = -(V[1] - V[5])/rgs - i1;
  cgd*der(u25) = -(V[2] - vdd)/rgd + i1;
  der(q[1]) = -(V[3] - vbb)/rbs + i[1];
  der(q[2]) = -(V[4] - vbb)/rbd + i[2];
  -cgs*der(u15) - cgd*der(u25) + c9*der(V[5]) - der(q[1]) - der(q[4]) = -(V[5] - V[1])/rgs - i[1] - (V[5] - V[7])/rgd - i[4];
  cgs*der(V[6]) = cgs*input1.slope - (V[6] - V[10])/rgs - i2;
  cgd*der(V[7]) = cgd*input1.slope - (V[7] - V[5])/rgd + i2;
  der(q[3]) = -(V[8] - vbb)/rbs + i[3];
  der(q[4]) = -(V[9] - vbb)/rbd + i[4];
  c9*der(V[10]) - der(q[3]) - der(q[6]) = -(V[10] - V[6])/rgs - i[3] - (V[10] - V[12])/rgd - i[6];
  cgs*der(V[11]) = cgs*input2.slope - V[11]/rgs - i3;
  cgd*der(V[12]) = cgd*input2.slope - (V[12] - V[10])/rgd + i3;
  der(q[5]) = -(V[13] - vbb)/rbs + i[5];
  der(q[6]) = -(V[14] - vbb)/rbd + i[6];
  annotation(experiment(StopTime = 80));
end NandGate;
