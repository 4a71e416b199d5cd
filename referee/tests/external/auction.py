#!/usr/bin/env python3
"""A referee of version 2 of the line protocol: an auction for 1 to 4 players.

In each round all players bid at once, 0 to 9, and each gets what it bid. The option `odd` is a misdeed; `odd-seed`
limits it to seeds that are divisible by this number.
"""
import os
import random
import signal
import sys
import time


def say(*words):
    print(*words, flush=True)


def start():
    """Seed, number of players, options."""
    seed = int(input().split()[1])
    players = int(input().split()[1])
    say("###Protocol 2" + ("" if "--alone" in sys.argv else " reuse"))
    options = {}
    while (line := input()) != "###Go":
        _, name, value = line.split(" ", 2)
        options[name] = value
    return seed, players, options


def misbehave(odd):
    if odd == "hang":
        time.sleep(1000)
    elif odd == "die":
        print("MemoryError: so it goes", file=sys.stderr)
        sys.exit(3)
    elif odd == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif odd == "nonsense":
        say("###Measure size 9\nHello, here is the referee")
    elif odd == "stranger":
        say("###Output 7 1")
    elif odd == "million":
        say("###Output 0 1000000")
    elif odd == "twice":
        say("###Output 0 1\n###Output 0 1\n###Wait")
    elif odd == "silent":
        say("###Wait")
    elif odd == "flood":
        say("###Input 0")
        while True:
            say("so many words")
    elif odd == "chatter":
        while True:
            print("so many words", file=sys.stderr)
    elif odd == "fork":
        # Not without end: what the machine can still do then is not for a test to find out.
        for _ in range(40):
            if os.fork() == 0:
                break
        time.sleep(1000)
    elif odd == "orphan":
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    elif odd == "void-alone":
        say("###Void")
    elif odd == "void":
        say("###Void the dice fell off the table")


def play(seed, players, options):
    rounds, odd = int(options.get("rounds", 3)), options.get("odd", "")
    together = options.get("together", "true") == "true"
    if seed % int(options.get("odd-seed", 1)) != 0:
        odd = ""
    value = random.Random(seed).randint(0, 99)
    points, alive = [0] * players, set(range(players))
    bids = []
    for number in range(rounds):
        if number == 1:
            misbehave(odd)
        for player in range(players):
            say(f"###Input {player}\nround {number} value {value}\n###Output {player} 1 {1000 if number == 0 else 100}")
            if not together:
                say("###Wait")
                bids.append(receive(player, points, alive))
        if together:
            say("###Wait")
            bids = [receive(player, points, alive) for player in range(players)]
        say(f"###Summary round {number}: {bids}")
        say("###Board\n" + "\n".join(f"{player} {'*' * points[player]}" for player in range(players)))
        bids = []
    if odd == "few":
        players -= 1
    for player in range(players):
        say(f"###Score {player} {points[player]}")
        say(f"###Measure sum_{player} {points[player]}")
    say("###Measure rounds", rounds)
    say("###End")
    if odd == "late":
        say("one more thing")


def receive(player, points, alive):
    word, seat, *more = input().split()
    assert int(seat) == player
    if word == "###Fault":
        if player in alive:
            alive.remove(player)
            points[player] = -1
        return more[0]
    answer = input()
    if not answer.isdigit() or int(answer) > 9:
        say(f"###Error {player} {answer}: wanted 0 to 9")
        alive.discard(player)
        points[player] = -1
        return "error"
    points[player] += int(answer)
    return int(answer)


while True:
    play(*start())
    if "--alone" in sys.argv:
        break
