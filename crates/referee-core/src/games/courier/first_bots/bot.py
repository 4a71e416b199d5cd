"""A first bot for the couriers: it walks to the nearest home base, picks up packages, and delivers them."""
import sys

WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def read():
    """This reads the words of the next line. The program ends with its input, or at a text."""
    line = sys.stdin.readline()
    return line.split() if line.endswith("\n") and not line[0].isalpha() else sys.exit()


def way_to(goals):
    """This is the first step of a shortest way to one of the goals; nothing if there is no way."""
    queue, seen = [((x, y), None)], {(x, y)}
    for (i, j), first in queue:
        if first and (i, j) in goals:
            return first
        for word, (dx, dy) in WAYS.items():
            place = (i + dx, j + dy)
            if tiles.get(place, "#") in ".@" and place not in seen:
                seen.add(place)
                queue.append((place, first or word))
    return None


# The game begins with the map (south first), the own robot, and the tiles of all robots.
print("Player", flush=True)
width, height = map(int, read())
tiles = {(x, y): tile for y in range(1, height + 1) for x, tile in enumerate(read()[0], 1)}
bases = {place for place, tile in tiles.items() if tile == "@"}  # Those that may still have packages.
me, capacity, money = read()
x, y, packages, cargo = 0, 0, {}, set()
while True:
    # Each turn has the events of all robots. P adds a package to the cargo, D removes it.
    words = read()
    for word, value in zip(words, words[1:] + [""]):
        robot = word if word[0] == "#" else robot
        if robot == "#" + me:
            x = int(value) if word == "X" else x + (word == "E") - (word == "W")
            y = int(value) if word == "Y" else y + (word == "N") - (word == "S")
            cargo ^= {value} if word in ("P", "D") else set()
    # Then it has the packages here: id, destination, weight.
    here = read()
    packages.update({here[i]: tuple(map(int, here[i + 1 : i + 4])) for i in range(0, len(here), 4)})

    # Your ideas go here: which packages are worth the way?
    arrived = [id for id in sorted(cargo) if packages[id][:2] == (x, y)]
    room, fitting = int(capacity) - sum(packages[id][2] for id in cargo), []
    for id in here[::4]:
        if packages[id][2] <= room and packages[id][:2] != (x, y):
            room -= packages[id][2]
            fitting.append(id)
    if not here or not (fitting or cargo):
        bases.discard((x, y))
    way = way_to({packages[id][:2] for id in cargo}) or way_to(bases)
    action = " ".join(["Drop", *arrived]) if arrived or not way else "Move " + way
    if fitting and not arrived:
        action = "Pick " + " ".join(fitting)
    if "--verbose" in sys.argv:
        print("at", x, y, "with", *cargo, "here", *here[::4], "->", action, file=sys.stderr)
    # The answer is one line: a bid and an action.
    print("1", action, flush=True)
