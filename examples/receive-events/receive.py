import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from petstore_client import WebhookError, verify_webhook

secret = os.environ["WEBHOOK_SECRET"]
# A message may come twice. Store the ids of a day or two where you store your own data.
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(min(length, 65_536))
        try:
            # The bytes as they came: JSON that was parsed and written again has another signature.
            event = verify_webhook(secret, self.headers, body)
            if self.headers["webhook-id"] not in seen:
                print(event["type"], flush=True)
            seen.add(self.headers["webhook-id"])
            self.send_response(204)
        except WebhookError:
            self.send_response(400)
        self.end_headers()

    def log_message(self, *_):
        pass


HTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
