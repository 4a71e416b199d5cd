"""A first bot for the fruit hunt: it goes to the nearest fruit and takes it."""
import sys


def read():
    """This reads the words of the next line. The program ends when its input ends."""
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.exit()
    return line.split()


# The game begins with its name, the size of the board, and the pieces of each category.
name, version = read()
width, height, categories = map(int, read())
pieces = list(map(int, read()))

while True:
    # Each turn has the board, the cells of both robots, and their fruit (in halves).
    rows = [read()[0] for _ in range(height)]
    x, y, enemy_x, enemy_y = map(int, read())
    mine = list(map(int, read()))
    theirs = list(map(int, read()))

    # Your ideas go here: which fruit is worth the way?
    fruits = [(i, j) for j in range(height) for i in range(width) if rows[j][i] != "."]
    answer = "PASS"
    if fruits:
        i, j = min(fruits, key=lambda fruit: abs(fruit[0] - x) + abs(fruit[1] - y))
        if (i, j) == (x, y):
            answer = "TAKE"
        elif i != x:
            answer = "EAST" if i > x else "WEST"
        else:
            answer = "SOUTH" if j > y else "NORTH"

    if "--verbose" in sys.argv:
        print("at", x, y, "mine", mine, "theirs", theirs, "->", answer, file=sys.stderr)
    # The answer is one line.
    print(answer, flush=True)
