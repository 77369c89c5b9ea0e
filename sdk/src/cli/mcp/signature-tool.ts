// Says why a signature does not match. It uses the secret of this machine, and never shows it.
import type { z as Zod } from 'zod';
import { debugSignature, SIGNED } from './debug-signature.ts';
import type { Redact } from './redact.ts';
import type { Tool } from './server.ts';

export function signatureTool(z: typeof Zod, secret: () => string, redact: Redact): Tool {
  return {
    name: 'debug_signature',
    title: 'Why a signature does not match',
    description:
      'Shows the text that is signed, where the given text begins to differ from it, and which known mistake made the given signature. It uses the signing secret of the environment and makes no signature.',
    reads: true,
    input: {
      signed: z
        .enum(SIGNED)
        .describe(
          'webhook: X-Signature of a webhook. request: X-Signature of a call or its answer. session: of /payment-session, /payout-session and /payment-links. card-request: Signature of a card pay-in. card-answer: of its answer.',
        ),
      body: z.string().describe('The raw body, byte for byte as it was sent or received.'),
      signature: z.string().describe('The signature to check, as it is in the header.'),
      signedText: z.string().optional().describe('The text that your program signed, if you know it.'),
    },
    run: async ({ signed, body, signature, signedText }) =>
      debugSignature(
        {
          signed: signed as (typeof SIGNED)[number],
          body: String(body),
          signature: String(signature),
          signedText: signedText === undefined ? undefined : String(signedText),
        },
        secret(),
        redact.inPlace,
      ),
  };
}
