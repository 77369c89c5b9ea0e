// How a receiver checks the signature of a webhook, in each language: a function that takes the raw body, the header
// and the secret. The SDK's function returns the event. A test calls each with a real delivery and with wrong ones.

export const VERIFY_WEBHOOK: Readonly<Record<string, string>> = {
  SDK: `import { webhooks } from '@tollgate/sdk';

// rawBody: a Buffer with the bytes as they came; headers: of the request
async function eventOf(rawBody, headers, signingSecret) {
    // Throws a WebhookError: its fault and its message say what is wrong.
    return await webhooks.verify(rawBody, headers, signingSecret);
}`,
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: a Buffer with the bytes as they came
function isGenuine(rawBody, header, signingSecret) {
    const expected = createHmac('sha256', signingSecret)
        .update(rawBody)
        .digest('base64');
    const given = Buffer.from(header ?? '');
    return given.length === expected.length
        && timingSafeEqual(given, Buffer.from(expected));
}`,
  Python: `import base64
import hashlib
import hmac

# raw_body: the bytes as they came
def is_genuine(raw_body, header, signing_secret):
    digest = hmac.new(signing_secret.encode(), raw_body, hashlib.sha256).digest()
    expected = base64.b64encode(digest)
    return hmac.compare_digest(expected, (header or "").encode())`,
  PHP: `<?php
// $rawBody: file_get_contents('php://input')
function isGenuine(string $rawBody, ?string $header, string $signingSecret): bool {
    $expected = base64_encode(hash_hmac('sha256', $rawBody, $signingSecret, true));
    return hash_equals($expected, $header ?? '');
}`,
};
