package InlinedListing "Radau IIA(5) worked into a circuit by hand (Treeaporn 2005, appendix B)"

  function slopes "Of the circuit, problem A2 of Enright, Hull and Lindberg (1975)"
    input Real y[9];
    output Real d[9];
  algorithm
    d[1] := -1800*y[1] + 900*y[2];
    for i in 2:8 loop
      d[i] := y[i - 1] - 2*y[i] + y[i + 1];
    end for;
    d[9] := 1000*y[8] - 2000*y[9] + 1000;
  end slopes;

  model AsPublished "Stage slopes are taken of the stages of the step before, and nothing is iterated"
    parameter Real tolerance = 1e-5;
    parameter Real firstStep = 5e-4;
    constant Real q = sqrt(6);
    constant Real c[3] = {(4 - q)/10, (4 + q)/10, 1};
    constant Real a[3, 3] = {{(88 - 7*q)/360, (296 - 169*q)/1800, (-2 + 3*q)/225},
                             {(296 + 169*q)/1800, (88 + 7*q)/360, (-2 - 3*q)/225},
                             {(16 - q)/36, (16 + q)/36, 1/9}};
    constant Real e[10] = {-0.00517140382204, -0.00094714677404, -0.04060469717694, -0.01364429384901, 1.41786808325433,
                           -0.17475783086782, 0.48299282769491, -0.19733415138754, 0.55942205973218, 0.10695524944855};
    discrete output Real x1[9](each start = 0, each fixed = true), x2[9](each start = 0, each fixed = true);
    discrete output Real x3[9](each start = 0, each fixed = true) "At the end of the step";
    discrete output Real h(start = firstStep, fixed = true);
    discrete output Real estimate(start = 0, fixed = true);
    output Integer steps(start = 0, fixed = true);
  protected
    discrete Real f1[9](each start = 0, each fixed = true), f2[9](each start = 0, each fixed = true);
    discrete Real f3[9](each start = 0, each fixed = true), xHat[9](each start = 0, each fixed = true);
    discrete Real oldX1[9](each start = 0, each fixed = true), oldX2[9](each start = 0, each fixed = true);
    discrete Real oldX3[9](each start = 0, each fixed = true), old2X2[9](each start = 0, each fixed = true);
    discrete Real old2X3[9](each start = 0, each fixed = true), oldF1[9](each start = 0, each fixed = true);
    discrete Real oldF2[9](each start = 0, each fixed = true), old2F1[9](each start = 0, each fixed = true);
    discrete Real old2F2[9](each start = 0, each fixed = true);
    discrete Real next1(start = c[1]*firstStep, fixed = true), next2(start = c[2]*firstStep, fixed = true);
    discrete Real next3(start = c[3]*firstStep, fixed = true);
    Integer counter(start = 0, fixed = true);
  algorithm
    when time >= pre(next1) then
      f1 := slopes(x1);
    end when;
    when time >= pre(next2) then
      f2 := slopes(x2);
    end when;
    when time >= pre(next3) then
      f3 := slopes(x3);
      x1 := oldX3 + h*(a[1, 1]*f1 + a[1, 2]*f2 + a[1, 3]*f3);
      x2 := oldX3 + h*(a[2, 1]*f1 + a[2, 2]*f2 + a[2, 3]*f3);
      x3 := oldX3 + h*(a[3, 1]*f1 + a[3, 2]*f2 + a[3, 3]*f3);
      xHat := e[1]*old2X3 + e[2]*h*old2F1 + e[3]*old2X2 + e[4]*h*old2F2 + e[5]*oldX3 + e[6]*oldX1 + e[7]*h*oldF1
        + e[8]*oldX2 + e[9]*h*oldF2 + e[10]*h*f3;
      estimate := max(sqrt((xHat - x3)*(xHat - x3)), tolerance/10);
      if counter == 2 then
        h := max(h/2, min(2*h, (tolerance/estimate)^(1/6)*h));
        counter := 1;
      else
        counter := counter + 1;
      end if;
      next1 := time + c[1]*h;
      next2 := time + c[2]*h;
      next3 := time + c[3]*h;
      old2X2 := oldX2;
      old2X3 := oldX3;
      old2F1 := oldF1;
      old2F2 := oldF2;
      oldX1 := x1;
      oldX2 := x2;
      oldX3 := x3;
      oldF1 := f1;
      oldF2 := f2;
      steps := steps + 1;
    end when;
    annotation(experiment(StopTime = 20, Interval = 20));
  end AsPublished;

  model Corrected "The same circuit for a method that solves its stages"
    Real y[9](each start = 0, each fixed = true);
  equation
    der(y) = slopes(y);
    annotation(experiment(StopTime = 20, Tolerance = 1e-5));
  end Corrected;

end InlinedListing;
