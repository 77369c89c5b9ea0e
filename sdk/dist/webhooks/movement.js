const STATUS = /^pay(in|out)\.(pending|processing|completed|declined|error)$/;
export function movementOf(event) {
	const { eventType, type, returned, capture, refund, dispute } = event;
	if (capture)
		return { subject: capture.captureId, amount: capture.status === 'COMPLETED' ? capture.amount : 0 };
	if (refund)
		return { subject: refund.refundId, amount: refund.status === 'COMPLETED' ? -refund.amount : 0 };
	if (dispute)
		return { subject: dispute.disputeId, amount: dispute.fundsWithheld ? -dispute.amount : 0 };
	if (event.captureMode === 'manual')
		return null;
	if (STATUS.test(eventType))
		return { subject: 'payment', amount: event.status === 'COMPLETED' ? paidAmount(event) : 0 };
	if (returned && eventType.endsWith('.returned'))
		return { subject: 'returned', amount: type === 'PAYIN' ? -returned.amount : returned.amount };
	return null;
}
function paidAmount({ type, amount, amountCaptured = amount }) {
	return type === 'PAYIN' ? amountCaptured : -amount;
}
