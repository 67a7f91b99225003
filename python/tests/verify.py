"""Verifies messages: a line of JSON with secret, headers and body, and a line that says what came of it."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from petstore_client import WebhookError, verify_webhook

for line in sys.stdin:
    message = json.loads(line)
    try:
        event = verify_webhook(message["secret"], message["headers"], message["body"])
        print(event["type"], event.get("id"), flush=True)
    except (WebhookError, TypeError) as error:
        print(type(error).__name__, flush=True)
