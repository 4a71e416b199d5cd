"""A first bot for Ocean of Code: it goes where it has not been and charges torpedoes."""
import sys

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def read():
    """This reads the words of the next line. The program ends when its input ends."""
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.exit()
    return line.split()


def ways(x, y):
    """These are the cells beside a cell that the submarine may enter, by the letters of the steps."""
    beside = {name: (x + dx, y + dy) for name, (dx, dy) in STEPS.items()}
    return {name: cell for name, cell in beside.items() if cell in water and cell not in trail}


# The game begins with the map. The answer is a starting cell.
width, height, me = map(int, read())
rows = [read()[0] for _ in range(height)]
water = [(x, y) for y in range(height) for x in range(width) if rows[y][x] == "."]
print(*water[0], flush=True)

trail = set()  # A submarine may not enter these cells until it surfaces.
while True:
    # Each turn has three lines. The first one has the own cell, the lives and the charges.
    x, y, lives, enemy_lives, torpedo, sonar, silence, mine = map(int, read())
    sonar_answer = read()
    enemy_orders = read()

    # Your ideas go here: for example, a torpedo is ready when `torpedo` is 0.
    trail.add((x, y))
    open_ways = ways(x, y)
    order = "SURFACE"
    if open_ways:
        # The cell with the fewest ways on is the best, because the trail then becomes long.
        name = min(open_ways, key=lambda name: len(ways(*open_ways[name])))
        order = "MOVE " + name + " TORPEDO"
    else:
        trail.clear()
    if "--verbose" in sys.argv:
        print("at", x, y, "lives", lives, enemy_lives, "enemy", *enemy_orders, "->", order, file=sys.stderr)

    # The answer is one line of orders.
    print(order, flush=True)
