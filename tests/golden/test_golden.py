from pathlib import Path

import pytest

from tests.golden.playthrough import HERE, files, render
from tests.support.combinations import Combination


@pytest.mark.parametrize(("path", "combination"), files().items(), ids=str)
def test_the_playthrough_is_as_it_was(path: Path, combination: Combination) -> None:
    assert path.read_text(encoding="utf-8") == render(combination), "rewrite with `make golden` if the change is meant"


def test_every_file_has_its_combination() -> None:
    assert set(HERE.glob("*.txt")) == set(files())
