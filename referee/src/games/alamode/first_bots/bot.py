"""A first bot for Code à la Mode: it fetches a dish and waits."""
import sys


def read():
    """This reads the words of the next line. The program ends when its input ends."""
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.exit()
    return line.split()


def read_list():
    """This reads a line with a number, and as many lines as it says."""
    return [read() for _ in range(int(read()[0]))]


# The game begins with all customers (an order and its award) and the kitchen.
customers = read_list()
kitchen = [read()[0] for _ in range(7)]
for y, row in enumerate(kitchen):
    if "D" in row:
        dishwasher = (row.index("D"), y)

while True:
    # Each turn has the positions of both chefs, the items on tables, and the waiting orders.
    turns_left = int(read()[0])
    x, y, hand = read()
    partner_x, partner_y, partner_hand = read()
    items = read_list()
    oven, oven_timer = read()
    waiting = read_list()

    # Your ideas go here: a dish can be filled and brought to the window 'W'.
    # The answer is one line: MOVE x y, USE x y or WAIT.
    if hand == "NONE":
        print("USE", *dishwasher, flush=True)
    else:
        print("WAIT", flush=True)
