within Dashpot.Hydraulics.Valves;
model ReliefValveFirstOrder "Relief valve from two catalogue points, with a first-order lag"
  extends HandroosIdentification;
  parameter Units.Time T(min = 1e-6) = 2e-3 "Time constant";
  parameter Boolean steadyStart = true "Start with the opening that belongs to the pressure; else closed" annotation(Dialog(tab = "Start"));
initial equation
  K = if steadyStart then K_steady else 0;
equation
  T*der(K) = K_steady - K;
  annotation(defaultComponentName = "relief", Documentation(info = "<html><p>T dK/dt = K_steady - K; see HandroosIdentification. Typical: 1 to 10 ms.</p></html>"));
end ReliefValveFirstOrder;
