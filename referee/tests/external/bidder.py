#!/usr/bin/env python3
"""A bot for the contest of `auction.py`: it bids a number, by default 5, in each round."""
import sys

values = dict(word.split("=") for word in sys.argv if "=" in word)
if "--params" in sys.argv:
    print('{"name":"bid","whole":true,"default":5,"low":0,"high":9}')
    sys.exit()
bid = round(float(values.get("bid", 5)))
for line in sys.stdin:
    print(bid, flush=True)
