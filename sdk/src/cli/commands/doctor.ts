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
        ? paint.green(`all ${findings.length} checks are right`)
        : paint.red(`${faults} of ${findings.length} checks are wrong`),
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
          apiKey === undefined ? 'is not set' : 'is not one of Tollgate',
          'Set TOLLGATE_API_KEY to tg_test_… or tg_live_….',
        ),
    secret
      ? fine('signing secret', 'is there')
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
        ? fine('clock', 'is that of the gateway')
        : wrong(
            'clock',
            `is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead' : 'behind'}`,
            'Set the clock of this machine: webhooks would be refused as too old.',
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
        ? 'Take the key of this brand and environment.'
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
  if (status === 404) return fine(check, 'is not known: a gateway of this release cannot be asked');
  // A brand that requires signed requests refuses a wrong signature itself.
  const isRefused = status === 403 && String(message).includes('X-Signature');
  if (matches === false || isRefused)
    return wrong(
      check,
      'the gateway has another signing secret for this brand',
      'Take the signing secret of the brand and environment of this API key.',
    );
  if (matches !== true) return wrong(check, `the gateway answers ${status}: ${message}`, 'See the message.');
  if (secret === 'newest') return fine(check, 'the gateway accepts the signing secret');
  return wrong(
    check,
    `the signing secret was replaced; the gateway accepts it until ${validUntil}`,
    'Take the new signing secret of this brand.',
  );
}

async function vector(): Promise<Finding> {
  const made = await sign(VECTOR.secret, VECTOR.text);
  return made === VECTOR.signature
    ? fine('signatures', 'a known text gets its known signature')
    : wrong(
        'signatures',
        'a known text gets another signature',
        'Report this with the version of your Node.js.',
      );
}
