#!/usr/bin/env python3
"""A bot for the contest of `engine.py`: it says a number, by default 5, in each turn."""
import sys

values = dict(word.split("=") for word in sys.argv if "=" in word)
if "--params" in sys.argv:
    print('{"name":"number","whole":true,"default":5,"low":0,"high":9}')
    sys.exit()
number = round(float(values.get("number", 5)))
for line in sys.stdin:
    if line.startswith("l"):
        print(number, flush=True)
