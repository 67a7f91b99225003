"""Mirrors the animals of the store, and prints the names of the copy, sorted, at each line of its input."""

import json
import pathlib
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from petstore_client import PetStore

copy = {}
positions = []
changed = threading.Condition()
stop = threading.Event()


def save(changes, position):
    with changed:
        for kind, value in changes:
            if kind == "put":
                copy[value["id"]] = value["name"]
            elif kind == "delete":
                copy.pop(value, None)
            else:
                copy.clear()
        positions.append(json.loads(json.dumps(position)))
        changed.notify_all()


def mirror():
    store = PetStore()
    store.mirror(lambda: positions[-1] if positions else None, save, stop)


thread = threading.Thread(target=mirror)
thread.start()
for line in sys.stdin:
    expected = json.loads(line)
    with changed:
        changed.wait_for(lambda: sorted(copy.values()) == expected)
    print("in step", flush=True)
stop.set()
thread.join()
print("stopped", flush=True)
