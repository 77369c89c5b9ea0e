import { sign } from '../../signing.js';
import { ApiError } from '../../tollgate.js';
import { accessOf, clientOf } from '../command.js';
import { paintFor, tell } from '../terminal.js';
const MOST_SECONDS = 60;
const VECTOR = {
	secret: 'tgs_4eC39HqLyjWDarjtT1zdp7dcKq8Xz2Lm',
	text: '{}',
	signature: 'a6Aw7ijDPHJkq8+eEGu5VY1NlTmeajc/TF3vsLZj3lE=',
};
const fine = (check, message) => ({ check, ok: true, message, mend: null });
const wrong = (check, message, mend) => ({
	check,
	ok: false,
	message,
	mend,
});
export const doctor = {
	name: 'doctor',
	words: ['doctor'],
	arguments: [],
	summary: 'Check settings, gateway, key, clock and signatures',
	options: {},
	async run(call) {
		const paint = paintFor(call.terminal);
		const findings = [...settings(call), ...(await gateway(call)), await vector()];
		for (const finding of findings) {
			const { check, ok, message, mend } = finding;
			const mark = ok ? paint.green('ok   ') : paint.red('wrong');
			tell(call.terminal, finding, `${mark} ${check}: ${message}${mend ? `\n      ${mend}` : ''}`);
		}
		return findings.every(({ ok }) => ok) ? 0 : 1;
	},
};
function settings(call) {
	const { apiKey, signingSecret, source } = accessOf(call);
	const key = apiKey?.startsWith('tg_test_') || apiKey?.startsWith('tg_live_');
	const secret = signingSecret?.startsWith('tgs_') && signingSecret === signingSecret.trim();
	return [
		key
			? fine('API key', `of ${apiKey.startsWith('tg_live_') ? 'production' : 'test'}, from ${source}`)
			: wrong('API key', apiKey === undefined ? 'is not set' : 'is not one of Tollgate', 'Set TOLLGATE_API_KEY to tg_test_… or tg_live_….'),
		secret
			? fine('signing secret', 'is there')
			: wrong('signing secret', signingSecret === undefined ? 'is not set' : 'has white space, or does not begin with tgs_', 'Set TOLLGATE_SIGNING_SECRET to tgs_….'),
	];
}
async function gateway(call) {
	const { baseUrl, apiKey } = accessOf(call);
	let clock;
	try {
		const response = await fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(10_000) });
		const aheadSeconds = Math.round((Date.now() - Date.parse(response.headers.get('date') ?? '')) / 1000);
		clock =
			Math.abs(aheadSeconds) <= MOST_SECONDS || Number.isNaN(aheadSeconds)
				? fine('clock', 'is that of the gateway')
				: wrong('clock', `is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead' : 'behind'}`, 'Set the clock of this machine: webhooks would be refused as too old.');
	}
	catch (error) {
		const reason = error.cause?.code ?? String(error);
		return [wrong('gateway', `${baseUrl} does not answer (${reason})`, 'Start it, or set TOLLGATE_URL.')];
	}
	const reached = fine('gateway', `${baseUrl} answers`);
	if (apiKey === undefined)
		return [reached, clock];
	try {
		const options = await clientOf(call).payments.options({ excludeCountries: true });
		return [reached, clock, fine('access', `the key is accepted; ${options.length} ways to pay`)];
	}
	catch (error) {
		const mend = error instanceof ApiError && error.status === 401
			? 'Take the key of this brand and environment.'
			: 'See the message.';
		return [reached, clock, wrong('access', error.message, mend)];
	}
}
async function vector() {
	const made = await sign(VECTOR.secret, VECTOR.text);
	return made === VECTOR.signature
		? fine('signatures', 'a known text gets its known signature')
		: wrong('signatures', 'a known text gets another signature', 'Report this with the version of your Node.js.');
}
