"""Fit what the sharp bot of Nope! has learned: the value that ends its playouts, or the judgement of its looks ahead.

.venv/bin/python -m tools.train_nope value|judge [HOW_MUCH]
"""

import sys

from tools import train_nope_judge, train_nope_value

if __name__ == "__main__":
    train = {"value": train_nope_value.main, "judge": train_nope_judge.main}[sys.argv[1]]
    train(*map(int, sys.argv[2:]))
