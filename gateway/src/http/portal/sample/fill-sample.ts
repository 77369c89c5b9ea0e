// POST /portal/api/brands/{brandId}/sample: makes a sample shop beside the brand and fills it with a month of payments.
// Only in `test`. It takes half a minute, so it answers at once and then tells its progress line by line. It must not
// stop when somebody closes the page.
import { PassThrough } from 'node:stream';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { fillSample } from '../../../demo/fill-sample.ts';
import { call } from '../../calls/call.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const Progress = Type.Object(
  {
    brandId: uuid('The sample shop.'),
    brandName: Type.String({ description: 'Its name.' }),
    done: Type.Integer({ description: 'Number of payments created so far.' }),
    of: Type.Integer({ description: 'Number of payments of the whole month.' }),
  },
  { title: 'SampleProgress', description: 'One line of the answer.' },
);

export const fillSampleCall = call({
  address: 'POST /portal/api/brands/:brandId/sample',
  isTestOnly: true,
  operationId: 'fillSample',
  tags: ['Portal overview'],
  summary: 'Fill a sample shop with a month of payments',
  description:
    'Creates a brand named Sample shop in the time zone of this one. Its payments are invented; the sandbox ' +
    'handles them like any others, with ledger, timelines and webhooks. The answer is NDJSON: a line of JSON after ' +
    'every few payments. A merchant has one sample shop.',
  access: 'portal',
  permission: 'sample.fill',
  params: PortalBrandPath,
  body: Type.Object({}, { additionalProperties: false, description: 'Nothing.' }),
  answers: {
    200: {
      description: 'The progress, line by line.',
      contentType: 'application/x-ndjson',
      schema: Progress,
    },
    ...portalErrors(409),
  },
  handle: async (context, { portal }, reply) => {
    const progress = fillSample(context, portal.actor, portal.brand);
    // A refusal must come before the first line.
    const first = await progress.next();
    const lines = new PassThrough();
    write(lines, first.value);
    fillOn(context, progress, lines);
    return reply.type('application/x-ndjson; charset=utf-8').send(lines);
  },
});

async function fillOn(
  { log }: Context,
  progress: ReturnType<typeof fillSample>,
  lines: PassThrough,
): Promise<void> {
  try {
    for await (const one of progress) write(lines, one);
    lines.end();
  } catch (error) {
    log.error({ err: error }, 'could not create all sample data');
    lines.destroy(error as Error);
  }
}

/** The client may have disconnected. */
function write(lines: PassThrough, progress: unknown): void {
  if (!lines.destroyed) lines.write(`${JSON.stringify(progress)}\n`);
}
