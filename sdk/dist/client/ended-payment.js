const CAPTURE_RESULTS = {
	PENDING: 'The capture was accepted. Its final status follows by webhook.',
	COMPLETED: 'The amount was captured.',
	FAILED: 'The provider did not capture the amount.',
};
export function capturedAs(captureReference, payment) {
	const capture = payment?.captures.find((one) => one.captureReference === captureReference);
	if (payment === undefined || capture === undefined)
		return undefined;
	const { captureId, status, amount } = capture;
	return {
		statusCode: '000',
		captureId,
		transactionId: payment.transactionId,
		status,
		amount,
		amountCapturable: restOf(payment),
		result: CAPTURE_RESULTS[status] ?? status,
	};
}
function restOf({ status, amountAuthorized, captures }) {
	const counted = captures.filter((one) => one.status !== 'FAILED');
	if (status !== 'PROCESSING' || counted.some(({ final }) => final))
		return 0;
	const rest = counted.reduce((left, { amount }) => left - amount, amountAuthorized);
	return Math.round(rest * 1e8) / 1e8;
}
export function cancelledAs(payment) {
	const { type, status, errorCode, transactionId } = payment;
	const isCancelled = status === 'DECLINED' && errorCode === '3001';
	if (!isCancelled && !hasReleasedRest(payment))
		return undefined;
	const result = type === 'PAYIN' ? 'Payment cancelled' : 'Payout cancelled';
	return { statusCode: '000', status: isCancelled ? 'DECLINED' : 'COMPLETED', result, transactionId };
}
const hasReleasedRest = ({ status, captureMode, amountAuthorized, amountCaptured, captures }) => status === 'COMPLETED' &&
	captureMode === 'manual' &&
	amountCaptured < amountAuthorized &&
	!captures.some((one) => one.final && one.status !== 'FAILED');
