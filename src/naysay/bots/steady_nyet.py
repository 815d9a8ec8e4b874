"""The steady bot for Nyet!."""

from naysay.bots.random_bot import choose as choose
