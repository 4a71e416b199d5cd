"""Takes the leftmost column that is not full."""
import json
import sys

for line in sys.stdin:
    turn = json.loads(line)
    columns, board = turn["configuration"]["columns"], turn["observation"]["board"]
    print(next(column for column in range(columns) if board[column] == 0), flush=True)
