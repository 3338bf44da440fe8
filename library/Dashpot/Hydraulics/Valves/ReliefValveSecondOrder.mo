within Dashpot.Hydraulics.Valves;
model ReliefValveSecondOrder "Relief valve from two catalogue points, of second order"
  extends HandroosIdentification;
  parameter Units.Frequency f(min = 1e-3) = 80 "Natural frequency";
  parameter Real zeta(min = 0) = 0.7 "Damping ratio";
  parameter Real K_start(min = 0) = 0 "Flow coefficient at the start; 0: closed" annotation(Dialog(tab = "Start"));
  Real K_der(nominal = 1e-5) "Its rate";
protected
  parameter Real omega(unit = "rad/s") = 2*Units.pi*f;
initial equation
  K = K_start;
  K_der = 0;
equation
  der(K) = K_der;
  der(K_der) = omega^2*(K_steady - K) - 2*zeta*omega*K_der;
  annotation(defaultComponentName = "relief", Documentation(info = "<html><p>d2K/dt2 = c3^2 (p - p_set) - 2 c3 c4 dK/dt - c3^2 (c1 + c2 p_set) K (Handroos and Vilenius 1990), written with the natural frequency
omega = c3 sqrt(c1 + c2 p_set) and the damping ratio zeta = c3 c4/omega. A negative K is a closed valve. Typical: f 30 to 200 Hz; zeta 0.4 to 1.</p></html>"));
end ReliefValveSecondOrder;
