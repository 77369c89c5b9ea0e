const STATUS = /^pay(in|out)\.(pending|processing|completed|declined|error)$/;
export function movementOf(event) {
	const { eventType, type, status, amount, returned, capture, refund, dispute } = event;
	if (capture)
		return { subject: capture.captureId, amount: capture.status === 'COMPLETED' ? capture.amount : 0 };
	if (refund)
		return { subject: refund.refundId, amount: refund.status === 'COMPLETED' ? -refund.amount : 0 };
	if (dispute)
		return { subject: dispute.disputeId, amount: dispute.fundsWithheld ? -dispute.amount : 0 };
	if (event.captureMode === 'manual')
		return null;
	const sign = type === 'PAYIN' ? 1 : -1;
	if (STATUS.test(eventType))
		return { subject: 'payment', amount: status === 'COMPLETED' ? sign * amount : 0 };
	if (returned && eventType.endsWith('.returned'))
		return { subject: 'returned', amount: -sign * returned.amount };
	return null;
}
