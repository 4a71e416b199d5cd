"""Plays a game of a two-player environment of kaggle-environments, and prints its result as one JSON object.

    python3 play.py ENVIRONMENT SEED COMMAND COMMAND

Each command runs a bot. Before each of its turns the bot reads one line, a JSON object with the fields `observation`
and `configuration`, and answers with one line: its action as JSON.
"""
import contextlib
import json
import random
import shlex
import subprocess
import sys


def agent(command):
    """The agent of a bot that is a program."""
    bot = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def act(observation, configuration):
        turn = {"observation": dict(observation), "configuration": dict(configuration)}
        print(json.dumps(turn, default=str), file=bot.stdin, flush=True)
        return json.loads(bot.stdout.readline())

    return act


environment, seed, *commands = sys.argv[1:]
random.seed(seed)
# The library prints remarks; standard output is for the result alone.
with contextlib.redirect_stdout(sys.stderr):
    from kaggle_environments import make

    game = make(environment, configuration={"randomSeed": int(seed) % 2**31})
    game.run([agent(command) for command in commands])

errors = [int(state.status not in ("DONE", "INACTIVE")) for state in game.state]
rewards = [-1e9 if error else state.reward or 0 for state, error in zip(game.state, errors)]
ranks = [sum(other > reward for other in rewards) for reward in rewards]
scores = [0 if error else reward for reward, error in zip(rewards, errors)]
data = {"test_data": {"steps": len(game.steps)}, "player_data": [{} for _ in ranks]}
print(json.dumps({"ranks": ranks, "errors": errors, "scores": scores, **data}))
