const encoder = new TextEncoder();
export const bytesOf = (text) => encoder.encode(text);
async function hmac(secret, data) {
	const raw = typeof secret === 'string' ? bytesOf(secret) : secret;
	const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
	return new Uint8Array(await crypto.subtle.sign('HMAC', key, data));
}
export async function sign(secret, text) {
	return toBase64(await hmac(secret, typeof text === 'string' ? bytesOf(text) : text));
}
export async function matches(secret, data, given) {
	const expected = bytesOf(toBase64(await hmac(secret, data)));
	let found = false;
	for (const one of [given].flat())
		if (isEqual(expected, bytesOf(one ?? '')))
			found = true;
	return found;
}
function isEqual(expected, found) {
	if (found.length !== expected.length)
		return false;
	let difference = 0;
	for (let i = 0; i < expected.length; i++)
		difference |= expected[i] ^ found[i];
	return difference === 0;
}
function toBase64(bytes) {
	let text = '';
	for (const byte of bytes)
		text += String.fromCharCode(byte);
	return btoa(text);
}
export function fromBase64(text) {
	try {
		return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	}
	catch {
		return null;
	}
}
export function cardRequestText(body) {
	const { paymentOptionId, merchantReference, currency, amount } = body;
	return `${paymentOptionId}:${merchantReference ?? ''}:${currency}:${amount}`;
}
export function cardAnswerText(result) {
	const { transactionId, merchantReference, currency, amount, status } = result;
	return `${transactionId}:${merchantReference}:${currency}:${amount}:${status}`;
}
export function formText(fields) {
	return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}
export const withoutEmptyTexts = (body) => JSON.parse(JSON.stringify(body), (_name, value) => (value === '' ? null : value));
