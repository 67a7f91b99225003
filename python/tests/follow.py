"""Follows the log of the store and prints the name of each animal that was added, until its input ends."""

import pathlib
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from petstore_client import PetStore

stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
store = PetStore()
after = store.usage()["lastEventId"]
print("follows", flush=True)
for event in store.events(after=after, types="pet.created", follow=True, stop=stop):
    print(event["data"]["pet"]["name"], flush=True)
print("stopped", flush=True)
