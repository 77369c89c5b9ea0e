"""What each order is worth, from its events in whatever order they came. SQLite keeps each event once."""
import json
import os
import re
import sqlite3
from contextlib import closing
from decimal import Decimal


def opened():
    books = sqlite3.connect(os.environ.get("SHOP_DATA", ".data.sqlite"), timeout=10)
    books.execute("create table if not exists events (id text primary key, reference text, event text)")
    return closing(books)


def book(event_id, reference, text):
    """The primary key decides, so of two copies at the same moment one is kept."""
    with opened() as books, books:
        books.execute("insert into events values (?, ?, ?) on conflict do nothing", (event_id, reference, text))


def balance_of(reference):
    """A type of event that is not known here changes nothing."""
    with opened() as books:
        rows = books.execute("select event from events where reference = ?", (reference,)).fetchall()
    events = [json.loads(text, parse_float=Decimal) for (text,) in rows]
    # The status of a payment, each capture, refund and dispute go by their own last event. None is too old to count.
    worth = {}
    for event in sorted(events, key=lambda event: event["sequence"]):
        kind, sign = event["eventType"], 1 if event["type"] == "PAYIN" else -1
        # Less than the amount may have come for a pay-in.
        paid = event.get("amountCaptured", event["amount"]) if sign == 1 else -event["amount"]
        # The money of a payment that is captured later comes with its captures.
        is_later = event.get("captureMode") == "manual"
        if not is_later and re.fullmatch(r"pay(in|out)\.(pending|processing|completed|declined|error)", kind):
            worth["payment"] = paid if kind.endswith(".completed") else 0
        if not is_later and kind in ("payin.returned", "payout.returned"):
            worth["returned"] = -sign * event["returned"]["amount"]
        if capture := event.get("capture"):
            worth[capture["captureId"]] = capture["amount"] if kind == "capture.completed" else 0
        if refund := event.get("refund"):
            worth[refund["refundId"]] = -refund["amount"] if kind == "refund.completed" else 0
        if dispute := event.get("dispute"):
            worth[dispute["disputeId"]] = -dispute["amount"] if dispute["fundsWithheld"] else 0
    return sum(worth.values())
