// links create: makes an address where somebody can pay, for a mail or an invoice.
import { CallFault, type Command, clientOf, countOf } from '../command.ts';
import { amountOf } from '../named-payment.ts';
import { paintFor, tell } from '../terminal.ts';

export const createLink: Command = {
  name: 'links create',
  words: ['links', 'create'],
  arguments: [],
  summary: 'A payment link',
  options: {
    amount: { type: 'string', value: 'N', text: 'in units of the currency' },
    currency: { type: 'string', value: 'CODE', text: 'EUR' },
    country: { type: 'string', value: 'CODE', text: 'country of the payer; without it the payer chooses' },
    reference: {
      type: 'string',
      value: 'REFERENCE',
      text: 'your merchantReference; a random one if not given',
    },
    description: { type: 'string', value: 'TEXT', text: 'what it is for; the payer sees it' },
    'expires-in': { type: 'string', value: 'SECONDS', text: '3600 to 2592000 (604800, seven days)' },
    'redirect-url': { type: 'string', value: 'URL', text: 'where the payer goes afterwards' },
    'notification-url': { type: 'string', value: 'URL', text: "for the webhooks, instead of the brand's" },
  },
  async run(call) {
    const { terminal, text } = call;
    const amount = amountOf(call);
    if (amount === undefined) throw new CallFault('--amount is missing');
    const given = {
      country: text('country'),
      merchantReference: text('reference'),
      description: text('description'),
      redirectUrl: text('redirect-url'),
      notificationUrl: text('notification-url'),
    };
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const expiresIn = text('expires-in') === undefined ? {} : { expiresIn: countOf(call, 'expires-in', 0) };
    const currency = text('currency') ?? 'EUR';
    const link = await clientOf(call).links.create({ amount, currency, ...said, ...expiresIn });
    const { dim } = paintFor(terminal);
    const until = `${link.merchantReference}, ${link.amount} ${link.currency}, until ${link.expiresAt}`;
    tell(terminal, link, `${link.cashierUrl}\n${dim(`${until}, ${link.transactionId}`)}`);
    return 0;
  },
};
