// Finds out why a signature does not match, by trying the usual mistakes. It is slow, so it runs only after a mismatch.
// Its result must never make a message valid.
import { bytesOf, matches } from '../signing.ts';
import { WebhookError } from './webhook-error.ts';

export interface Mismatch {
  body: Uint8Array<ArrayBuffer>;
  given: readonly string[];
  secrets: readonly string[];
  header: string;
  /** Stands before the body in the signed text. */
  prefix: Uint8Array<ArrayBuffer>;
}

export async function explainMismatch({
  body,
  given,
  secrets,
  header,
  prefix,
}: Mismatch): Promise<WebhookError> {
  const before = new TextDecoder().decode(prefix);
  const text = new TextDecoder().decode(body);
  const fits = (secret: string, candidate: string) => matches(secret, bytesOf(before + candidate), given);
  for (const secret of secrets) {
    if (secret !== secret.trim() && (await fits(secret.trim(), text)))
      return new WebhookError(
        'secret_whitespace',
        'the secret has white space at its beginning or end, perhaps the line end of a file; trim it',
      );
    for (const candidate of rewritten(text)) {
      if (await fits(secret.trim(), candidate))
        return new WebhookError(
          'body_changed',
          'the body is not the text that was sent: it was parsed and serialised again, or its white space was changed; verify the raw body',
        );
    }
  }
  const isKey = secrets.some((secret) => /^tg_(test|live)_/.test(secret.trim()));
  return new WebhookError(
    'wrong_secret',
    isKey
      ? `${header} does not match: this is an API key; the signing secret begins with tgs_`
      : `${header} does not match: the secret belongs to another brand or is an old one, or the message is not from the gateway`,
  );
}

/** The text as it may have been before a program rewrote it. */
function rewritten(text: string): string[] {
  const candidates = [text.trim(), text.replaceAll('\r\n', '\n')];
  try {
    candidates.push(JSON.stringify(JSON.parse(text)));
  } catch {}
  return candidates.filter((candidate) => candidate !== text);
}
