// sign and verify: sign a text from stdin or from a file; check whether a message is genuine, and say why not.
import { readFileSync } from 'node:fs';
import { sign as signText } from '../../signing.ts';
import { webhooks } from '../../tollgate.ts';
import { type Command, secretOf } from '../command.ts';
import { paintFor, tell } from '../terminal.ts';

const bodyOf = (file: string | undefined): Buffer =>
  readFileSync(file === undefined || file === '-' ? 0 : file);

export const sign: Command = {
  name: 'sign',
  words: ['sign'],
  arguments: ['[FILE]'],
  summary: 'Sign a body and print its X-Signature (reads stdin if no file is given)',
  options: { webhook: { type: 'boolean', text: 'print all headers of a webhook' } },
  async run(call) {
    const body = bodyOf(call.arguments[0]);
    const secret = secretOf(call);
    if (call.is('webhook')) {
      const { headers } = await webhooks.sign(body.toString('utf8'), secret);
      tell(
        call.terminal,
        headers,
        Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      );
      return 0;
    }
    const signature = await signText(secret, new Uint8Array(body));
    tell(call.terminal, { 'x-signature': signature }, signature);
    return 0;
  },
};

export const verify: Command = {
  name: 'verify',
  words: ['verify'],
  arguments: ['[FILE]'],
  summary: 'Check whether a webhook is genuine, and if not, why',
  options: {
    signature: { type: 'string', value: 'TEXT', text: 'the X-Signature that came with it' },
    header: {
      type: 'string',
      value: 'NAME=VALUE,…',
      text: 'webhook-id, webhook-timestamp and webhook-signature',
    },
  },
  async run(call) {
    const { terminal, text } = call;
    const given = (text('header') ?? '').split(/,(?=webhook-|x-signature)/).flatMap((one) => {
      const at = one.indexOf('=');
      return at > 0 ? [[one.slice(0, at).trim(), one.slice(at + 1).trim()] as const] : [];
    });
    const signature = text('signature');
    const headers = {
      ...Object.fromEntries(given),
      ...(signature !== undefined && { 'x-signature': signature }),
    };
    const paint = paintFor(terminal);
    try {
      const event = await webhooks.verify(bodyOf(call.arguments[0]), headers, secretOf(call));
      tell(
        terminal,
        { ok: true, event },
        paint.green(`genuine: ${event.eventType} of ${event.merchantReference}`),
      );
      return 0;
    } catch (error) {
      if (!(error instanceof webhooks.WebhookError)) throw error;
      tell(
        terminal,
        { ok: false, fault: error.fault, message: error.message },
        paint.red(`${error.fault}: ${error.message}`),
      );
      return 1;
    }
  },
};
