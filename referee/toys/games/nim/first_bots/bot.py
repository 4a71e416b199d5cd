# Nim: takes as many matches as leave a multiple of four, if it can.
import sys

for line in sys.stdin:
    left = int(line)
    if "--verbose" in sys.argv:
        print(left, "matches are left", file=sys.stderr)
    print(left % 4 or 1, flush=True)
