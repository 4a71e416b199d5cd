"""A first bot for Tron: it moves along walls and trails."""
import sys


def read():
    """This reads the numbers of the next line. The program ends when its input ends."""
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.exit()
    return list(map(int, line.split()))


# The game begins with the size of the grid, the number of players, and the own number.
width, height, players, me = read()
trails = [set() for _ in range(players)]

while True:
    # Each turn tells where all cycles are; -1 -1 is one that is out, whose trail vanishes.
    places = [tuple(read()) for _ in range(players)]
    for trail, place in zip(trails, places):
        trail.add(place) if place != (-1, -1) else trail.clear()

    # Your ideas go here. This bot likes a free cell with few free cells beside it, but at least one.
    def around(x, y):
        """These are the free cells beside a cell, with the words for them."""
        beside = {"UP": (x, y - 1), "DOWN": (x, y + 1), "LEFT": (x - 1, y), "RIGHT": (x + 1, y)}
        return {
            word: (i, j)
            for word, (i, j) in beside.items()
            if 0 <= i < width and 0 <= j < height and not any((i, j) in trail for trail in trails)
        }

    free = around(*places[me])
    if "--verbose" in sys.argv:
        print("I am at", places[me], "and can go", *free, file=sys.stderr)
    # The answer is one line: UP, DOWN, LEFT or RIGHT.
    print(min(free, key=lambda word: len(around(*free[word])) or 9, default="UP"), flush=True)
