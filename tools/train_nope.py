"""Fit what the sharp bot of Nope! has learned: the value that ends its playouts, or the judgement of its looks ahead.

.venv/bin/python -m tools.train_nope value|judge [HOW_MUCH]
"""

import argparse

from tools import train_nope_judge, train_nope_value

TRAIN = {"value": train_nope_value.main, "judge": train_nope_judge.main}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=TRAIN)
    parser.add_argument("how_much", type=int, nargs="?", help="games for the value, rounds for the judgement")
    asked = parser.parse_args()
    TRAIN[asked.what](*(() if asked.how_much is None else (asked.how_much,)))
