// The external functions and objects of the Modelica Standard Library that are built in, declared as the library does,
// for tests that must run without it.
#pragma once

namespace dashpot::testing {

constexpr const char* externals = R"(
package Ext
  type Smoothness = enumeration(linear, akima, steps, fritschButland, steffen, modifiedAkima);
  type Extrapolation = enumeration(hold, lastTwoPoints, periodic, none);
  type TimeEvents = enumeration(always, atDiscontinuities, none);
  class Curve
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Smoothness smoothness;
      input Extrapolation extrapolation;
      output Curve t;
      external "C" t = ModelicaStandardTables_CombiTable1D_init2(fileName, tableName, table, size(table, 1),
        size(table, 2), columns, size(columns, 1), smoothness, extrapolation, false);
    end constructor;
    function destructor
      input Curve t;
      external "C" ModelicaStandardTables_CombiTable1D_close(t);
    end destructor;
  end Curve;
  class TimeCurve
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Real startTime;
      input Smoothness smoothness;
      input Extrapolation extrapolation;
      input Real shiftTime;
      input TimeEvents timeEvents;
      output TimeCurve t;
      external "C" t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", table, size(table, 1),
        size(table, 2), startTime, {2}, 1, smoothness, extrapolation, shiftTime, timeEvents, false);
    end constructor;
    function destructor
      input TimeCurve t;
      external "C" ModelicaStandardTables_CombiTimeTable_close(t);
    end destructor;
  end TimeCurve;
  class Surface
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Smoothness smoothness;
      input Extrapolation extrapolation;
      output Surface t;
      external "C" t = ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", table, size(table, 1),
        size(table, 2), smoothness, extrapolation, false);
    end constructor;
    function destructor
      input Surface t;
      external "C" ModelicaStandardTables_CombiTable2D_close(t);
    end destructor;
  end Surface;
  function curve
    input Curve t;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(t, column, u);
  end curve;
  function first
    input Curve t;
    output Real u;
    external "C" u = ModelicaStandardTables_CombiTable1D_minimumAbscissa(t);
  end first;
  function last
    input Curve t;
    output Real u;
    external "C" u = ModelicaStandardTables_CombiTable1D_maximumAbscissa(t);
  end last;
  function timeCurve
    input TimeCurve t;
    input Real u;
    input Real next;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, 1, u, next, next);
  end timeCurve;
  function nextEvent
    input TimeCurve t;
    input Real u;
    output Real next;
    external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, u);
  end nextEvent;
  function surface
    input Surface t;
    input Real u1;
    input Real u2;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(t, u1, u2);
  end surface;
  function surfaceFirst
    input Surface t;
    output Real u[2];
    external "C" ModelicaStandardTables_CombiTable2D_minimumAbscissa(t, u);
  end surfaceFirst;
  function xorshift64star
    input Integer state[2];
    output Real r;
    output Integer next[2];
    external "C" ModelicaRandom_xorshift64star(state, next, r);
  end xorshift64star;
  function xorshift128plus
    input Integer state[4];
    output Real r;
    output Integer next[4];
    external "C" ModelicaRandom_xorshift128plus(state, next, r);
  end xorshift128plus;
  function xorshift1024star
    input Integer state[33];
    output Real r;
    output Integer next[33];
    external "C" ModelicaRandom_xorshift1024star(state, next, r);
  end xorshift1024star;
  function hash
    input String s;
    output Integer h;
    external "C" h = ModelicaStrings_hashString(s);
  end hash;
  function length
    input String s;
    output Integer n;
    external "C" n = ModelicaStrings_length(s);
  end length;
  function seed "a function of a text that is written in Modelica"
    input String name;
    output Integer n;
  algorithm
    n := hash(name) + length(name);
  end seed;
end Ext;
)";

}  // namespace dashpot::testing
