"""Asks for a fault a line, each with a client of its own, and prints what the client raised."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from petstore_client import ApiError, ConnectionError, PetStore

for line in sys.stdin:
    store = PetStore(retries=0)
    # The keys of all cuts are one, so that at most one animal is made.
    options = {"idempotency_key": "once", "headers": {"X-Lab-Fault": line.strip()}}
    try:
        store.pets.create({"name": "Ada", "categoryId": 1}, **options)
    except ApiError as error:
        print(error.code, error.status, flush=True)
    except ConnectionError as error:
        print(type(error).__name__, flush=True)
