#!/usr/bin/env python3
"""Compares our Go rules with open_spiel's on small square boards.

crates/go/tests/data/perft.csv holds games with the number of lines of play that follow them to a
depth. This program recounts them with open_spiel; the Rust tests recount them with our plain and
our fast rules. The two differ in two things, which the rows keep clear of: open_spiel ends a game
in which a board comes back, and counts a pass that lifts a ko ban towards the two that end it. So
most rows count lines without passes, and none has a board come back.

    crosscheck_go.py           recount the stored rows with open_spiel (exit 1 if one differs)
    crosscheck_go.py --write   make the rows anew
"""

import random
import sys
from pathlib import Path

import pyspiel

DATA = Path(__file__).parent.parent / "crates/go/tests/data/perft.csv"
HEAD = "board,passes,depth,count,moves"
# How deep to count from the start, passes included, and after a game, without passes.
DEPTHS = {2: (5, 4), 3: (5, 4), 4: (4, 3), 5: (3, 3), 6: (3, 2)}


class CameBack(Exception):
    """A board has come back: the rules differ from here on."""


def game(size):
    parameters = {"board_size": size, "komi": 0.0, "max_game_length": 10_000}
    return pyspiel.load_game("go", parameters)


def is_pass(state, action):
    return action == state.get_game().num_distinct_actions() - 1


def name(state, action):
    return "pass" if is_pass(state, action) else state.action_to_string(action).split()[1].upper()


def lines(state, depth, passes):
    """Lines of play to a depth; an end by anything but two passes raises CameBack."""
    if state.is_terminal():
        history = state.history()
        if len(history) < 2 or not all(is_pass(state, action) for action in history[-2:]):
            raise CameBack
        return int(depth == 0)
    if depth == 0:
        return 1
    actions = [a for a in state.legal_actions() if passes or not is_pass(state, a)]
    return sum(lines(state.child(action), depth - 1, passes) for action in actions)


def replay(size, moves):
    state = game(size).new_initial_state()
    for move in moves.split():
        by_name = {name(state, action): action for action in state.legal_actions()}
        state.apply_action(by_name[move])
    return state


def rows():
    chance = random.Random(2)
    for size, (first, later) in DEPTHS.items():
        for depth in range(1, first + 1):
            state = game(size).new_initial_state()
            yield size, "yes", depth, lines(state, depth, True), ""
        made = 0
        while made < 40:
            state, moves = game(size).new_initial_state(), []
            for _ in range(chance.randrange(2, 3 * size * size)):
                stones = [a for a in state.legal_actions() if not is_pass(state, a)]
                if state.is_terminal() or not stones:
                    break
                action = chance.choice(stones)
                moves.append(name(state, action))
                state.apply_action(action)
            try:
                count = lines(state, later, False)
            except CameBack:
                continue
            made += 1
            yield size, "no", later, count, " ".join(moves)


def main():
    if sys.argv[1:] == ["--write"]:
        text = [HEAD] + [f"{n}x{n},{passes},{depth},{count},{moves}"
                         for n, passes, depth, count, moves in rows()]
        DATA.write_text("\n".join(text) + "\n")
        return print(f"{len(text) - 1} rows written")
    if sys.argv[1:]:
        sys.exit("crosscheck_go.py: expected --write or nothing")
    checked = 0
    for row in DATA.read_text().splitlines()[1:]:
        board, passes, depth, count, moves = row.split(",")
        found = lines(replay(int(board.split("x")[0]), moves), int(depth), passes == "yes")
        if found != int(count):
            sys.exit(f"go {board} after '{moves}', depth {depth}: stored {count}, open_spiel {found}")
        checked += 1
    print(f"go: {checked} counts agree with open_spiel")


if __name__ == "__main__":
    main()
