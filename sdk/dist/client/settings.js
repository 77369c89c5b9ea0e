import { UsageError } from '../errors.js';
export function settingsOf(options) {
	const { apiKey, signingSecret = [], retries = 3, timeoutMs = 30_000, maxRetryDelayMs = 30_000 } = options;
	const secrets = [signingSecret].flat().filter((secret) => secret !== undefined);
	const baseUrl = addressOf(options.baseUrl, apiKey);
	requireToken('apiKey', apiKey);
	for (const secret of secrets) {
		requireToken('signingSecret', secret);
		if (/^tg_(test|live)_/.test(secret))
			throw new UsageError('signingSecret: this is an API key; the secret begins with tgs_');
	}
	if (!Number.isInteger(retries) || retries < 0)
		throw new UsageError('retries: must be a whole number, 0 or more');
	if (!(timeoutMs > 0))
		throw new UsageError('timeoutMs: must be above 0');
	const call = options.fetch ?? globalThis.fetch;
	return {
		baseUrl,
		apiKey,
		secrets,
		retries,
		timeoutMs,
		maxRetryDelayMs,
		hooks: options.hooks ?? {},
		fetch: (...request) => call(...request),
	};
}
function addressOf(baseUrl, apiKey) {
	let url;
	try {
		url = new URL(baseUrl);
	}
	catch {
		throw new UsageError('baseUrl: must be an address, such as https://pay.example');
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:')
		throw new UsageError('baseUrl: must begin with https:// or http://');
	if (url.protocol === 'http:' && String(apiKey).startsWith('tg_live_'))
		throw new UsageError('baseUrl: must be https, because a live key would be sent unencrypted');
	return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}
function requireToken(name, value) {
	if (typeof value !== 'string' || value === '')
		throw new UsageError(`${name}: is missing`);
	if (value !== value.trim())
		throw new UsageError(`${name}: has white space at its beginning or end; was it read from a file?`);
	if (!/^[\x21-\x7e]+$/.test(value))
		throw new UsageError(`${name}: contains invalid characters`);
}
