import { bytesOf, matches } from '../signing.js';
import { WebhookError } from './webhook-error.js';
export async function explainMismatch({ body, given, secrets, header, prefix, }) {
	const before = new TextDecoder().decode(prefix);
	const text = new TextDecoder().decode(body);
	const fits = (secret, candidate) => matches(secret, bytesOf(before + candidate), given);
	for (const secret of secrets) {
		if (secret !== secret.trim() && (await fits(secret.trim(), text)))
			return new WebhookError('secret_whitespace', 'the secret has white space at its beginning or end, perhaps the line end of a file; trim it');
		for (const candidate of rewritten(text)) {
			if (await fits(secret.trim(), candidate))
				return new WebhookError('body_changed', 'the body is not the text that was sent: it was parsed and serialised again, or its white space was changed; verify the raw body');
		}
	}
	const isKey = secrets.some((secret) => /^tg_(test|live)_/.test(secret.trim()));
	return new WebhookError('wrong_secret', isKey
		? `${header} does not match: this is an API key; the signing secret begins with tgs_`
		: `${header} does not match: the secret belongs to another brand or is an old one, or the message is not from the gateway`);
}
function rewritten(text) {
	const candidates = [text.trim(), text.replaceAll('\r\n', '\n')];
	try {
		candidates.push(JSON.stringify(JSON.parse(text)));
	}
	catch { }
	return candidates.filter((candidate) => candidate !== text);
}
