#!/usr/bin/env python3
"""Compares our canonical forms of Amazons regions with those of a program that nobody here wrote.

crates/amazons/tests/data/forms.csv holds regions with their mean, temperature, stops, birthday,
and the number of options and of followers of the canonical form. This program works them out anew
with pycgt (canonical forms) and pyffish (moves); the Rust tests do it with ours.

    crosscheck_forms.py           work the stored rows out anew (exit 1 if one differs)
    crosscheck_forms.py --write   make the rows anew
"""

import random
import sys
from functools import cache
from pathlib import Path

import pycgt
import pyffish

import crosscheck_amazons as rules

DATA = Path(__file__).parent.parent / "crates/amazons/tests/data/forms.csv"
HEAD = "# region,mean,temperature,left stop,right stop,birthday,left options,right options,followers"
TO_FEN = str.maketrans("XO#", "qQ*")
# Regions are laid on a board of this size, the smallest that pyffish knows as a variant here.
SIDE = 6


@cache
def options(board, side):
    """The boards after every move of a side."""
    name = rules.variant(SIDE, SIDE)
    fen = f"{board} {side} - - 0 1"
    after = (pyffish.get_fen(name, fen, [move]) for move in pyffish.legal_moves(name, fen, []))
    return sorted({fen.split()[0] for fen in after})


@cache
def form(board):
    """The canonical form; Black is Left."""
    return pycgt.game([form(b) for b in options(board, "b")], [form(b) for b in options(board, "w")])


def followers(game):
    seen, waiting = set(), [game]
    while waiting:
        game = waiting.pop()
        if game not in seen:
            seen.add(game)
            waiting.extend([*game.left, *game.right])
    return len(seen)


def row(region):
    grid = [list(line.translate(TO_FEN).ljust(SIDE, "*")) for line in region.split("|")]
    grid += [["*"] * SIDE for _ in range(SIDE - len(grid))]
    game = form(rules.to_fen(grid, "b").split()[0])
    # Conventions for the temperature of numbers differ; -1 stands for all of them.
    temperature = -1 if pycgt.is_number(game) else pycgt.temperature(game)
    left, right = pycgt.stops(game)
    return [region, pycgt.mean(game), temperature, left, right, game.birthday,
            len(game.left), len(game.right), followers(game)]


def random_region(chance):
    """A region that hangs together, corners included, with amazons of both colours."""
    cells = {(2, 2)}
    size = chance.randrange(3, 7)
    while len(cells) < size:
        x, y = chance.choice(sorted(cells))
        x, y = x + chance.randrange(-1, 2), y + chance.randrange(-1, 2)
        if 0 <= x < SIDE and 0 <= y < SIDE:
            cells.add((x, y))
    places = sorted(cells)
    chance.shuffle(places)
    stands = {}
    for piece in "XO":
        for _ in range(chance.randrange(1, 3)):
            if len(places) > 1:
                stands[places.pop()] = piece
    lines = ["".join(stands.get((x, y), ".") if (x, y) in cells else "#" for x in range(SIDE))
             for y in range(SIDE)]
    return "|".join(lines)


def write():
    chance = random.Random(5)
    with DATA.open("w") as file:
        print(HEAD, file=file)
        for region in sorted({random_region(chance) for _ in range(60)}):
            print(",".join(map(str, row(region))), file=file)


def check():
    rows = [line.rstrip("\n") for line in DATA.open() if not line.startswith("# ")]
    wrong = 0
    for stored in rows:
        found = ",".join(map(str, row(stored.split(",")[0])))
        if found != stored:
            print(f"stored {stored}, pycgt {found}")
            wrong += 1
    print(f"pycgt agrees with {len(rows) - wrong} of {len(rows)} canonical forms")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    rules.load_variants()
    if "--write" in sys.argv[1:]:
        write()
    sys.exit(check())
