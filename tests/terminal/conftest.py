import os

import pytest


@pytest.fixture(autouse=True)
def spare_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """These games need to outlive the program, not a power cut."""
    monkeypatch.setattr(os, "fsync", lambda file: None)
    monkeypatch.delenv("NO_COLOR", raising=False)
