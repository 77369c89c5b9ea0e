// Runs every provider's contract for a bank account.
import type { Stage } from '@tollgate/provider-kit/contract';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { ADAPTER_SERVICES, BANK } from '../../../src/providers/built-in.ts';
import { aTransaction } from '../../stage/builders.ts';
import { testContract } from '../test-contract.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const optionOf = (direction: 'PAYIN' | 'PAYOUT') =>
  optionsOf(direction).find(({ method }) => method === 'sepa-transfer')!.id;

const inGermany: Partial<Transaction> = { country: 'DE', currency: 'EUR', card: null, provider: 'bank' };
const payin = aTransaction({ ...inGermany, optionId: optionOf('PAYIN') });
const payout = aTransaction({
  ...inGermany,
  type: 'PAYOUT',
  status: 'PROCESSING',
  moneyReserved: true,
  optionId: optionOf('PAYOUT'),
});

function openStage(): Stage {
  const provider = BANK.connect(
    {
      merchantId: payin.merchantId,
      brandId: payin.brandId,
      id: '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e10',
      provider: 'bank',
      environment: 'test',
      priority: 100,
      optionIds: null,
      cardEntry: 'provider',
      multipleCaptures: false,
      wallets: [],
      endpoint: null,
      merchantAccount: 'DE89370400440532013000',
      credentials: { iban: 'DE89370400440532013000', holder: 'Harbour Coffee GmbH' },
      createdAt: NOW,
      retiredAt: null,
    },
    {
      now: () => NOW,
      log: { warn() {} },
      ...ADAPTER_SERVICES,
      allowPrivateEndpoints: true,
      unknownValue() {},
    },
  );
  return {
    provider,
    now: () => NOW,
    advance() {},
    payins: [
      {
        name: 'transfer',
        transaction: payin,
        instrument: { kind: 'method', method: 'sepa-transfer', data: {} },
        answers: 'instructions',
      },
    ],
    payouts: [
      {
        name: 'payout',
        transaction: payout,
        recipient: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
        answers: 'pending',
      },
    ],
    neverSent: [],
    paid: async () => ({ ...payin, status: 'COMPLETED' }),
  };
}

testContract('bank', openStage);
