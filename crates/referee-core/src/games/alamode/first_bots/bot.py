"""A first bot for Code à la Mode: it prepares the foods of the oldest order one by one and serves it."""
import sys

# By food: the machine to use with each item in the hand, by its letter in the kitchen.
RECIPES = {
    "CHOPPED_STRAWBERRIES": {"NONE": "S", "STRAWBERRIES": "C"},
    "CROISSANT": {"NONE": "H", "DOUGH": "O"},
    "TART": {"NONE": "H", "DOUGH": "C", "CHOPPED_DOUGH": "B", "RAW_TART": "O"},
}
CRATES = {"ICE_CREAM": "I", "BLUEBERRIES": "B"}  # These go straight from the crate onto a dish.
BAKED = {"DOUGH": "CROISSANT", "RAW_TART": "TART"}  # A food in the oven, and what it becomes.


def read():
    """This reads the words of the next line. The program ends when its input ends."""
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        sys.exit()
    return line.split()


def read_list():
    """This reads a line with a number, and this number of lines."""
    return [read() for _ in range(int(read()[0]))]


def next_use(order, hand, oven, dishes):
    """This is the letter or the table to use next for an order; nothing if the hand does not suit it."""
    foods, is_dish = order.split("-")[1:], hand.startswith("DISH")
    table = next((table for table, dish in dishes if set(dish.split("-")[1:]) <= set(foods)), None)
    dish = hand if is_dish else dict(dishes).get(table, "")
    missing = [food for food in foods if food not in dish.split("-")]
    recipes = [RECIPES[food] for food in missing if food in RECIPES]
    if is_dish and set(hand.split("-")[1:]) <= set(foods):
        return "#" if recipes else CRATES[missing[0]] if missing else "W"
    if hand in missing or (hand == "NONE" and not recipes):
        return table or "D"
    if hand == "NONE" and BAKED.get(oven, oven) in missing:
        return "O"
    return next((recipe[hand] for recipe in recipes if hand in recipe), None)


# The game begins with all customers (an order and its award) and the kitchen.
customers = read_list()
kitchen = [read()[0] for _ in range(7)]

while True:
    # Each turn has both chefs, the items on the tables, the oven, and the waiting customers.
    turns_left = int(read()[0])
    x, y, hand = read()
    partner_x, partner_y, partner_hand = read()
    items = {(int(column), int(row)): item for column, row, item in read_list()}
    oven, oven_timer = read()
    waiting = read_list()

    # Your ideas go here. Whatever suits no order goes to the window or onto a table.
    dishes = [(table, item) for table, item in items.items() if item.startswith("DISH")]
    uses = [next_use(order, hand, oven, dishes) for order, award in waiting]
    use = next(filter(None, uses), "W" if hand.startswith("DISH") else "#")
    places = [(i, j) for j in range(7) for i in range(11) if kitchen[j][i] == use and (i, j) not in items]
    places.sort(key=lambda place: abs(place[0] - int(x)) + abs(place[1] - int(y)))
    if "--verbose" in sys.argv:
        print("hand", hand, "oven", oven, "wanted", waiting, "->", use, file=sys.stderr)
    # The answer is one line: MOVE x y, USE x y or WAIT.
    print("USE", *(places[0] if places else use), flush=True)
