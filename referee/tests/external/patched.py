#!/usr/bin/env python3
"""A referee that starts the bots itself, as the patched referees of CodinGame do:

    patched.py -p1 COMMAND -p2 COMMAND -d seed=N [-l LOG] [-odd WORD]

In each of ten turns every bot is sent two lines and says a number from 0 to 9. The score is the sum. `-odd` makes it do
something that a referee should not.
"""
import json
import os
import select
import subprocess
import sys
import time

commands, options, log, odd = [], {}, None, ""
words = iter(sys.argv[1:])
for word in words:
    value = next(words)
    if word == "-d":
        options = dict(pair.split("=") for pair in value.split(","))
    elif word == "-l":
        log = value
    elif word == "-odd":
        odd = value
    else:
        assert word == f"-p{len(commands) + 1}", word
        commands.append(value)
if odd == "die":
    sys.exit("the rules are broken")
if odd == "hang":
    subprocess.Popen(["sleep", "1000"])
    time.sleep(1000)
if odd == "fork":
    for _ in range(20):
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
if odd == "alone":
    commands = commands[:1]
# Java splits a command at spaces and knows no quotes.
bots = [subprocess.Popen(command.split(), stdin=-1, stdout=-1, stderr=-1, text=True) for command in commands]
scores = [0] * len(bots)
for turn in range(10):
    for seat, bot in enumerate(bots):
        if scores[seat] < 0:
            continue
        if odd == "slow":
            time.sleep(0.2)
        try:
            bot.stdin.write(f"t{turn} {options['seed']}\nl{options.get('league', 1)}\n")
            bot.stdin.flush()
            is_late = odd == "limit" and not select.select([bot.stdout], [], [], 2.0)[0]
            line = "" if is_late else bot.stdout.readline()
        except BrokenPipeError:
            line = ""
        number = int(line) if line.strip().isdigit() else -1
        scores[seat] = scores[seat] + number if 0 <= number < 10 else -1
errors = {}
for seat, bot in enumerate(bots):
    bot.kill()
    errors[str(seat)] = bot.stderr.read().splitlines()
if odd == "alone":
    scores.append(0)
if odd == "few":
    scores.pop()
if odd == "nonsense":
    scores = ["what", "now"]
if odd == "pipe":
    os.mkfifo(log)
    sys.exit()
if odd == "torn":
    with open(log, "w") as file:
        file.write('{"scores": ')
    sys.exit()
if log:
    with open(log, "w") as file:
        json.dump({"scores": {str(seat): score for seat, score in enumerate(scores)}, "errors": errors,
                   "uinput": [f"seed={options['seed']}"], "metadata": json.dumps({"sum_0": scores[0]})}, file)
for score in scores:
    print(score)
print(f"seed={options['seed']}")
