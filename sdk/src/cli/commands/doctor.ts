// doctor: checks whether this machine can work with the gateway: settings, reachability, clock, key, signing secret,
// signatures. It changes nothing.
import { sign } from '../../signing.ts';
import { ApiError, type Schemas } from '../../tollgate.ts';
import { accessOf, type Call, type Command, clientOf } from '../command.ts';
import { paintFor, tell } from '../terminal.ts';

const MOST_SECONDS = 60;
/** From openapi/signature-vectors.json. */
const VECTOR = {
  secret: 'tgs_4eC39HqLyjWDarjtT1zdp7dcKq8Xz2Lm',
  text: '{}',
  signature: 'a6Aw7ijDPHJkq8+eEGu5VY1NlTmeajc/TF3vsLZj3lE=',
};

/** The width of the longest name of a check. */
const WIDTH = 'signing secret'.length;

interface Finding {
  check: string;
  ok: boolean;
  message: string;
  mend: string | null;
}

const fine = (check: string, message: string): Finding => ({ check, ok: true, message, mend: null });
const wrong = (check: string, message: string, mend: string): Finding => ({
  check,
  ok: false,
  message,
  mend,
});

export const doctor: Command = {
  name: 'doctor',
  words: ['doctor'],
  arguments: [],
  summary: 'Check settings, gateway, key, signing secret, clock and signatures',
  options: {},
  async run(call) {
    const paint = paintFor(call.terminal);
    const findings = [...settings(call), ...(await gateway(call)), await vector()];
    for (const finding of findings) {
      const { check, ok, message, mend } = finding;
      const mark = ok ? paint.green('ok   ') : paint.red('wrong');
      const line = `${mark} ${paint.bold(check.padEnd(WIDTH))} ${message}`;
      tell(call.terminal, finding, mend ? `${line}\n${' '.repeat(WIDTH + 7)}${paint.yellow(mend)}` : line);
    }
    const faults = findings.filter(({ ok }) => !ok).length;
    call.terminal.err(
      faults === 0
        ? paint.green(`all ${findings.length} checks passed`)
        : paint.red(`${faults} of ${findings.length} checks failed`),
    );
    return faults === 0 ? 0 : 1;
  },
};

function settings(call: Call): Finding[] {
  const { apiKey, signingSecret, source } = accessOf(call);
  const key = apiKey?.startsWith('tg_test_') || apiKey?.startsWith('tg_live_');
  const secret = signingSecret?.startsWith('tgs_') && signingSecret === signingSecret.trim();
  return [
    key
      ? fine('API key', `of ${apiKey!.startsWith('tg_live_') ? 'production' : 'test'}, from ${source}`)
      : wrong(
          'API key',
          apiKey === undefined ? 'is not set' : 'does not begin with tg_test_ or tg_live_',
          'Set TOLLGATE_API_KEY to tg_test_… or tg_live_….',
        ),
    secret
      ? fine('signing secret', 'is set')
      : wrong(
          'signing secret',
          signingSecret === undefined ? 'is not set' : 'has white space, or does not begin with tgs_',
          'Set TOLLGATE_SIGNING_SECRET to tgs_….',
        ),
  ];
}

async function gateway(call: Call): Promise<Finding[]> {
  const { baseUrl, apiKey } = accessOf(call);
  let clock: Finding;
  try {
    const response = await fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(10_000) });
    const aheadSeconds = Math.round((Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1000);
    clock =
      Math.abs(aheadSeconds) <= MOST_SECONDS || Number.isNaN(aheadSeconds)
        ? fine('clock', "agrees with the gateway's clock")
        : wrong(
            'clock',
            `is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the gateway's clock`,
            'Set the clock of this machine. With a wrong clock your receiver refuses webhooks as too old or too new.',
          );
  } catch (error) {
    const reason = (error as { cause?: { code?: string } }).cause?.code ?? String(error);
    return [wrong('gateway', `${baseUrl} does not answer (${reason})`, 'Start it, or set TOLLGATE_URL.')];
  }
  const reached = fine('gateway', `${baseUrl} answers`);
  if (apiKey === undefined) return [reached, clock];
  try {
    const options = await clientOf(call).payments.options({ excludeCountries: true });
    const accepted = fine('access', `the key is accepted; ${options.length} ways to pay`);
    return [reached, clock, accepted, ...(await secretAtGateway(call))];
  } catch (error) {
    const mend =
      error instanceof ApiError && error.status === 401
        ? 'Use the API key of this brand and environment.'
        : 'See the message.';
    return [reached, clock, wrong('access', (error as Error).message, mend)];
  }
}

/** Checks the secret with a call that changes nothing. Returns no finding if there is no secret. */
async function secretAtGateway(call: Call): Promise<Finding[]> {
  const { baseUrl, apiKey, signingSecret } = accessOf(call);
  if (signingSecret === undefined) return [];
  const body = JSON.stringify({ message: 'Grüße von tollgate doctor' });
  const response = await fetch(`${baseUrl}/check-signature`, {
    method: 'POST',
    headers: {
      'X-API-KEY': apiKey!,
      'Content-Type': 'application/json',
      'X-Signature': await sign(signingSecret, body),
    },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  const answer = (await response.json().catch(() => ({}))) as Answered;
  return [verdictOf(response.status, answer)];
}

type Answered = Partial<Schemas['CheckedSignature'] & Schemas['Error']>;

function verdictOf(status: number, { matches, secret, validUntil, message }: Answered): Finding {
  const check = 'secret in use';
  if (status === 404) return fine(check, 'cannot be checked: this release of the gateway has no such check');
  // A brand that requires signed requests refuses a wrong signature itself.
  const isRefused = status === 403 && String(message).includes('X-Signature');
  if (matches === false || isRefused)
    return wrong(
      check,
      'the gateway has another signing secret for this brand',
      'Use the signing secret of the brand and environment of this API key.',
    );
  if (matches !== true) return wrong(check, `the gateway answers ${status}: ${message}`, 'See the message.');
  if (secret === 'newest') return fine(check, 'the gateway accepts the signing secret');
  return wrong(
    check,
    `the signing secret was replaced; the gateway accepts it until ${validUntil}`,
    'Use the new signing secret of this brand.',
  );
}

async function vector(): Promise<Finding> {
  const made = await sign(VECTOR.secret, VECTOR.text);
  return made === VECTOR.signature
    ? fine('signatures', 'the signature of a known text is right')
    : wrong(
        'signatures',
        'the signature of a known text is wrong',
        'Report this with the version of your Node.js.',
      );
}
