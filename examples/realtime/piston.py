#!/usr/bin/env python3
"""A second solver: the piston of a cylinder whose hydraulics are in Dashpot (co-simulation in lock-step).

    dashpot realtime examples/split_cylinder.mo --model HydraulicsAlone --step 1ms --duration 1s \\
        --udp 7001,7002 --lockstep &
    python3 examples/realtime/piston.py --listen 7002 --send 7001 --step 1e-3

Each step the hydraulics send the force on the piston. It is held over the step while the piston moves, by the
classical Runge-Kutta method; position and velocity at the end of the step go back with the number of the message that
they answer. A message that comes twice, since its answer was lost, is answered again, and nothing moves.
"""

import argparse
import math
import socket

from controller import decode, encode

MASS = 1000.0
COULOMB, STATIC, STRIBECK, VISCOUS, SMALL = 200.0, 500.0, 0.02, 500.0, 1e-3


def friction(v):
    """Stribeck's curve, its sign smoothed within 1 mm/s, as Dashpot.Hydraulics.Actuators.Friction.Stribeck has it."""
    return math.tanh(v / SMALL) * (COULOMB + (STATIC - COULOMB) * math.exp(-((v / STRIBECK) ** 2))) + VISCOUS * v


def advance(x, v, force, step, pieces=20):
    """The piston after `step`, in short pieces: friction at rest is stiff."""
    h = step / pieces
    acceleration = lambda velocity: (force - friction(velocity)) / MASS
    for _ in range(pieces):
        k1v = acceleration(v)
        k2v = acceleration(v + h / 2 * k1v)
        k3v = acceleration(v + h / 2 * k2v)
        k4v = acceleration(v + h * k3v)
        x += h * (v + h / 6 * (k1v + k2v + k3v))
        v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v)
    return x, v


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--listen", type=int, default=7002)
    arguments.add_argument("--send", type=int, default=7001)
    arguments.add_argument("--step", type=float, default=1e-3, help="step of the exchange, in seconds")
    arguments.add_argument("--timeout", type=float, default=30.0)
    given = arguments.parse_args()

    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(("127.0.0.1", given.listen))
    link.settimeout(given.timeout)
    x, v, newest, force = 0.1, 0.0, -1, 0.0
    while True:
        message = decode(link.recv(65536))
        if message is None:
            continue
        sequence, time, values, is_last = message
        if is_last:
            break
        if sequence == newest + 1:
            if newest >= 0:
                x, v = advance(x, v, force, given.step)  # over the step that the hydraulics have just made
            force, newest = values[0], sequence
        link.sendto(encode(newest, time, [x, v]), ("127.0.0.1", given.send))
    print(f"x = {x:.9f} m, v = {v:.9f} m/s after {newest} steps")


if __name__ == "__main__":
    main()
