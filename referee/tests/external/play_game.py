#!/usr/bin/env python3
"""A play script as psyleague and cgarena run it: `play_game.py SEED BOT BOT …` prints one JSON object.

It runs `patched.py`, which lies beside it. The seed 13 makes it print a word in place of its object.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

seed, bots = sys.argv[1], sys.argv[2:]
with tempfile.TemporaryDirectory() as folder:
    log = os.path.join(folder, "log")
    flags = "".join(f' -p{number + 1} "{bot}"' for number, bot in enumerate(bots))
    referee = os.path.join(os.path.dirname(os.path.abspath(__file__)), "patched.py")
    subprocess.run(f'"{sys.executable}" "{referee}"{flags} -d seed={seed} -l "{log}"', shell=True, check=True,
                   stdout=subprocess.DEVNULL)
    with open(log) as file:
        game = json.load(file)
scores = [game["scores"][str(seat)] for seat in range(len(bots))]
result = {
    "ranks": [sum(mine < other for other in scores) for mine in scores],
    "errors": [int(score < 0) for score in scores],
    "test_data": {"seed": seed},
    "player_data": [{"points": str(score)} for score in scores],
    "attributes": [],
}
for seat in range(len(bots)):
    for line in game["errors"][str(seat)]:
        if match := re.match(r"\[PDATA\]\[(\d+)\] (\w+) = (.+)", line):
            turn, name, value = match.groups()
            result["attributes"].append({"name": name, "player": seat, "turn": int(turn), "value": value})
print("some words first")
print("nothing" if seed == "13" else json.dumps(result))
