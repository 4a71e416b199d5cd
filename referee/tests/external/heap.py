#!/usr/bin/env python3
"""A referee of the older line protocol: a heap of stones for 2 to 4 players.

In turn each takes 1 to 3 stones. The one that takes the last stone wins; an illegal number loses. `--deaf` reads no
line with a seed, as some old referees do.
"""
import random
import sys


def say(*words):
    print(*words, flush=True)


line = input()
seed = 0
if line.startswith("###Seed") and "--deaf" not in sys.argv:
    seed = int(line.split()[1])
    line = input()
if not line.startswith("###Start"):
    sys.exit(f"wanted ###Start, got {line}")
players = int(line.split()[1])
heap = random.Random(seed).randint(10, 20)
alive, out = list(range(players)), []
for player in alive:
    say(f"###Input {player}")
    say(players, player)
winner = None
while winner is None and len(alive) > 1:
    for player in list(alive):
        say(f"###Input {player}")
        say(heap)
        say(f"###Output {player} 1")
        answer = input()
        taken = int(answer.split()[0]) if "--brittle" in sys.argv or answer.isdigit() else 0
        if not 1 <= taken <= min(3, heap):
            print(f"###Error {player} InvalidInput {answer}", file=sys.stderr, flush=True)
            alive.remove(player)
            out.append(player)
            if len(alive) == 1:
                break
            continue
        heap -= taken
        if heap == 0:
            winner = player
            break
if winner is None:
    winner = alive[0]
rest = "".join(str(player) for player in alive if player != winner)
for player in alive:
    if player != winner:
        print(f"###Error {player} Lost the last stone", file=sys.stderr, flush=True)
say("###End", winner, *([rest] if rest else []), *reversed(out))
