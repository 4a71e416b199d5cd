#!/usr/bin/env python3
"""A referee of version 2 of the line protocol that draws its board: players walk on a field and collect coins.

Each turn both players are sent one line with the place of each player and of each coin, and answer with N, E, S or W. A coin belongs to
the player that steps on it first; the player with the lower number moves first.
"""
import json
import random

WIDTH, HEIGHT, TURNS = 9, 6, 12
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def say(*words):
    print(*words, flush=True)


def main():
    seed = int(input().split()[1])
    players = int(input().split()[1])
    say("###Protocol 2")
    while input() != "###Go":
        pass
    rng = random.Random(seed)
    free = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    rng.shuffle(free)
    robots = [free.pop() for _ in range(players)]
    coins = [free.pop() for _ in range(7)]
    walls = [free.pop() for _ in range(6)]
    trails, points = [[robot] for robot in robots], [0] * players
    for turn in range(TURNS):
        draw(robots, coins, walls, trails, points)
        for player in range(players):
            say(f"###Input {player}")
            say(*(f"{x},{y}" for x, y in robots + coins))
            say(f"###Output {player} 1 1000")
        say("###Wait")
        for player in range(players):
            word = input().split()[0]
            dx, dy = STEPS.get(input().strip() if word == "###Answer" else "", (0, 0))
            x, y = robots[player]
            to = (min(max(x + dx, 0), WIDTH - 1), min(max(y + dy, 0), HEIGHT - 1))
            if to not in walls:
                robots[player] = to
                trails[player].append(to)
            if to in coins:
                coins.remove(to)
                points[player] += 1
                say(f"###Tooltip {player} takes a coin at {to[0]} {to[1]}")
    draw(robots, coins, walls, trails, points)
    for player in range(players):
        say(f"###Score {player} {points[player]}")
    say("###End")


def draw(robots, coins, walls, trails, points):
    rows = ["".join("#" if (x, y) in walls else "." for x in range(WIDTH)) for y in range(HEIGHT)]
    things = [{"at": coin, "shape": "box", "name": "coin"} for coin in coins]
    for player, robot in enumerate(robots):
        says = f"has {points[player]} coins"
        things.append({"at": robot, "seat": player, "text": "AB"[player], "name": "robot", "says": says})
    lines = [{"seat": player, "points": trail} for player, trail in enumerate(trails)]
    say("###Scene", json.dumps({"rows": rows, "things": things, "lines": lines, "measures": {"coins": points}}))


main()
