"""Rewrite every golden playthrough."""

from tests.golden.playthrough import HERE, files, render

if __name__ == "__main__":
    for path in set(HERE.glob("*.txt")) - set(files()):
        path.unlink()
    for path, combination in files().items():
        path.write_text(render(combination), encoding="utf-8")
        print(path.name)
