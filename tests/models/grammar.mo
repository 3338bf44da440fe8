within A.B;
// Every construct of the grammar once; parsed, not simulated.
encapsulated partial package P "description"
  import SI = Modelica.Units.SI;
  import Modelica.Math.*;
  import Modelica.Math.{sin, cos};
  import Modelica.Math. *;
  type E = enumeration(a "first", b annotation(Icon(x = 1)), c);
  type Empty = enumeration();
  type Any = enumeration(:);
  type V3 = Real[3](each unit = "m") annotation(Icon(x = 1));
  function f "a function"
    extends Base(redeclare package Medium = Water, final n = 2);
    input Real x;
    input Real y[:, size(x, 1)] = {{1, 2}};
    output Real z;
  protected
    Integer i;
  algorithm
    (z, , i) := g(x, y = 2);
    for k in 1:10, l loop
      if x > 0 then
        z := x;
      elseif x < -1 then
        break;
      else
        return;
      end if;
    end for;
    while i < 3 loop
      i := i + 1;
    end while;
    when x > 1 then
      z := 2;
    elsewhen x > 2 then
      z := 3;
    end when;
    print("a \"quoted\" text");
  end f;
  impure function h
    external "C" z = h_c(x, y) annotation(Library = "h");
  end h;
  function d = der(f, x);
  function d2 = der(f, x, y) "second derivative";
  pure operator function plus = g;
  connector Signal = input Real[3](each unit = "V");
  operator record R
    Real re;
  end R;
  expandable connector Bus
  end Bus;
  connector S
    stream Real h;
    flow Real m;
    Real p;
  end S;
  replaceable model X = Y constrainedby Z(a = 1) "choice";
  model extends M(a = 2)
    inner outer replaceable Real w[n](each start = 1, each fixed = true) = ones(n) if use "conditional";
    redeclare final parameter Boolean q = not (a and b) or c;
    discrete Real 'a quoted name'(redeclare each final replaceable Real z = 2);
    output Integer o;
    extends N(break a, break connect(b, c.d[1]), x = break, replaceable T t = u constrainedby W);
    replaceable Real r1, r2 constrainedby Real(min = 0);
  public
    constant String s = "text" + "more";
  initial equation
    w = zeros(n);
  equation
    connect(a[1].b, .c.d[end]);
    for i in 1:n loop
      w[i] = sum(v[j]^2 for j in 1:i);
    end for;
    if initial() then
      x = 1;
    else
      x = 2;
    end if;
    when {sample(0, 1), x > 2} then
      reinit(x, pre(y));
    elsewhen terminal() then
      y = 3;
    end when;
    assert(x > 0, "message") "why" annotation(y = 1);
    (a, , b) = g(c);
    x = (u + v)[2] + (w).re + .5e3;
    x .* y = h(function g(a = 1)) annotation(Line(points = {{1, 2}, {3, 4}}));
  initial algorithm
    x := 1;
    annotation(Documentation(info = "x"));
  end M;
end P;
