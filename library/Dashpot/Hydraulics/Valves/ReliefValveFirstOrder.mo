within Dashpot.Hydraulics.Valves;
model ReliefValveFirstOrder "Relief valve from two catalogue points, with a first-order lag"
  extends HandroosIdentification;
  parameter Units.Time T(min = 1e-6) = 2e-3 "Time constant";
  parameter Real K_start(min = 0) = 0 "Flow coefficient at the start; 0: closed" annotation(Dialog(tab = "Start"));
initial equation
  K = K_start;
equation
  T*der(K) = K_steady - K;
  annotation(defaultComponentName = "relief", Documentation(info = "<html><p>T dK/dt = K_steady - K; see HandroosIdentification. Typical: T 1 to 10 ms.</p></html>"));
end ReliefValveFirstOrder;
