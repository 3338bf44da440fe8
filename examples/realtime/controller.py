#!/usr/bin/env python3
"""A position controller for servo_plant.mo, by datagrams.

    dashpot realtime examples/realtime/servo_plant.mo --step 1ms --duration 10s --udp 7001,7002 &
    python3 examples/realtime/controller.py --listen 7002 --send 7001

Each datagram of outputs (s, v, p_a, p_b) is answered with one that has the command of the valve. The layout is that of
docs/realtime.md: "DPRT", version, flags, sequence number, time, number of values, 0, then doubles; little endian.
A real controller, or a bridge to hardware, has the same two calls in its loop.
"""

import argparse
import socket
import struct

HEAD = struct.Struct("<4sHHQdII")  # 32 bytes
LAST = 1  # flag: the sender ends


def decode(packet):
    """(sequence, time, values, isLast), or None for what is no message."""
    if len(packet) < HEAD.size:
        return None
    magic, version, flags, sequence, time, count, _ = HEAD.unpack_from(packet)
    if magic != b"DPRT" or version != 1 or len(packet) != HEAD.size + 8 * count:
        return None
    return sequence, time, struct.unpack_from(f"<{count}d", packet, HEAD.size), bool(flags & LAST)


def encode(sequence, time, values):
    return HEAD.pack(b"DPRT", 1, 0, sequence, time, len(values), 0) + struct.pack(f"<{len(values)}d", *values)


def reference(time):
    """Half a second at 100 mm, then to and fro between 300 and 200 mm every two seconds."""
    if time < 0.5:
        return 0.1
    return 0.3 if (time - 0.5) % 4 < 2 else 0.2


class Controller:
    """Proportional, with a little damping by the velocity; the valve takes -1 to 1."""

    def __init__(self, gain=15.0, damping=0.3):
        self.gain, self.damping = gain, damping

    def command(self, time, position, velocity):
        wanted = self.gain * (reference(time) - position) - self.damping * velocity
        return max(-1.0, min(1.0, wanted))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--listen", type=int, default=7002, help="port for the outputs of the model")
    arguments.add_argument("--send", type=int, default=7001, help="port to which the command goes")
    arguments.add_argument("--timeout", type=float, default=30.0, help="seconds without a message after which it ends")
    given = arguments.parse_args()

    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(("127.0.0.1", given.listen))
    link.settimeout(given.timeout)
    controller, answered, newest = Controller(), 0, -1
    while True:
        try:
            message = decode(link.recv(65536))
        except (socket.timeout, TimeoutError):
            raise SystemExit(f"no message for {given.timeout:g} s")
        if message is None:
            continue
        sequence, time, (position, velocity, *_), is_last = message
        if is_last:
            break
        if sequence < newest:
            continue  # overtaken on its way
        newest = sequence
        link.sendto(encode(sequence, time, [controller.command(time, position, velocity)]), ("127.0.0.1", given.send))
        answered += 1
    print(f"{answered} messages answered; the load is at {1000 * position:.1f} mm, "
          f"wanted {1000 * reference(time):.1f} mm")


if __name__ == "__main__":
    main()
