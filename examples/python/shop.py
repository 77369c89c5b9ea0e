"""A shop with one thing to sell: the customer pays on the cashier, and a webhook says that it was paid."""
import json
import os
import uuid
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from books import balance_of, book
from tollgate import is_signed, post

PORT = int(os.environ.get("PORT", "4000"))
SHOP = f"http://localhost:{PORT}"
PAGE = '<h1>Coffee, €25</h1><form method="post" action="/orders"><button>Buy</button></form>'


def shop(request, start):
    def answer(status, text="", header=("Content-Type", "text/plain; charset=utf-8")):
        start(status, [header])
        return [text.encode()]

    _, name, *rest = request["PATH_INFO"].split("/")
    call = f"{request['REQUEST_METHOD']} /{name}"
    if call == "GET /":
        return answer("200 OK", PAGE, ("Content-Type", "text/html; charset=utf-8"))
    if call == "POST /orders":
        reference = f"order-{uuid.uuid4()}"
        body = {"currency": "EUR", "amount": 25, "country": "DE", "merchantReference": reference}
        addresses = {"redirectUrl": f"{SHOP}/orders/{reference}", "notificationUrl": f"{SHOP}/webhooks"}
        return answer("303 See Other", "", ("Location", post("/payment-session", body | addresses)["cashierUrl"]))
    if call == "POST /webhooks":
        # The raw body: it is what was signed.
        raw = request["wsgi.input"].read(min(max(int(request["CONTENT_LENGTH"] or 0), 0), 1_000_000))
        if not is_signed(raw, request.get("HTTP_X_SIGNATURE"), os.environ["TOLLGATE_SIGNING_SECRET"]):
            return answer("403 Forbidden")
        event = json.loads(raw)
        book(event["eventId"], event["merchantReference"], raw.decode())
        return answer("200 OK")
    if call == "GET /orders":  # The customer comes back. That proves nothing: only a webhook changes the books.
        return answer("200 OK", "Paid. Thank you!\n" if balance_of(rest[0]) > 0 else "Not paid yet. Reload this page.\n")
    if call == "GET /balance":  # For `tollgate rehearse --books`. Remove it before strangers reach your server.
        return answer("200 OK", str(balance_of(rest[0])))
    return answer("404 Not Found")


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True  # A sender that stops in the middle holds up nobody else.


if __name__ == "__main__":
    WSGIRequestHandler.timeout = 20
    server = make_server("localhost", PORT, shop, Server)
    print(f"Open {SHOP}", flush=True)
    server.serve_forever()
