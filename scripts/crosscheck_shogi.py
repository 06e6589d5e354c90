#!/usr/bin/env python3
"""Compares our shogi on small boards with Fairy-Stockfish's (pyffish, variants defined here).

For every board, promotion zone and set of rules a game of random moves is played from a random
set-up with pieces in hand; at some of its positions both programs count the lines of play.

    crosscheck_shogi.py             compare; exit 1 with the first difference, if there is one
    crosscheck_shogi.py --write     make crates/shogi/tests/data/perft.csv anew, which the Rust tests
                                    recount: deeper, and counted by pyffish alone (half an hour)

YOMIKIRI names our program if it is not target/fast/yomikiri.
"""

import collections
import functools
import itertools
import multiprocessing
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pyffish

ROOT = Path(__file__).parent.parent
DATA = ROOT / "crates/shogi/tests/data/perft.csv"
PROGRAM = os.environ.get("YOMIKIRI", str(ROOT / "target/fast/yomikiri"))

# Files and ranks. On a single file bishops and knights are stuck wherever they stand.
BOARDS = [(1, 5), (2, 4), (3, 3), (3, 4), (3, 5), (3, 6), (4, 4), (5, 5)]
# Zones (with 0 nothing promotes), our options, Fairy-Stockfish's options, and pieces to which the
# rule matters.
RULES = {
    "standard": ((0, 1, 2, 3), [], "", "RBGSNLP"),
    "nifu": ((0, 1, 2, 3), ["--allow", "nifu"], "dropNoDoubled = -", "P"),
    "uchifuzume": ((0, 1, 2, 3), ["--allow", "uchifuzume"], "shogiPawnDropMateIllegal = false", "P"),
    "allow-dead": ((0, 1, 2, 3), ["--dead-squares", "allow"], "immobilityIllegal = false", "NLP"),
    "unpromotable": ((0, 1, 2), ["--dead-squares", "unpromotable"], None, "N"),
    "paper": ((0, 1, 2), ["--rules", "paper"], None, "NP"),
}
# Fairy-Stockfish can forbid dead squares or allow them. What lies between is put together from
# the moves of two variants, one that forbids them and one that allows them.
BETWEEN = {"unpromotable": ("standard", "allow-dead"), "paper": ("nifu", "nifu-allow-dead")}
# A second variant of each kind tells which drops give check.
NO_DROP_CHECKS = "-no-drop-checks"
# Its own dobutsu shogi has a lion that is royal in some versions and can be left to be taken in
# others. Here it is royal, and so safe wherever it arrives.
DOBUTSU_START = "gle/1c1/1C1/ELG[] w - - 0 1"
DOBUTSU = f"""[dobutsu-1-3x4]
maxFile = 3
maxRank = 4
shogiPawn = c
gold = h
fers = e
wazir = g
king = l
startFen = {DOBUTSU_START}
pieceDrops = true
capturesToHand = true
doubleStep = false
castling = false
promotedPieceType = c:h
mandatoryPiecePromotion = true
promotionRegionWhite = *4
promotionRegionBlack = *1
flagPiece = l
flagRegionWhite = *4
flagRegionBlack = *1
stalemateValue = loss
nFoldRule = 0
nMoveRule = 0
"""


class Game(NamedTuple):
    rules: str
    zone: int
    board: tuple[int, int]
    number: int = 1

    def variants(self):
        """The variants whose moves are put together; the last one allows the most."""
        for rules in BETWEEN.get(self.rules, [self.rules]):
            yield f"{rules}-{self.zone}-{self.board[0]}x{self.board[1]}"

    @property
    def variant(self):
        return [*self.variants()][-1]


def games():
    for (rules, (zones, *_)), board in itertools.product(RULES.items(), BOARDS):
        yield from (Game(rules, zone, board) for zone in zones)
    yield from (Game("dobutsu", 1, (3, 4), number) for number in range(12))


def load_variants():
    options = {rules: ini for rules, (_, _, ini, _) in RULES.items() if ini is not None}
    options["nifu-allow-dead"] = f"{options['nifu']}\n{options['allow-dead']}"
    config = [DOBUTSU]
    for (files, ranks), zone in itertools.product(BOARDS, (0, 1, 2, 3)):
        white = " ".join(f"*{ranks - rank}" for rank in range(zone)) or "-"
        black = " ".join(f"*{1 + rank}" for rank in range(zone)) or "-"
        start = set_up_fen("K" + "-" * (files - 1), "", ranks)
        for rules, ini in options.items():
            name = Game(rules, zone, (files, ranks)).variant
            config.append(
                f"[{name}:shogi]\n"
                f"maxFile = {files}\nmaxRank = {ranks}\nstartFen = {start}\n"
                f"promotionRegionWhite = {white}\npromotionRegionBlack = {black}\n"
                f"nFoldRule = 0\nperpetualCheckIllegal = false\n{ini}\n"
                f"[{name}{NO_DROP_CHECKS}:{name}]\ndropChecks = false\n")
    pyffish.load_variant_config("\n".join(config))


def set_up_fen(rank, hand, ranks):
    """Both sides' back rank from left to right as they see it, nothing as -, and their hand."""
    board = [rank[::-1].lower(), *["-" * len(rank)] * (ranks - 2), rank]
    board = re.sub("-+", lambda gap: str(len(gap[0])), "/".join(board))
    return f"{board}[{hand}{hand.lower()}] w - - 0 1"


def to_sfen(fen):
    """The board is written alike; sente is Fairy-Stockfish's White."""
    board, hand, side = re.match(r"(.*)\[(.*)\] (.)", fen).groups()
    hands = ""
    for piece in "RBGSNLPEC" + "rbgsnlpec":
        n = hand.count(piece)
        hands += (str(n) if n > 1 else "") + (piece if n else "")
    return f"{board} {'b' if side == 'w' else 'w'} {hands or '-'} 1"


@functools.lru_cache(maxsize=1 << 16)
def legal_moves(game, fen):
    moves = moves_of_pieces(game, fen)
    if game.rules in ("uchifuzume", "dobutsu") or not any(m[:2] == "P@" for m in moves):
        return moves
    # Fairy-Stockfish lists mates by a dropped pawn as moves, though moves that lose.
    harmless = pyffish.legal_moves(game.variant + NO_DROP_CHECKS, fen, [])
    checks = [m for m in moves if m[:2] == "P@" and m not in harmless]
    mates = [m for m in checks if not moves_of_pieces(game, play(game, fen, m))]
    return [m for m in moves if m not in mates]


def moves_of_pieces(game, fen):
    *strict, variant = game.variants()
    moves = pyffish.legal_moves(variant, fen, [])
    if strict:
        stuck = {m for m in moves if "@" not in m and m[-1] != "+" and m + "+" not in moves}
        moves = stuck.union(pyffish.legal_moves(strict[0], fen, []))
    return sorted(moves)


def play(game, fen, move):
    """The position after a move, without the numbers that make equal positions differ."""
    board, side, *_ = pyffish.get_fen(game.variant, fen, [move]).split()
    return f"{board} {side} - - 0 1"


def count(game, fen, limit=float("inf"), depth=8):
    """Lines of 1, 2, … plies, as far as `depth` or a number that is 0 or above the limit."""
    lines, counts = {fen: 1}, []
    while True:
        counts.append(sum(n * len(legal_moves(game, fen)) for fen, n in lines.items()))
        if len(counts) == depth or not 0 < counts[-1] <= limit:
            return counts
        ends = collections.Counter()
        for fen, n in lines.items():
            for move in legal_moves(game, fen):
                ends[play(game, fen, move)] += n
        lines = ends


def count_ours(game, fen, depth):
    if game.rules == "dobutsu":
        arguments = [f"dobutsu {to_sfen(fen)}", str(depth)]
    else:
        arguments = [to_sfen(fen), str(depth), "--zone", str(game.zone), *RULES[game.rules][1]]
    command = [PROGRAM, "perft", "shogi", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command} failed: {done.stderr.strip()}")
    return [int(line.split()[1]) for line in done.stdout.splitlines()]


def set_up(game, dice):
    if game.rules == "dobutsu":
        return DOBUTSU_START
    files, ranks = game.board
    while True:
        # Half a box of pieces, but with few pawns.
        box = list("RBGGSSNNLLPPP")
        dice.shuffle(box)
        hand = [dice.choice(RULES[game.rules][3])]
        box.remove(hand[0])
        hand += [box.pop() for _ in range(dice.randrange(3))]
        rank = ["K", *(dice.choice([box.pop(), "-"]) for _ in range(files - 1))]
        dice.shuffle(rank)
        fen = set_up_fen("".join(rank), "".join(hand), ranks)
        # Not where sente could take the king at once.
        if not pyffish.gives_check(game.variant, fen.replace(" w ", " b "), []):
            return fen


def positions(game):
    """Positions of a game of random moves: the first, the last but one, and some others."""
    dice = random.Random(str(game))
    line = [set_up(game, dice)]
    while len(line) < 20 and (moves := legal_moves(game, line[-1])):
        line.append(play(game, line[-1], dice.choice(moves)))
    plies = {0, max(0, len(line) - 2), *(dice.randrange(len(line)) for _ in range(2))}
    return [line[ply] for ply in sorted(plies)]


def difference(game, fen, theirs, ours):
    """Follows the first difference to a position where one side has more moves."""
    depth = next(d for d, (a, b) in enumerate(zip(theirs, ours), 1) if a != b)
    text = (f"{game.rules}, zone {game.zone}, {to_sfen(fen)}, depth {depth}: "
            f"pyffish {theirs[depth - 1]}, we {ours[depth - 1]}\n")
    moves = legal_moves(game, fen)
    if depth == 1:
        return text + f"  pyffish's moves (a1: left end of sente's back rank): {' '.join(moves)}"
    for move in moves:
        after = play(game, fen, move)
        theirs = count(game, after, depth=depth - 1)
        ours = count_ours(game, after, len(theirs))
        if theirs != ours:
            return text + difference(game, after, theirs, ours)
    return text


def check_game(game):
    counted = 0
    for fen in positions(game):
        theirs = count(game, fen, limit=40)
        ours = count_ours(game, fen, len(theirs))
        if theirs != ours:
            return counted, difference(game, fen, theirs, ours)
        counted += len(theirs)
    return counted, None


def write_game(game):
    rows = []
    for fen in positions(game):
        counts = count(game, fen, limit=2000)
        rows.append(f"{game.rules},{game.zone},{to_sfen(fen)},{len(counts)},{counts[-1]}\n")
    return rows


def main():
    with multiprocessing.Pool(initializer=load_variants) as pool:
        if "--write" in sys.argv[1:]:
            rows = dict.fromkeys(itertools.chain(*pool.imap(write_game, games())))
            DATA.parent.mkdir(parents=True, exist_ok=True)
            DATA.write_text("# rules,zone,position,depth,lines of play; counted by pyffish, "
                            "see scripts/crosscheck_shogi.py\n" + "".join(rows))
            return 0
        if not Path(PROGRAM).exists():
            sys.exit(f"no program {PROGRAM}: build it with cargo build --profile fast, "
                     "or name it by YOMIKIRI")
        total = 0
        for counted, wrong in pool.imap(check_game, games()):
            if wrong:
                print(wrong)
                return 1
            total += counted
    print(f"pyffish agrees with {total} of {total} perft counts of ours")
    return 0 if total else 1


if __name__ == "__main__":
    sys.exit(main())
