import { bytesOf, fromBase64, matches, sign as signText } from '../signing.js';
import { explainMismatch } from './explain-mismatch.js';
import { headerOf, rawBytes } from './raw-message.js';
import { WebhookError } from './webhook-error.js';
const MOST_ENTRIES = 8;
const MOST_HEADER = 1_024;
export async function verify(rawBody, headers, secrets, { toleranceSeconds = 300, now = new Date() } = {}) {
	const body = rawBytes(rawBody);
	const known = [secrets].flat().filter((secret) => typeof secret === 'string' && secret !== '');
	if (known.length === 0)
		throw new WebhookError('no_secret', 'no signing secret was given; it begins with tgs_');
	const signature = headerOf(headers, 'x-signature');
	const standard = headerOf(headers, 'webhook-signature');
	if (signature === null && standard === null)
		throw new WebhookError('no_signature', 'X-Signature and webhook-signature are both missing; does a proxy remove headers?');
	const keys = known.map(keyOf);
	if (signature !== null && !(await someMatch(keys, body, [signature])))
		throw await explainMismatch({
			body,
			given: [signature],
			secrets: known,
			header: 'X-Signature',
			prefix: bytesOf(''),
		});
	if (standard !== null) {
		const timestamp = headerOf(headers, 'webhook-timestamp') ?? '';
		const prefix = bytesOf(`${headerOf(headers, 'webhook-id') ?? ''}.${timestamp}.`);
		const entries = standard.slice(0, MOST_HEADER).split(' ', MOST_ENTRIES);
		const given = entries.flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
		if (!(await someMatch(keys, joined(prefix, body), given)))
			throw await explainMismatch({ body, given, secrets: known, header: 'webhook-signature', prefix });
		requireRecent(timestamp, toleranceSeconds, now);
	}
	return parsed(body);
}
export async function sign(event, secret, { eventId, at = new Date() } = {}) {
	const body = typeof event === 'string' ? event : JSON.stringify(event);
	const id = eventId ??
		(typeof event === 'object' ? event.eventId : undefined) ??
		crypto.randomUUID();
	const timestamp = String(Math.floor(at.getTime() / 1000));
	const key = keyOf(secret);
	return {
		body,
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'x-signature': await signText(key, body),
			'webhook-id': id,
			'webhook-timestamp': timestamp,
			'webhook-signature': `v1,${await signText(key, `${id}.${timestamp}.${body}`)}`,
		},
	};
}
const keyOf = (secret) => secret.startsWith('whsec_') ? (fromBase64(secret.slice(6)) ?? secret) : secret;
async function someMatch(keys, data, given) {
	let found = false;
	for (const key of keys)
		if (await matches(key, data, given))
			found = true;
	return found;
}
function joined(a, b) {
	const both = new Uint8Array(a.length + b.length);
	both.set(a);
	both.set(b, a.length);
	return both;
}
function requireRecent(timestamp, toleranceSeconds, now) {
	const ageSeconds = Math.round(now.getTime() / 1000 - Number(timestamp));
	if (Math.abs(ageSeconds) <= toleranceSeconds)
		return;
	const side = ageSeconds > 0 ? `${ageSeconds} seconds old` : `${-ageSeconds} seconds in the future`;
	throw new WebhookError('clock', `the signature is right, but the message is ${side}: it was replayed, or the clock of this machine is wrong`);
}
function parsed(body) {
	let event;
	try {
		event = JSON.parse(new TextDecoder().decode(body));
	}
	catch { }
	if (typeof event === 'object' && event !== null && !Array.isArray(event))
		return event;
	throw new WebhookError('not_json', 'the signature is right, but the body is not a JSON object');
}
