#!/usr/bin/env python3
"""A bot for the contest of `heap.py`. It takes 1 stone, or with the argument `best` what leaves a multiple of 4."""
import sys

input()
for line in sys.stdin:
    heap = int(line)
    best = heap % 4 if "best" in sys.argv and heap % 4 else 1
    print(best, flush=True)
