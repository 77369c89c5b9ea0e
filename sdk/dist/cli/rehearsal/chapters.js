export const AMOUNT = 25;
const right = (...events) => events.flatMap((event) => (event ? [{ event, signing: 'right' }] : []));
const ofType = (events, type) => events.find(({ eventType }) => eventType === type);
const changed = (event, fields) => ({ ...event, ...fields });
export const NOT_TAKEN = 'Answer 2xx to every message whose signature is right, also where there is nothing to do.';
export const CHAPTERS = {
	endpoint: {
		summary: "the portal's check: a test message, a forged one, one without a signature, then the genuine one",
		scenario: 'card',
		last: 'payin.completed',
		steps: ([event]) => [
			{
				does: 'a test message, as the portal sends it',
				messages: right(changed(event, { eventId: crypto.randomUUID(), eventType: 'test.check' })),
				taken: true,
				balance: 0,
				mend: 'Answer 2xx to every genuine message, and book nothing for a type that you do not use.',
			},
			{
				does: 'a message signed with another secret',
				messages: [{ event: event, signing: 'wrong' }],
				taken: false,
				balance: 0,
				mend: 'Verify the signature over the raw body before anything else, and answer 403 where it is wrong.',
			},
			{
				does: 'a message without a signature',
				messages: [{ event: event, signing: 'none' }],
				taken: false,
				balance: 0,
				mend: 'Refuse a message without a signature: anybody can post one.',
			},
			{
				does: 'the genuine message',
				messages: right(event),
				taken: true,
				balance: AMOUNT,
				mend: 'Book a payment when payin.completed arrives; its signature is right over the raw body with your secret.',
			},
		],
	},
	doubled: {
		summary: 'the same event twice, then five times at once',
		scenario: 'card',
		last: 'payin.completed',
		steps: ([event]) => [
			{
				does: 'an event that comes twice',
				messages: right(event, event),
				taken: true,
				balance: AMOUNT,
				mend: 'Remember each eventId in the transaction that books it, and answer 2xx to one that you know.',
			},
			{
				does: 'the same event five times at once',
				messages: right(event, event, event, event, event),
				together: true,
				taken: true,
				balance: AMOUNT,
				mend: 'Let a unique key on eventId decide, not a look-up before the insert: two can come at the same moment.',
			},
		],
	},
	disordered: {
		summary: 'the completion before the beginning',
		scenario: '3ds',
		last: 'payin.completed',
		steps: (events) => [
			{
				does: 'payin.completed, and after it the older payin.processing',
				messages: right(ofType(events, 'payin.completed'), ofType(events, 'payin.processing')),
				taken: true,
				balance: AMOUNT,
				mend: 'Keep the sequence of the last event of each transaction, and let an older one change nothing.',
			},
		],
	},
	unknown: {
		summary: 'a field and a type that you have never seen',
		scenario: 'card',
		last: 'payin.completed',
		steps: ([event]) => [
			{
				does: 'a type that does not exist yet',
				messages: right(changed(event, {
					eventId: crypto.randomUUID(),
					eventType: 'payin.reviewed',
					status: 'PROCESSING',
					sequence: 0,
					review: { by: 'bank' },
				})),
				taken: true,
				balance: 0,
				mend: 'Answer 2xx to a type that you do not know, and do nothing else.',
			},
			{
				does: 'a known type with an unknown field',
				messages: right(changed(event, { loyalty: { points: 3 } })),
				taken: true,
				balance: AMOUNT,
				mend: 'Read the fields that you need, and accept others: new ones are added without notice.',
			},
		],
	},
	backlog: {
		summary: 'a receiver that was down for a day gets everything at once',
		scenario: 'refund',
		last: 'refund.completed',
		steps: (events) => [
			{
				does: 'every event of a day, each three times, all at once',
				messages: right(...events, ...events, ...events),
				together: true,
				taken: true,
				balance: 0,
				mend: 'Take many messages at once: store the event, answer, then work; and lock the order while you book it.',
			},
		],
	},
	'unknown-outcome': {
		summary: 'nobody knows whether it was paid, and the next day it was',
		scenario: 'unknown',
		last: 'payin.completed',
		steps: (events) => [
			{
				does: 'payin.processing with 9001: the outcome is unknown',
				messages: right(ofType(events, 'payin.processing')),
				taken: true,
				balance: 0,
				mend: 'Leave the order open while a payment is PROCESSING: it is neither paid nor failed.',
			},
			{
				does: 'the next day payin.completed',
				messages: right(ofType(events, 'payin.completed')),
				taken: true,
				balance: AMOUNT,
				mend: 'Book a completion whenever it comes, also a day after an error.',
			},
		],
	},
	late: {
		summary: 'a payment that expired is paid afterwards',
		scenario: 'late',
		last: 'payin.completed',
		steps: (events) => [
			{
				does: 'payin.declined: it expired',
				messages: right(ofType(events, 'payin.declined')),
				taken: true,
				balance: 0,
				mend: 'Book nothing for a payment that expired.',
			},
			{
				does: 'payin.completed with lateSuccess',
				messages: right(ofType(events, 'payin.completed')),
				taken: true,
				balance: AMOUNT,
				mend: 'Let payin.completed win over DECLINED where lateSuccess is true: the customer has paid.',
			},
		],
	},
	'refund-failed': {
		summary: 'a refund that fails three days after it was completed',
		scenario: 'refund-failed',
		last: 'refund.failed',
		steps: (events) => [
			{
				does: 'a payment and its refund',
				messages: right(...['payin.completed', 'refund.pending', 'refund.completed'].map((type) => ofType(events, type))),
				taken: true,
				balance: 0,
				mend: 'Book a refund when refund.completed arrives, once for each refundId.',
			},
			{
				does: 'refund.failed, after refund.completed',
				messages: right(ofType(events, 'refund.failed')),
				taken: true,
				balance: AMOUNT,
				mend: 'Take a refund back when refund.failed arrives, also after refund.completed: the customer has not got the money.',
			},
		],
	},
	dispute: {
		summary: 'a dispute over more than is left of the payment, which is won',
		scenario: 'dispute-refunded',
		last: 'dispute.won',
		steps: (events) => [
			{
				does: 'a payment that is refunded, and dispute.opened with the funds withheld',
				messages: right(...['payin.completed', 'refund.pending', 'refund.completed', 'dispute.opened'].map((type) => ofType(events, type))),
				taken: true,
				balance: -AMOUNT,
				mend: 'Take the whole amount out when dispute.opened says fundsWithheld, also where the balance falls below zero.',
			},
			{
				does: 'dispute.won',
				messages: right(ofType(events, 'dispute.won')),
				taken: true,
				balance: 0,
				mend: 'Put the amount back when dispute.won arrives.',
			},
		],
	},
	'payout-returned': {
		summary: 'a payout that comes back',
		scenario: 'payout-returned',
		last: 'payout.returned',
		steps: (events) => [
			{
				does: 'payout.completed',
				messages: right(ofType(events, 'payout.completed')),
				taken: true,
				balance: -AMOUNT,
				mend: 'Book a payout as money that left when payout.completed arrives.',
			},
			{
				does: 'payout.returned',
				messages: right(ofType(events, 'payout.returned')),
				taken: true,
				balance: 0,
				mend: 'Put a payout back into the balance when payout.returned arrives: its status stays COMPLETED.',
			},
		],
	},
};
