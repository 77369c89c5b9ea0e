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
    worth = {}
    for event in sorted(events, key=lambda event: event["sequence"]):
        if re.fullmatch(r"pay(in|out)\.(pending|processing|completed|declined|error)", event["eventType"]):
            amount = event["amount"] if event["type"] == "PAYIN" else -event["amount"]
            worth["payment"] = amount if event["status"] == "COMPLETED" else 0
        if event["eventType"] == "payout.returned":
            worth["payment"] = 0
        if refund := event.get("refund"):
            worth[refund["refundId"]] = -refund["amount"] if refund["status"] == "COMPLETED" else 0
        if dispute := event.get("dispute"):
            is_away = dispute["fundsWithheld"] and dispute["status"] != "WON"
            worth[dispute["disputeId"]] = -dispute["amount"] if is_away else 0
    return sum(worth.values())
