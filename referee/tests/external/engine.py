#!/usr/bin/env python3
"""Stands in for Java with a referee of CodinGame's engine: speaks its protocol, with every block and every oddity.

Each player is asked for a number from 0 to 9 in each of ten turns; the sum is its score. Parameters of the game choose
the oddities: see the words in `odd` below.
"""
import itertools, json, os, random, sys, time

source = sys.stdin
AGAIN = any(word.endswith("Again.java") for word in sys.argv)
LEAGUE = next((word.split("=")[1] for word in sys.argv if word.startswith("-Dleague.level=")), "1")
SOLO = "-Dgame.mode=solo" in sys.argv
state = 0  # What a referee keeps in a static field.


def block(name, text="", blank=True):
    lines = text.strip("\n").split("\n") if text.strip("\n") else []
    print(f"[[{name}]{' ' if blank else ''}{len(lines)}]", *lines, sep="\n", flush=True)


def header():
    line = source.readline()
    if not line:
        sys.exit(0)
    name, count = line.strip()[2:-1].split("]")
    return name, [source.readline().rstrip("\n") for _ in range(int(count))]


def entities(turn, scores):
    """The frame's data for the engine's module of entities: a disc, a bar, a name and an image for each player."""
    number = lambda seat, part: 3 + 4 * seat + part
    lines = []
    if turn == 0:
        lines.append("CR;G" + ";C;K;T;S" * len(scores))
        set_up = ["1 0 w 1920 h 1080 f 4473924 z -5", "2 0 ch " + ",".join(str(number(seat, 0)) for seat in range(len(scores))) + " y 100"]
        for seat in range(len(scores)):
            set_up += [f"{number(seat, 0)} 0 R 60 f {-1 - seat} y {200 * seat + 100}",
                       f"{number(seat, 1)} 0 x 100 y {200 * seat + 260} h 20 R 8 f 16777215 a 0.5",
                       f"{number(seat, 2)} 0 x 1800 y {200 * seat + 200} ax 1 ay 0.5 s 60 f 16777215 T ${seat}",
                       f"{number(seat, 3)} 0 x 60 y {200 * seat + 200} ax 0.5 ay 0.5 bw 80 bh 80 i ships/{seat}.png"]
        lines.append("U" + ";".join(set_up))
    moves = [f"{number(seat, 0)} 1 x {100 + 16 * score} ∫;{number(seat, 1)} 1 w {1 + 16 * score};"
             f"{number(seat, 2)} 1 T '${seat} has {score}'" for seat, score in enumerate(scores)]
    return "\n".join(lines + ["U" + ";".join(moves), "W1"])


class Failed(Exception):
    pass


def play():
    global state
    name, init = header()
    assert name == "INIT", name
    seats, parameters = int(init[0]), dict(line.split("=", 1) for line in init[1:] if "=" in line)
    if SOLO:  # The lines of a test come in place of parameters.
        parameters = {"seed": init[1], "odd": ""}
    odd = parameters.get("odd", "")
    rng = random.Random(parameters["seed"] + LEAGUE)
    scores, out, frame = [0] * seats, set(), 0
    if odd == "static":
        state += 1
    monitored = odd == "monitored"

    def told(key, summary, tooltips):
        nonlocal frame
        name, _ = header()
        if name != "GET_GAME_INFO":
            raise Failed("Invalid command: " + name)
        data = {"scores": scores}
        if odd in ("drawn", "misdrawn") and key:
            data = {"entitymodule": entities(frame, scores), "tooltips": [{}]}
            if odd == "misdrawn" and turn > 3:
                data["entitymodule"] = "U999 1 x 5"
            if frame == 0:
                data = {"global": {"entitymodule": {"width": 1920, "height": 1080}, "toggles": {}}, "frame": data}
        block("VIEW", f"KEY_FRAME {frame}\n{json.dumps(data, ensure_ascii=False)}" if key else f"INTERMEDIATE_FRAME {frame}", odd != "tight")
        frame += 1
        if monitored and frame == 1:
            block("MONITORING")
        block("INFOS")
        if key and SOLO:
            block("INFOS", summary)
        elif key:
            block("SUMMARY", summary)
            if tooltips:
                block("TOOLTIP", "\n".join(tooltips))

    def ask(seat, lines, count, ms, key, summary="", tooltips=()):
        told(key, summary, tooltips)
        if odd != "mute":
            block("NEXT_PLAYER_INPUT", "\n".join(lines))
        block("NEXT_PLAYER_INFO", f"{7 if odd == 'stranger' else seat}\n{1000000000 if odd == 'million' else count}\n{ms}")
        name, got = header()
        if name == "SET_PLAYER_TIMEOUT":
            return None
        if monitored:
            assert int(got.pop(0)) >= 0
        assert len(got) == count, (got, count)
        return got

    summary, tooltips = "", ()
    for turn in itertools.count() if odd == "endless" else range(10):
        if odd == "hang" and turn == 3:
            time.sleep(60)
        if odd == "die" and turn == 3:
            print("java.lang.OutOfMemoryError: so it goes", file=sys.stderr, flush=True)
            os._exit(1)
        if odd == "nonsense" and turn == 3:
            print("Hello, here is the referee\n" * 2000, flush=True)
        if odd == "print":
            print("A referee's own print is no part of the protocol.", flush=True)
        if odd == "fail" and turn == 3:
            raise Failed("the rules are broken")
        if odd == "flood" and turn == 3:
            while True:
                print("x" * 1000)
        if odd == "reasonless" and turn == 3:
            header()
            block("FAIL")
            sys.exit(1)
        if odd == "chatter" and turn == 3:
            while True:
                block("SUMMARY", "x" * 1000)
        if odd == "cut" and turn == 3:
            header()
            print("[[VIEW] 5]\nKEY_FRAME 3", flush=True)
            sys.exit(0)
        if odd == "small" and turn == 3:
            print("[[view] 1]\nKEY_FRAME 3", flush=True)
            sys.exit(0)
        if odd == "fork" and turn == 3:
            while os.fork() and turn < 40:
                turn += 1
            time.sleep(60)
        key = True
        for seat in range(seats):
            if odd == "polite" and turn == 0:
                ask(seat, ["welcome"], 0, 1, key)
                key = False
            if seat in out and odd != "deaf":
                continue
            first = turn == 0
            bank = 1000 - 50 * turn if odd == "bank" else (1000 if first else 100)
            lines = [str(turn), str(rng.randint(0, 99)), "l" + LEAGUE] + (["game %d" % state] if odd == "static" else [])
            got = ask(seat, lines, 1, bank, key, summary, tooltips)
            key, summary, tooltips = False, "", ()
            if got is None:
                out.add(seat)
                scores[seat] = -1 if odd != "keeps" else scores[seat]
                summary = f"¤RED¤${seat}§RED§ gave no answer"
            elif not got[0].isdigit() or int(got[0]) > 9:
                out.add(seat)
                scores[seat] = -1
                summary, tooltips = f"¤RED¤${seat}§RED§ is out", (f"{got[0]}: wanted 0 to 9", str(seat))
            else:
                scores[seat] += int(got[0])
        if len(out) == seats:
            break
    told(True, summary or "the end", tooltips)
    if not SOLO:
        block("UINPUT", "\n".join(init[1:]))
    block("METADATA", "[1]" if odd == "list" else '{"turns":"%d","sum_0":"%d","executionTime":"%f"}' % (turn + 1, scores[0], time.time()))
    block("SCORES", "0 1" if SOLO else "0 1\n0 2\n1 3" if odd == "twice" else "\n".join(f"{seat} {scores[seat]}" for seat in range(1 if odd == "few" else seats)))


while True:
    try:
        play()
    except Failed as failed:
        block("FAIL", f"java.lang.RuntimeException: {failed}\n  at Referee.java:7")
        if not AGAIN:
            sys.exit(1)
    if not AGAIN:
        break
