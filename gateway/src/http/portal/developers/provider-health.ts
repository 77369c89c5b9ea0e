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
  circuit: choice(['closed', 'open'], 'open: nothing new is sent to it for the moment.'),
  circuitSince: Type.String({ format: 'moment', description: 'Since when its circuit stands so.' }),
  calls: Type.Integer({ description: 'Pay-ins and payouts sent to it.' }),
  failed: Type.Integer({
    description: 'Of these: no answer, or an answer that says it failed technically. A decline is none.',
  }),
  heldBack: Type.Integer({ description: 'Not sent, because its circuit was open.' }),
  p50Ms: ms('Half of the calls took at most so long, in milliseconds; null: there was none.'),
  p95Ms: ms('95 of 100 calls took at most so long, in milliseconds; null: there was none.'),
});

const operation = {
  operationId: 'showProviderHealth',
  tags: ['Portal developers'],
  summary: "Show the providers' health",
  description:
    'Of the last hour, for all brands, as the process that answers has seen it: another process of the gateway has seen other calls, and a ' +
    'restart begins anew.',
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
        { title: 'ProviderHealthList', description: 'How the providers do.' },
      ),
    },
    ...portalErrors(),
  },
} satisfies Operation;

export function providerHealthRoute(app: FastifyInstance, { providerHealth }: Context): void {
  app.get('/portal/api/brands/:brandId/developers/providers', { schema: operation }, async () => ({
    items: providerHealth().map(({ circuitSince, ...health }) => ({
      ...health,
      circuitSince: circuitSince.toISOString(),
    })),
  }));
}
