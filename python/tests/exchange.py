"""Makes the calls of test/client/exchanges.ts: a case a line, as JSON, and an outcome a line."""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from petstore_client import ApiError, BanError, Pages, PermissionError, PetStore, World


class MovableWorld(World):
    """A clock that waits alone move."""

    def __init__(self):
        self.time = 0.0
        self.waits = []

    def now(self):
        return self.time

    def random(self):
        return 0.5

    def wait(self, seconds, stop=None):
        self.waits.append(seconds)
        self.time += seconds
        return False


def snake(name):
    return re.sub(r"[A-Z]", lambda found: "_" + found.group().lower(), name)


def exact(value):
    if isinstance(value, list):
        return [exact(each) for each in value]
    if isinstance(value, dict):
        if "int64" in value:
            return int(value["int64"])
        if "bytes" in value:
            return value["bytes"].encode("latin-1")
        return {name: exact(each) for name, each in value.items()}
    return value


def facts(error):
    found = {
        "class": type(error).__name__,
        "classes": [each.__name__ for each in type(error).__mro__] + ["Error"],
        "message": str(error),
    }
    if isinstance(error, ApiError):
        found.update(code=error.code, status=error.status, requestId=error.request_id)
        if error.retry_after is not None:
            found["retryAfter"] = error.retry_after
    if error.__cause__ is not None:
        found["cause"] = type(error.__cause__).__name__
    if isinstance(error, PermissionError):
        found["missingScope"] = error.missing_scope
    if isinstance(error, BanError):
        ends = error.ends_at.isoformat(timespec="milliseconds")
        found["endsAt"] = ends.replace("+00:00", "Z")
    return found


def outcome_of(case):
    world = MovableWorld()
    options = {snake(name): value for name, value in case.get("client", {}).items()}
    store = PetStore("pets_test_any", base_url=case["baseUrl"], world=world, **options)
    call = store
    for name in case["call"].split("."):
        call = getattr(call, snake(name))
    arguments = {snake(name): exact(value) for name, value in case.get("options", {}).items()}
    if "timeout" in arguments:
        # TypeScript counts in milliseconds.
        arguments["timeout"] /= 1_000
    outcome = {"waits": world.waits}
    try:
        for left in reversed(range(case.get("times", 1))):
            try:
                result = call(*exact(case.get("args", [])), **arguments)
            except ApiError:
                if not left:
                    raise
        result = list(result) if isinstance(result, Pages) else result
        outcome["result"] = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
    except Exception as error:
        outcome["error"] = facts(error)
    return outcome


for line in sys.stdin:
    print(json.dumps(outcome_of(json.loads(line))), flush=True)
