"""Play the stored games anew."""

import json

from tests.server.stored import HERE, stories, summary, write

if __name__ == "__main__":
    told = {}
    for name, story in stories():
        (HERE / f"{name}.jsonl").write_text(write(story.log), encoding="utf-8")
        told[name] = summary(story.state)
        print(f"{name}: {len(story.log)} entries")
    (HERE / "told.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
