// GET …/developers/providers (contract 14): the health of the providers, as this process saw them in the last hour. A plain
// read.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Operation } from '../../operation.ts';
import { choice } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const ms = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description } as never);

const ProviderHealth = Type.Object({
  provider: Type.String({ description: 'The provider.' }),
  accountId: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The account at the provider; null: it needs none.',
  } as never),
  circuit: choice(['closed', 'open'], 'open: at present nothing new is sent to it.'),
  circuitSince: Type.String({
    format: 'moment',
    description: 'Time since which the circuit has this state.',
  }),
  calls: Type.Integer({ description: 'Pay-ins and payouts sent to it.' }),
  failed: Type.Integer({
    description: 'Number of these without an answer, or with a technical failure. A decline is no failure.',
  }),
  heldBack: Type.Integer({
    description: 'Number of payments that were not sent, because its circuit was open.',
  }),
  p50Ms: ms('Half of the calls took at most this long, in milliseconds; null: there was none.'),
  p95Ms: ms('95 of 100 calls took at most this long, in milliseconds; null: there was none.'),
});

const operation = {
  operationId: 'showProviderHealth',
  tags: ['Portal developers'],
  summary: "Show the providers' health",
  description:
    'The last hour of the providers of this brand, as counted by the answering process; the sandbox is of all brands. Other processes of the gateway count ' +
    'their own calls, and a restart resets the counts.',
  access: 'portal',
  permission: 'developers.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The providers.',
      schema: Type.Object(
        {
          items: Type.Array(ProviderHealth, {
            description: 'The providers, in the order in which they are tried.',
          }),
        },
        { title: 'ProviderHealthList', description: 'The health of the providers.' },
      ),
    },
    ...portalErrors(),
  },
} satisfies Operation;

export function providerHealthRoute(app: FastifyInstance, { providerHealth }: Context): void {
  app.get('/portal/api/brands/:brandId/developers/providers', { schema: operation }, async ({ portal }) => ({
    items: providerHealth(portal.brand.brandId).map(({ circuitSince, ...health }) => ({
      ...health,
      circuitSince: circuitSince.toISOString(),
    })),
  }));
}
