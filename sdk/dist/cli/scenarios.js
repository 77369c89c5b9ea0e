import { setTimeout as sleep } from 'node:timers/promises';
import { CallFault } from './command.js';
const EVERYTHING = ['amount', 'currency', 'country', 'reference', 'notification-url'];
const OF_PAYOUT = EVERYTHING.filter((name) => name !== 'currency' && name !== 'country');
async function card(client, wishes, cardNumber) {
	const option = (await client.payments.options({ excludeCountries: true })).find(({ type }) => type === 'CARD');
	if (!option)
		throw new Error('the brand has no card option');
	const paymentData = {
		cardNumber,
		expiryMonth: '12',
		expiryYear: '2035',
		cardCvv: '123',
		cardHolder: 'Ada Lovelace',
	};
	const { result } = await client.payments.create({ ...wishes, paymentOptionId: option.id, paymentData });
	return result.transactionId;
}
const paidByCard = (client, wishes) => card(client, wishes, '4242424242424242');
async function refund(client, wishes) {
	const transactionId = await paidByCard(client, wishes);
	const { refundId } = await client.refunds.create({
		merchantReference: wishes.merchantReference,
		country: wishes.country,
	});
	return { transactionId, refundId };
}
async function payout(client, wishes) {
	const sepa = (await client.payouts.options({ country: 'DE', currency: 'EUR' })).find(({ type }) => type === 'BANK_TRANSFER');
	if (!sepa)
		throw new Error('the brand has no SEPA payout');
	const paymentData = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
	const { result } = await client.payouts.create({
		...wishes,
		currency: 'EUR',
		country: 'DE',
		paymentOptionId: sepa.id,
		paymentData,
	});
	const { transactionId } = result;
	if (result.status === 'PENDING') {
		const settled = await client.payouts.approve(transactionId);
		if (settled.status === 'PENDING')
			throw new Error('the balance of the brand is too small for the payout');
	}
	return transactionId;
}
async function paidOut(client, wishes) {
	const transactionId = await payout(client, wishes);
	await force(client, transactionId, 'COMPLETED');
	return transactionId;
}
async function force(client, transactionId, outcome) {
	for (let tries = 1;; tries++) {
		const found = await client.payments.get(transactionId);
		if (found.status === outcome)
			return found;
		try {
			return await client.sandbox.forceOutcome(transactionId, { outcome });
		}
		catch (error) {
			if (tries === 10)
				throw error;
			await sleep(100);
		}
	}
}
async function session(client, wishes) {
	return (await client.sessions.create(wishes)).transactionId;
}
export const SCENARIOS = {
	card: { summary: 'a card payment that completes', takes: EVERYTHING, play: paidByCard },
	declined: {
		summary: 'a card that is declined: insufficient funds',
		takes: EVERYTHING,
		play: (client, wishes) => card(client, wishes, '4000000000009995'),
	},
	'3ds': {
		summary: 'a card whose bank asks for approval, which is given',
		takes: EVERYTHING,
		async play(client, wishes) {
			const transactionId = await card(client, wishes, '4000000000003220');
			await force(client, transactionId, 'COMPLETED');
			return transactionId;
		},
	},
	unknown: {
		summary: 'a card payment without an answer (9001), which completes later',
		takes: EVERYTHING,
		async play(client, wishes) {
			const transactionId = await card(client, wishes, '4000000000000341');
			await force(client, transactionId, 'COMPLETED');
			return transactionId;
		},
	},
	late: {
		summary: 'a session that expires, and is paid afterwards',
		takes: EVERYTHING,
		async play(client, wishes) {
			const transactionId = await session(client, wishes);
			await client.sandbox.forceOutcome(transactionId, { outcome: 'EXPIRED' });
			await client.sandbox.forceOutcome(transactionId, { outcome: 'COMPLETED' });
			return transactionId;
		},
	},
	refund: {
		summary: 'a card payment that is refunded',
		takes: EVERYTHING,
		async play(client, wishes) {
			const { transactionId, refundId } = await refund(client, wishes);
			await client.sandbox.forceRefund(refundId, 'COMPLETED');
			return transactionId;
		},
	},
	'refund-failed': {
		summary: 'a refund that fails after it was completed',
		takes: EVERYTHING,
		async play(client, wishes) {
			const { transactionId, refundId } = await refund(client, wishes);
			await client.sandbox.forceRefund(refundId, 'COMPLETED');
			await client.sandbox.forceRefund(refundId, 'FAILED');
			return transactionId;
		},
	},
	payout: { summary: 'a SEPA payout that completes', takes: OF_PAYOUT, play: paidOut },
	'payout-returned': {
		summary: 'a payout that comes back',
		takes: OF_PAYOUT,
		async play(client, wishes) {
			const transactionId = await paidOut(client, wishes);
			await client.sandbox.return(transactionId, { reason: 'account closed' });
			return transactionId;
		},
	},
	dispute: {
		summary: 'a card payment that is disputed, and the dispute lost',
		takes: EVERYTHING,
		async play(client, wishes) {
			const transactionId = await paidByCard(client, wishes);
			await client.sandbox.dispute(transactionId, { status: 'OPEN' });
			await client.sandbox.dispute(transactionId, { status: 'LOST' });
			return transactionId;
		},
	},
	'dispute-won': {
		summary: 'a dispute that is won',
		takes: EVERYTHING,
		async play(client, wishes) {
			const transactionId = await paidByCard(client, wishes);
			await client.sandbox.dispute(transactionId, { status: 'OPEN' });
			await client.sandbox.dispute(transactionId, { status: 'WON' });
			return transactionId;
		},
	},
	'dispute-refunded': {
		summary: 'a payment that was refunded is disputed too, and the dispute won',
		takes: EVERYTHING,
		async play(client, wishes) {
			const { transactionId, refundId } = await refund(client, wishes);
			await client.sandbox.forceRefund(refundId, 'COMPLETED');
			await client.sandbox.dispute(transactionId, { status: 'OPEN' });
			await client.sandbox.dispute(transactionId, { status: 'WON' });
			return transactionId;
		},
	},
	cancelled: {
		summary: 'a session that is cancelled',
		takes: EVERYTHING,
		async play(client, wishes) {
			const transactionId = await session(client, wishes);
			await client.payments.cancel({ transactionId });
			return transactionId;
		},
	},
};
export async function playScenario(client, name, overrides, told) {
	const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
	if (!scenario)
		throw new CallFault(`${name}: no such scenario; there are ${Object.keys(SCENARIOS).join(', ')}`);
	const { amount = 25, currency = 'EUR', country = 'DE', reference } = overrides;
	for (const override of EVERYTHING)
		if (overrides[override] !== undefined && !scenario.takes.includes(override))
			throw new CallFault(`${told(override)}: has no effect on ${name}, which takes ${scenario.takes.join(', ')}`);
	if (!(amount > 0))
		throw new CallFault(`${told('amount')}: must be a number above 0`);
	const notificationUrl = overrides['notification-url'];
	const transactionId = await scenario.play(client, {
		...{ amount, currency, country },
		merchantReference: reference ?? `${name}-${crypto.randomUUID().slice(0, 8)}`,
		...(notificationUrl !== undefined && { notificationUrl }),
	});
	return await client.payments.get(transactionId);
}
