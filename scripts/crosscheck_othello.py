#!/usr/bin/env python3
"""Compares our Othello rules with Fairy-Stockfish's (pyffish, variant flipello on other boards).

crates/othello/tests/data/perft.csv holds positions with the number of lines of play to a depth.
This program recounts them with pyffish; the Rust tests recount them with every kernel of ours.

    crosscheck_othello.py           recount the stored rows with pyffish (exit 1 if one differs)
    crosscheck_othello.py --write   make the rows anew
"""

import random
import sys
from pathlib import Path

import pyffish

DATA = Path(__file__).parent.parent / "crates/othello/tests/data/perft.csv"
# Boards that Fairy-Stockfish can hold (at most 10 ranks and 12 files), and how deep to count.
BOARDS = {(4, 4): 7, (4, 6): 6, (6, 4): 6, (4, 8): 5, (8, 4): 5, (4, 10): 5, (4, 12): 5,
          (6, 6): 6, (6, 8): 5, (8, 6): 5, (6, 10): 5, (8, 8): 6}


def variant(rows, columns):
    return f"flipello{rows}x{columns}"


def load_variants():
    config = []
    for rows, columns in BOARDS:
        hand = "P" * (rows * columns) + "p" * (rows * columns)
        r, c = rows // 2, columns // 2
        files = "abcdefghijkl"
        centre = [f"{files[x]}{y}" for y in (r, r + 1) for x in (c - 1, c)]
        config.append(
            f"[{variant(rows, columns)}:flipello]\nmaxRank = {rows}\nmaxFile = {files[columns - 1]}\n"
            f"startFen = {'/'.join([str(columns)] * rows)}[{hand}] w 0 1\n"
            f"enclosingDropStart = {' '.join(centre)}\n")
    pyffish.load_variant_config("\n".join(config))


def start(rows, columns, kind):
    """The start as our one-line notation: rows from the top, X black to move."""
    grid = [["-"] * columns for _ in range(rows)]
    r, c = rows // 2 - 1, columns // 2 - 1
    if kind == "othello":
        black = {(r, c + 1), (r + 1, c)}
    elif columns >= rows:
        black = {(r, c), (r + 1, c)}
    else:
        black = {(r, c), (r, c + 1)}
    for y in (r, r + 1):
        for x in (c, c + 1):
            grid[y][x] = "X" if (y, x) in black else "O"
    return f"{rows}x{columns}: " + " ".join("".join(row) for row in grid) + " X"


def to_fen(position):
    """Our row 1 (top) becomes the last rank; Black moves first there as White does."""
    size, *rows, side = position.replace(":", "").split()
    height, width = map(int, size.split("x"))
    ranks = []
    for row in rows:
        rank, gap = "", 0
        for square in row + "!":
            if square == "-":
                gap += 1
                continue
            rank += (str(gap) if gap else "") + {"X": "P", "O": "p", "!": ""}[square]
            gap = 0
        ranks.append(rank)
    hand = "P" * (height * width) + "p" * (height * width)
    return variant(height, width), f"{'/'.join(ranks)}[{hand}] {'w' if side == 'X' else 'b'} 0 1"


def from_fen(fen, rows, columns):
    board, side = fen.split("[")[0], fen.split("] ")[1][0]
    lines = []
    for rank in board.split("/"):
        line, number = "", ""
        for c in rank + "!":
            if c.isdigit():
                number += c
                continue
            line += "-" * int(number or 0) + {"P": "X", "p": "O", "!": ""}.get(c, "")
            number = ""
        lines.append(line)
    return f"{rows}x{columns}: {' '.join(lines)} {'X' if side == 'w' else 'O'}"


def legal_moves(name, fen, moves):
    """Where neither side can place a disc the game is over; Fairy-Stockfish lets both pass."""
    legal = pyffish.legal_moves(name, fen, list(moves))
    if len(legal) == 1 and "@" not in legal[0]:
        replies = pyffish.legal_moves(name, fen, [*moves, legal[0]])
        if not any("@" in reply for reply in replies):
            return []
    return legal


def perft(name, fen, depth, moves=()):
    legal = legal_moves(name, fen, moves)
    if depth == 1:
        return len(legal)
    return sum(perft(name, fen, depth - 1, (*moves, move)) for move in legal)


def write():
    random.seed(20)
    rows_out = []
    for (rows, columns), depth in BOARDS.items():
        for kind in ("othello", "reversi"):
            position = start(rows, columns, kind)
            name, fen = to_fen(position)
            for d in range(1, depth + 1):
                rows_out.append((position, d, perft(name, fen, d)))
            # Late positions, where passes and early ends happen.
            for left in (4, 6):
                moves = []
                while True:
                    legal = legal_moves(name, fen, moves)
                    board = pyffish.get_fen(name, fen, moves)
                    empties = from_fen(board, rows, columns).count("-")
                    if not legal or empties <= left:
                        break
                    moves.append(random.choice(legal))
                late = from_fen(board, rows, columns)
                late_name, late_fen = to_fen(late)
                for d in range(1, 6):
                    rows_out.append((late, d, perft(late_name, late_fen, d)))
    DATA.parent.mkdir(parents=True, exist_ok=True)
    with DATA.open("w") as file:
        file.write("# position,depth,lines of play; counted by pyffish, see scripts/crosscheck_othello.py\n")
        file.writelines(f"{p},{d},{n}\n" for p, d, n in rows_out)


def check():
    rows = [line.rstrip("\n").split(",") for line in DATA.open() if not line.startswith("#")]
    wrong = 0
    for position, depth, count in rows:
        name, fen = to_fen(position)
        found = perft(name, fen, int(depth)) if int(depth) else 1
        if found != int(count):
            print(f"{position} depth {depth}: stored {count}, pyffish {found}")
            wrong += 1
    print(f"pyffish agrees with {len(rows) - wrong} of {len(rows)} perft counts")
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    load_variants()
    if "--write" in sys.argv[1:]:
        write()
    sys.exit(check())
