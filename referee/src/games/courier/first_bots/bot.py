"""A first bot for the couriers: it wanders about and delivers the packages that it finds."""
import random
import sys


def read():
    """This reads the words of the next line. The program ends with its input, or at a text."""
    line = sys.stdin.readline()
    return line.split() if line.endswith("\n") and not line[0].isalpha() else sys.exit()


# The game begins with the map (south first), the own robot, and the tiles of all robots.
print("Player", flush=True)
width, height = map(int, read())
land = {(x, y + 1) for y in range(height) for x, tile in enumerate(read()[0], 1) if tile in ".@"}
me, capacity, money = read()
random.seed(me)
x, y, robot, packages, cargo = 0, 0, "", {}, set()
while True:
    # Each turn has the events of all robots. P adds a package to the cargo, D removes it.
    words = read()
    for word, value in zip(words, words[1:] + [""]):
        robot = word if word[0] == "#" else robot
        if robot == "#" + me:
            x = int(value) if word == "X" else x + (word == "E") - (word == "W")
            y = int(value) if word == "Y" else y + (word == "N") - (word == "S")
            cargo ^= {value} if word in ("P", "D") else set()
    # Then it has the packages here, each with its destination and its weight.
    here = read()
    packages.update({here[i]: tuple(map(int, here[i + 1 : i + 4])) for i in range(0, len(here), 4)})
    # Your ideas go here. The answer is one line: a bid and the best of these actions.
    actions = ["Drop " + id for id in sorted(cargo) if packages[id][:2] == (x, y)]
    room = int(capacity) - sum(packages[id][2] for id in cargo)
    actions += ["Pick " + id for id in here[::4] if packages[id][2] <= room]
    ways = [("N", (x, y + 1)), ("E", (x + 1, y)), ("S", (x, y - 1)), ("W", (x - 1, y))]
    random.shuffle(ways)
    actions += ["Move " + way for way, place in ways if place in land]
    print("1", (actions + ["Drop"])[0], flush=True)
