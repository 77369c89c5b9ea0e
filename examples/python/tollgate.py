"""What a client has to do: send a signed call, and tell whether a text is from the gateway."""
import base64
import hashlib
import hmac
import json
import os
import urllib.request


def sign(text, secret):
    return base64.b64encode(hmac.new(secret.encode(), text, hashlib.sha256).digest()).decode()


def is_signed(text, signature, secret):
    """Is this signature of these bytes right? In constant time."""
    return hmac.compare_digest(sign(text, secret).encode(), (signature or "").encode())


def post(path, body):
    """Sends a signed call. If no answer comes, look the payment up before you try again."""
    url, secret = os.environ.get("TOLLGATE_URL", "http://localhost:3000"), os.environ["TOLLGATE_SIGNING_SECRET"]
    # As the gateway signs it: no blanks, and nothing escaped that need not be.
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    headers = {"X-API-KEY": os.environ["TOLLGATE_API_KEY"], "X-Signature": sign(text, secret), "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url + path, text, headers), timeout=30) as answer:
        raw = answer.read()
        if not is_signed(raw, answer.headers["X-Signature"], secret):
            raise ValueError(f"{path}: the answer is not from the gateway")
        return json.loads(raw)
