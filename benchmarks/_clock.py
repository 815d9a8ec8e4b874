"""Imported before the bots: they think by the time that the processor spent on them.

On a machine that does other things as well, a bot with 0.2 s by the clock on the wall would be another bot every time.
"""

import time

time.perf_counter = time.process_time
