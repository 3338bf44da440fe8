#include "model/external/random_functions.hpp"

namespace dashpot::model {

const std::string_view randomFunctions = R"(
function '$word' "The digits of 64 bits that two Integers hold, the lowest first"
  input Integer low;
  input Integer high;
  output Integer w[4];
algorithm
  w := {mod(low, 65536), mod(div(low - mod(low, 65536), 65536), 65536),
        mod(high, 65536), mod(div(high - mod(high, 65536), 65536), 65536)};
end '$word';

function '$signed'
  input Integer low;
  input Integer high;
  output Integer i;
algorithm
  i := low + 65536*(if high >= 32768 then high - 65536 else high);
end '$signed';

function '$xor'
  input Integer a[4];
  input Integer b[4];
  output Integer w[4];
protected
  Integer x;
  Integer y;
  Integer bit;
algorithm
  for i in 1:4 loop
    x := a[i];
    y := b[i];
    w[i] := 0;
    bit := 1;
    while bit < 65536 loop
      w[i] := w[i] + bit*mod(x + y, 2);
      x := div(x, 2);
      y := div(y, 2);
      bit := 2*bit;
    end while;
  end for;
end '$xor';

function '$plus' "a + b modulo 2^64"
  input Integer a[4];
  input Integer b[4];
  output Integer w[4];
protected
  Integer sum = 0;
algorithm
  for i in 1:4 loop
    sum := div(sum, 65536) + a[i] + b[i];
    w[i] := mod(sum, 65536);
  end for;
end '$plus';

function '$times' "a*b modulo 2^64; a shift to the left is a product with a power of 2"
  input Integer a[4];
  input Integer b[4];
  output Integer w[4];
protected
  Integer sum = 0;
algorithm
  for k in 1:4 loop
    sum := div(sum, 65536);
    for i in 1:k loop
      sum := sum + a[i]*b[k + 1 - i];
    end for;
    w[k] := mod(sum, 65536);
  end for;
end '$times';

function '$right' "a shifted to the right by some digits, and divided by a power of 2"
  input Integer a[4];
  input Integer digits;
  input Integer divisor;
  output Integer w[4];
protected
  Integer b[9] = {a[1], a[2], a[3], a[4], 0, 0, 0, 0, 0};
algorithm
  for k in 1:4 loop
    w[k] := div(b[k + digits], divisor) + mod(b[k + digits + 1], divisor)*div(65536, divisor);
  end for;
end '$right';

function '$uniform' "The word as a number in (0, 1]: as a signed one, rounded once, times 2^(-64), plus 1/2"
  input Integer w[4];
  output Real r;
algorithm
  r := (if w[4] >= 32768 then w[4] - 65536 else w[4])*281474976710656.0 + w[3]*4294967296.0 + w[2]*65536.0 + w[1];
  r := r*5.421010862427522e-20 + 0.5;
end '$uniform';

function '$xorshift64star'
  input Integer state[2];
  output Integer next[2];
  output Real r;
protected
  Integer x[4];
algorithm
  x := '$word'(state[1], state[2]);
  x := '$xor'(x, '$right'(x, 0, 4096));
  x := '$xor'(x, '$times'(x, {0, 512, 0, 0}));
  x := '$xor'(x, '$right'(x, 1, 2048));
  x := '$times'(x, {56605, 20332, 62609, 9541});
  next := {'$signed'(x[1], x[2]), '$signed'(x[3], x[4])};
  r := '$uniform'(x);
  annotation(Inline = false);
end '$xorshift64star';

function '$xorshift128plus'
  input Integer state[4];
  output Integer next[4];
  output Real r;
protected
  Integer a[4];
  Integer b[4];
  Integer x[4];
algorithm
  a := '$word'(state[1], state[2]);
  b := '$word'(state[3], state[4]);
  a := '$xor'(a, '$times'(a, {0, 128, 0, 0}));
  x := '$plus'('$xor'('$xor'(a, b), '$xor'('$right'(a, 1, 2), '$right'(b, 1, 1024))), b);
  next := {state[3], state[4], '$signed'(x[1], x[2]), '$signed'(x[3], x[4])};
  r := '$uniform'(x);
  annotation(Inline = false);
end '$xorshift128plus';

function '$xorshift1024star'
  input Integer state[33];
  output Integer next[33];
  output Real r;
protected
  Integer p;
  Integer a[4];
  Integer b[4];
  Integer x[4];
algorithm
  p := mod(state[33], 16);
  a := '$word'(state[2*p + 1], state[2*p + 2]);
  p := mod(p + 1, 16);
  b := '$word'(state[2*p + 1], state[2*p + 2]);
  b := '$xor'(b, '$times'(b, {0, 32768, 0, 0}));
  b := '$xor'(b, '$right'(b, 0, 2048));
  a := '$xor'(a, '$right'(a, 1, 16384));
  x := '$xor'(a, b);
  next := state;
  next[2*p + 1] := '$signed'(x[1], x[2]);
  next[2*p + 2] := '$signed'(x[3], x[4]);
  next[33] := p;
  r := '$uniform'('$times'(x, {64949, 21655, 35284, 4198}));
  annotation(Inline = false);
end '$xorshift1024star';
)";

}  // namespace dashpot::model
