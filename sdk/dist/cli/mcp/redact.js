import { SECRET_NAMES } from '../command.js';
import { hidden, isCardField, withoutCardData } from './card-masking.js';
const SHORTEST_SECRET = 8;
export function redactFor(environment, { apiKey, signingSecret }) {
	const named = Object.entries(environment).flatMap(([name, value = '']) => SECRET_NAMES.test(name) ? [value] : passwordsIn(value));
	const secrets = [apiKey, signingSecret, ...named]
		.flatMap((secret) => (secret ? [secret, secret.trim(), JSON.stringify(secret).slice(1, -1)] : []))
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length);
	const clean = (text, mark) => withoutCardData(secrets.reduce((rest, secret) => rest.replaceAll(secret, () => mark(secret)), text));
	const text = (value) => clean(value, () => '[secret]');
	const deep = (value, isCard = false) => {
		if (typeof value === 'string')
			return isCard ? hidden(value) : text(value);
		if (typeof value === 'number') {
			const shown = isCard ? hidden(String(value)) : text(String(value));
			return shown === String(value) ? value : shown;
		}
		if (Array.isArray(value))
			return value.map((one) => deep(one, isCard));
		if (typeof value !== 'object' || value === null)
			return value;
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), deep(one, isCardField(name))]));
	};
	return Object.assign((value) => deep(value), {
		inPlace: (value) => clean(value, (secret) => '•'.repeat(secret.length)),
	});
}
function passwordsIn(value) {
	const password = URL.canParse(value) ? new URL(value).password : '';
	const plain = password.replaceAll(/%[0-9a-f]{2}/gi, (hex) => String.fromCharCode(Number.parseInt(hex.slice(1), 16)));
	return password === '' ? [] : [value, password, plain];
}
