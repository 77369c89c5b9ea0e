import { LostAnswerError } from '../errors.js';
import { withoutEmptyTexts } from '../signing.js';
import { pause } from './transport.js';
export function withReference(body, other = `tg-${crypto.randomUUID()}`) {
	return { ...body, merchantReference: body.merchantReference || other };
}
export async function referenceOfKey(key) {
	const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
	const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'));
	return `tg-${digits.join('').slice(0, 32)}`;
}
export async function findOpened(transport, opened, options) {
	const { type, merchantReference, currency, amount } = opened;
	const { body } = await transport.get('/payments', { merchantReference }, options);
	const own = body.filter((found) => found.type === type && found.currency === currency && found.amount === amount);
	const ofCountry = own.filter((found) => opened.country == null || found.country === opened.country);
	return ofCountry.length === 1 ? ofCountry[0] : undefined;
}
export async function openPage(transport, { path, type, request, answerOf }, options) {
	const body = withReference(request);
	const text = JSON.stringify(withoutEmptyTexts(body));
	const { merchantReference } = body;
	return await transport.send({ method: 'POST', path, body: text, textToSign: text, answerSigned: 'body', merchantReference }, options, {
		again: true,
		findFirst: true,
		find: async (look) => {
			const found = await findOpened(transport, { ...body, type }, look);
			return found && (await answerOf(found, look));
		},
	});
}
const LOOKS = 6;
export async function findResult(transport, opened, options) {
	for (let look = 1;; look++) {
		const found = await findOpened(transport, opened, options);
		const isUndecided = found?.status === 'INIT' && found.resultType === null;
		if (!isUndecided || look === LOOKS)
			return found && resultOf(found);
		await pause(100 * 2 ** look, options.signal);
	}
}
const TOLD_BY_RECORD = ['success', 'declined', 'error'];
export function linkOf(transaction) {
	const { cashierUrl, transactionId } = transaction;
	if (!cashierUrl)
		throw new LostAnswerError(transaction, {});
	return { cashierUrl, transactionId };
}
function resultOf(transaction) {
	const { transactionId, sessionId, merchantReference, currency, amount, status, errorCode, errorReason, expiresAt, captureBefore, cashierUrl, } = transaction;
	const isAtCashier = transaction.resultType === 'redirect' && Boolean(cashierUrl);
	const isHeld = status === 'PROCESSING' && transaction.resultType === 'success' && captureBefore !== null;
	const isTold = isAtCashier || TOLD_BY_RECORD.includes(transaction.resultType);
	if (!isTold || transaction.statusCode === null)
		throw new LostAnswerError(transaction, {});
	return {
		statusCode: transaction.statusCode,
		resultType: transaction.resultType,
		result: {
			transactionId,
			sessionId,
			merchantReference,
			currency,
			amount,
			status,
			...(errorCode !== null && { errorCode }),
			...(errorReason !== null && { errorReason }),
			...(expiresAt !== null && { expiresAt }),
			...(isHeld && { authorized: true, captureBefore: captureBefore }),
			...(isAtCashier && { redirectUrl: cashierUrl }),
		},
	};
}
