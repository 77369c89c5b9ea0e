// GET and POST /operator/merchants/{id}/month-end-keys (decision 108). GET shows the public keys that sign a merchant's
// month-ends, for people who check an archive. POST makes a new key that replaces the present one. No answer may hold a
// private key.
import { type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { rotateMonthEndKey } from '../../../actions/month-end/seal-keys.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { fingerprintOf, pemOf } from '../../../domain/month-end/seal-key.ts';
import { merchantExists } from '../../../storage/merchants/merchant-store.ts';
import { listMonthEndKeys, type MonthEndKey } from '../../../storage/month-end/month-end-keys.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import * as examples from '../access-examples.ts';
import { MerchantPath, operatorErrors } from '../operator-schemas.ts';

const moment = { type: 'string', format: 'date-time' } as const;

const ShownKey = Type.Object(
  {
    keyId: Type.String({ format: 'uuid', description: 'The key.' }),
    fingerprint: Type.String({
      description: 'SHA-256 of the public key. The audit log and close:verify show the same value.',
    }),
    publicKey: Type.String({ description: 'Ed25519, as PEM: for close:verify --key.' }),
    madeAt: Type.Unsafe<string>({ ...moment, description: 'When it was created.' } as TSchema),
    retiredAt: Type.Unsafe<string | null>({
      ...moment,
      type: ['string', 'null'],
      description: 'When another key replaced it; null: it is in use.',
    } as TSchema),
  },
  {
    title: 'MonthEndKey',
    description: 'A key that signs the month-ends of a merchant, or signed earlier ones.',
  },
);

const about = { tags: ['Operator'], access: 'operator', params: MerchantPath } satisfies Partial<Operation>;

export const listMonthEndKeysCall = call({
  address: 'GET /operator/merchants/:id/month-end-keys',
  ...about,
  operationId: 'listMonthEndKeys',
  summary: 'List the keys of month-ends',
  description:
    'The public keys, newest first. The first month-end of a merchant creates the first key. Keep a copy ' +
    'elsewhere: check a ZIP only with a key that you did not get together with it.',
  answers: {
    200: { description: 'The keys.', schema: Type.Array(ShownKey), examples: examples.monthEndKeys },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => {
    const merchantId = await knownMerchant(context, params.id);
    return (await listMonthEndKeys(context.sql, merchantId)).map(shown);
  },
});

export const rotateMonthEndKeyCall = call({
  address: 'POST /operator/merchants/:id/month-end-keys',
  ...about,
  operationId: 'rotateMonthEndKey',
  summary: 'Replace the key of month-ends',
  description:
    'The new key signs all month-ends from now on. The private half of the former key is deleted for good. Its ' +
    'public half stays, so that you can check earlier month-ends. If the former key leaked, prove those by the ' +
    'audit log.',
  answers: {
    201: { description: 'The new key.', schema: ShownKey, examples: examples.monthEndKey },
    ...operatorErrors(),
  },
  handle: async (context, { params, operator }) => {
    const merchantId = await knownMerchant(context, params.id);
    return shown(await rotateMonthEndKey(context, operator, merchantId));
  },
});

async function knownMerchant({ sql }: Pick<Context, 'sql'>, id: string): Promise<string> {
  if (await merchantExists(sql, id)) return id.toLowerCase();
  throw new Refusal(404, 'id: no such merchant');
}

function shown(key: MonthEndKey) {
  const { id, publicKey, madeAt, retiredAt } = key;
  return {
    keyId: id,
    fingerprint: fingerprintOf(publicKey),
    publicKey: pemOf([key]),
    madeAt: madeAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  };
}
