// model/external/fourier.hpp
//
// The Fourier transform of real samples at equal distances, as ModelicaFFT_kiss_fftr gives it: amplitudes and phases of
// the frequencies 0, 1/T, ..., n/(2 T), where T is the length of time that n samples stand for.
#pragma once

#include <span>

namespace dashpot::model {

/// n samples, n even; n/2 + 1 amplitudes, and phases in rad. With u_j = a cos(2 pi k j/n + phi) the amplitude of k is
/// a (n/2)/(n/2 + 1), and its phase phi: the C function divides by the number of frequencies, and the library is what it
/// is.
void amplitudesAndPhases(std::span<const double> samples, std::span<double> amplitudes, std::span<double> phases);

}  // namespace dashpot::model
