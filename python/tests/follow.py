"""Follows the log of the store and prints the name of each animal that was added, until its input ends.

With an argument its time is a thousand times as fast, and a stream may be silent for half a second.
"""

import pathlib
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import petstore_client
from petstore_client import PetStore, World


class FastWorld(World):
    def now(self):
        return super().now() * 1_000

    def wait(self, seconds, stop=None):
        return super().wait(seconds / 1_000, stop)


world = None
if len(sys.argv) > 1:
    world = FastWorld()
    petstore_client._Follower.silence = 0.5
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
store = PetStore(world=world)
after = store.usage(timeout=60)["lastEventId"]
print("follows", flush=True)
for event in store.events(after=after, types="pet.created", follow=True, stop=stop, limit=2):
    print(event["data"]["pet"]["name"], flush=True)
print("stopped", flush=True)
