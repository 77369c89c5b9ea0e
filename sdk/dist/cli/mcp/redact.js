import { SECRET_NAMES } from '../command.js';
const SHORTEST_SECRET = 8;
const UUID_OR_DIGITS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?<![0-9A-Za-z])[2-9](?:[ -]?\d){11,18}(?!\d)/gi;
const CARD_FIELDS = /(\\*"(?:cardNumber|cardCvv|cardnum|cardcvv|token)\\*"\s*:\s*\\*")[^"\\]*/g;
const TOKEN = /\btok_\w+/g;
export function redactFor(environment, { apiKey, signingSecret }) {
	const named = Object.entries(environment).flatMap(([name, value = '']) => SECRET_NAMES.test(name) ? [value] : passwordsIn(value));
	const secrets = [apiKey, signingSecret, ...named]
		.flatMap((secret) => (secret ? [secret, secret.trim(), JSON.stringify(secret).slice(1, -1)] : []))
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length);
	const text = (value) => {
		let clean = value;
		for (const secret of secrets)
			clean = clean.replaceAll(secret, '[secret]');
		return clean
			.replaceAll(CARD_FIELDS, '$1[removed]')
			.replaceAll(TOKEN, '[card token]')
			.replaceAll(UUID_OR_DIGITS, (found) => (isCardNumber(found) ? '[card number]' : found));
	};
	const deep = (value) => {
		if (typeof value === 'string')
			return text(value);
		if (typeof value === 'number')
			return isCardNumber(String(value)) ? '[card number]' : value;
		if (Array.isArray(value))
			return value.map(deep);
		if (typeof value !== 'object' || value === null)
			return value;
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), deep(one)]));
	};
	return (value) => deep(value);
}
function passwordsIn(value) {
	const password = URL.canParse(value) ? new URL(value).password : '';
	const plain = password.replaceAll(/%[0-9a-f]{2}/gi, (hex) => String.fromCharCode(Number.parseInt(hex.slice(1), 16)));
	return password === '' ? [] : [value, password, plain];
}
function isCardNumber(found) {
	const digits = found.replaceAll(/[ -]/g, '');
	if (!/^[2-9]\d{11,18}$/.test(digits))
		return false;
	const sum = [...digits].reverse().reduce((total, digit, at) => {
		const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}
