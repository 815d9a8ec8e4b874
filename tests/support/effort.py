"""How hard tests try: `make proof` runs them in their long forms."""

import os

LONG = os.environ.get("NAYSAY_PROOF") == "1"


def times(usual: int, factor: int = 20) -> int:
    """So many cases usually, `factor` times as many for a proof."""
    return usual * factor if LONG else usual
