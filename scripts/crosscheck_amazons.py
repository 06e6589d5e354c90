#!/usr/bin/env python3
"""Compares our Amazons rules with Fairy-Stockfish's (pyffish, variant amazons on other boards too).

crates/amazons/tests/data/perft.csv holds positions with the number of lines of play to a depth.
This program recounts them with pyffish; the Rust tests recount them with ours.

    crosscheck_amazons.py           recount the stored rows with pyffish (exit 1 if one differs)
    crosscheck_amazons.py --write   make the rows anew
"""

import random
import sys
from pathlib import Path

import pyffish

DATA = Path(__file__).parent.parent / "crates/amazons/tests/data/perft.csv"
SIZES = [(columns, rows) for columns in range(3, 11) for rows in range(3, 11)]
# Random positions are counted to the last depth, up to 4, that takes no more calls than this.
MOST_CALLS = 60
START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1"


def variant(columns, rows):
    return f"amazons{columns}x{rows}"


def load_variants():
    config = []
    for columns, rows in SIZES:
        empty = "/".join([str(columns)] * rows)
        config.append(f"[{variant(columns, rows)}:amazons]\nmaxFile = {'abcdefghij'[columns - 1]}\n"
                      f"maxRank = {rows}\nstartFen = {empty} w - - 0 1\n")
    pyffish.load_variant_config("\n".join(config))


def to_fen(grid, side):
    ranks = []
    for row in grid:
        rank, gap = "", 0
        for square in [*row, ""]:
            if square == ".":
                gap += 1
                continue
            rank += (str(gap) if gap else "") + square
            gap = 0
        ranks.append(rank)
    return f"{'/'.join(ranks)} {side} - - 0 1"


def name_of(fen):
    """The variant whose board a FEN has."""
    ranks = fen.split()[0].split("/")
    columns, number = 0, ""
    for c in ranks[0] + "!":
        if c.isdigit():
            number += c
            continue
        columns += int(number or 0) + (c != "!")
        number = ""
    return variant(columns, len(ranks))


def start(columns, rows, side):
    """The usual start of the small boards, White at the bottom."""
    grid = [["."] * columns for _ in range(rows)]
    for column, row in ((0, 1), (1, 0), (columns - 2, 0), (columns - 1, 1)):
        grid[row][column], grid[-1 - row][column] = "q", "Q"
    return to_fen(grid, side)


def random_position(columns, rows):
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    random.shuffle(squares)
    grid = [["."] * columns for _ in range(rows)]
    amazons = min(4, len(squares) // 4)
    for piece in "qQ":
        for _ in range(random.randint(1, amazons)):
            row, column = squares.pop()
            grid[row][column] = piece
    for row, column in squares[:int(len(squares) * random.uniform(0.1, 0.9))]:
        grid[row][column] = "*"
    return to_fen(grid, random.choice("bw"))


def perft(name, fen, depth, moves=()):
    legal = pyffish.legal_moves(name, fen, list(moves))
    if depth == 1:
        return len(legal)
    return sum(perft(name, fen, depth - 1, (*moves, move)) for move in legal)


def write():
    random.seed(18)
    rows_out = [(START, 1, perft("amazons", START, 1))]
    for columns in range(4, 7):
        for rows in range(4, 7):
            for side in "bw":
                fen = start(columns, rows, side)
                for depth in (1, 2) if columns * rows <= 20 else (1,):
                    rows_out.append((fen, depth, perft(variant(columns, rows), fen, depth)))
    for columns, rows in SIZES:
        for _ in range(3):
            fen = random_position(columns, rows)
            depth, count, calls = 1, perft(variant(columns, rows), fen, 1), 1
            while depth < 4 and calls + count <= MOST_CALLS:
                depth, calls = depth + 1, calls + count
                count = perft(variant(columns, rows), fen, depth)
            rows_out.append((fen, depth, count))
    DATA.parent.mkdir(parents=True, exist_ok=True)
    with DATA.open("w") as file:
        file.write("# fen,depth,lines of play; counted by pyffish, see scripts/crosscheck_amazons.py\n")
        file.writelines(f"{fen},{depth},{count}\n" for fen, depth, count in rows_out)


def check():
    rows = [line.rstrip("\n").split(",") for line in DATA.open() if not line.startswith("#")]
    wrong = 0
    for fen, depth, count in rows:
        found = perft(name_of(fen), fen, int(depth))
        if found != int(count):
            print(f"{fen} depth {depth}: stored {count}, pyffish {found}")
            wrong += 1
    print(f"pyffish agrees with {len(rows) - wrong} of {len(rows)} perft counts")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    load_variants()
    if "--write" in sys.argv[1:]:
        write()
    sys.exit(check())
