"""Takes the column nearest to the centre that is not full."""
import json
import sys

for line in sys.stdin:
    turn = json.loads(line)
    columns, board = turn["configuration"]["columns"], turn["observation"]["board"]
    free = [column for column in range(columns) if board[column] == 0]
    print(min(free, key=lambda column: abs(2 * column + 1 - columns)), flush=True)
