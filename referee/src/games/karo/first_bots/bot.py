"""A first bot for the race: it drives slowly to the cells that it has visited least."""
import sys


def read():
    """This reads the words of the next line. The program ends when its input ends."""
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.exit()
    return line.split()


def read_list():
    """This reads a line with a word and a number, and as many lines as it says."""
    return [read() for _ in range(int(read()[1]))]


# The game begins with eleven settings, the size of the map, and the map.
settings = [read() for _ in range(11)]
width, height = map(int, read()[1:])
rows = [read()[0] for _ in range(height)]
visits = dict.fromkeys([(x, y) for x in range(width) for y in range(height)], 0)
while True:
    # Each turn has its number, the new records, all players, and the possible moves.
    turn, records, players, candidates = read(), read_list(), read_list(), read_list()
    moves = [tuple(map(int, move[:4])) for move in candidates if move[4] == "1"]

    # Your ideas go here. This bot likes slow moves, because they are safe, to new cells.
    def rating(move):
        x, y, xv, yv = move
        return max(abs(xv), abs(yv)) or 99, visits[x, y]

    x, y, xv, yv = moves[0] if turn[1] == "1" else min(moves, key=rating)
    visits[x, y] += 1
    # The answer is one line: a start cell on the first turn, a move on all others.
    print(f"START {x} {y}" if turn[1] == "1" else f"MOVE {x} {y} {xv} {yv}", flush=True)
