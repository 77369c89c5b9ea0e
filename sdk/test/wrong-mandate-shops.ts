// Small merchants for the test of the rehearsal who are wrong about mandates. Each names the chapters that it fails.
import { books, type Event, ledger, movements, RIGHT, RULES, type WrongShop } from './rehearsal-shops.ts';

const isOfMandate = ({ eventType }: Event) => eventType.startsWith('mandate.');

export const WRONG_MANDATE_SHOPS: WrongShop[] = [
  {
    ...RIGHT,
    name: 'books the payment again at each event of its mandate',
    balance: (arrived) =>
      movements(arrived) + ledger((event) => (isOfMandate(event) ? event.amount : 0))(arrived),
    fails: ['mandate-revoked'],
  },
  {
    ...RIGHT,
    name: 'takes the payment back when its mandate is revoked',
    balance: books({
      payment: (event) => (event.eventType === 'mandate.revoked' ? ['payment', 0] : RULES.payment(event)),
    }),
    fails: ['mandate-revoked'],
  },
  {
    ...RIGHT,
    name: 'books a later charge that is declined, because its mandate is active',
    balance: books({
      payment: (event) =>
        event.initiator === 'MERCHANT' && event.mandate?.status === 'ACTIVE'
          ? ['payment', event.amount]
          : RULES.payment(event),
    }),
    fails: ['mandate-declined'],
  },
];
