// Looks payments up. It only reads. It leaves out who paid, who was paid and card tokens: a model gets the answer, and
// these questions do not need them.
import type { z as Zod } from 'zod';
import type { Tollgate, Transaction } from '../../tollgate.ts';
import type { Tool } from './server.ts';

const MOST = 50;

export function paymentTools(z: typeof Zod, client: () => Tollgate): Tool[] {
  return [
    {
      name: 'get_payment',
      title: 'One payment',
      description:
        'One payment by its transactionId, with its history (timeline), captures, refunds, disputes, errorCode and retryAdvice.',
      reads: true,
      input: { transactionId: z.string().min(1).describe('The id that the gateway gave it, a UUID.') },
      run: async ({ transactionId }) => withoutPersons(await client().payments.get(String(transactionId))),
    },
    {
      name: 'find_payments',
      title: 'Payments by reference or by filter',
      description:
        'Payments with a merchantReference (the id of an order in the shop), or the newest ones by status, type, currency and time. Amounts are in units of the currency: 25 is 25.00 euros.',
      reads: true,
      input: {
        merchantReference: z.string().optional().describe('With it only country counts beside it.'),
        country: z.string().optional().describe('With merchantReference alone: two letters, such as DE.'),
        status: z
          .enum(['INIT', 'PENDING', 'PROCESSING', 'COMPLETED', 'DECLINED', 'ERROR'])
          .optional()
          .describe('Only COMPLETED is paid. PROCESSING is neither paid nor failed.'),
        type: z.enum(['PAYIN', 'PAYOUT']).optional(),
        currency: z.string().optional().describe('Such as EUR.'),
        createdFrom: z.string().optional().describe('ISO 8601, such as 2026-03-01T00:00:00Z.'),
        createdTo: z.string().optional().describe('ISO 8601, exclusive.'),
        limit: z.number().int().min(1).max(MOST).default(10),
      },
      run: async ({ merchantReference, country, limit, ...filter }) => {
        if (merchantReference !== undefined) {
          if (Object.values(filter).some((value) => value !== undefined))
            throw new Error('with merchantReference only country has an effect; leave the other filters out');
          const reference = {
            merchantReference: String(merchantReference),
            ...(country !== undefined && { country: String(country) }),
          };
          return { payments: (await client().payments.find(reference)).map(withoutPersons), more: false };
        }
        if (country !== undefined) throw new Error('country has an effect only with merchantReference');
        const payments: object[] = [];
        let more = false;
        for await (const payment of client().payments.list({ ...filter, limit: Number(limit) })) {
          if (payments.length === limit) {
            more = true;
            break;
          }
          const { timeline, ...row } = withoutPersons(payment);
          payments.push(row);
        }
        return { payments, more };
      },
    },
  ];
}

/**
 * Also leaves out fields in which a merchant or a bank may have put a person's name: the merchant's own ids and texts,
 * the return address, and the bank's reason for a return. It leaves out the address of the payment page too, because
 * anybody who has it can act for the payer. A test compares this list with the gateway's.
 */
export function withoutPersons(transaction: Transaction) {
  const {
    customer,
    recipient,
    card,
    userId,
    extra1,
    extra2,
    extra3,
    redirectUrl,
    cashierUrl,
    returned,
    ...payment
  } = transaction;
  return { ...payment, card: card && withoutToken(card), returned: returned && withoutReason(returned) };
}

const withoutToken = ({ token, ...card }: NonNullable<Transaction['card']>) => card;
const withoutReason = ({ reason, ...returned }: NonNullable<Transaction['returned']>) => returned;
