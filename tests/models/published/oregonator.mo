model Oregonator "The reaction of Belousov and Zhabotinskii (Field and Noyes 1974)"
  parameter Real s = 77.27, q = 8.375e-6, w = 0.161;
  Real y1(start = 1, fixed = true, nominal = 1), y2(start = 2, fixed = true, nominal = 1), y3(start = 3, fixed = true, nominal = 1);
equation
  der(y1) = s*(y2 + y1*(1 - q*y1 - y2));
  der(y2) = (y3 - (1 + y1)*y2)/s;
  der(y3) = w*(y1 - y3);
  annotation(experiment(StopTime = 360));
end Oregonator;
