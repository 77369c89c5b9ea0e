// GET …/developers/snippets (contract 14): the main calls in four languages with the brand's own address. The code of
// the reference page makes them. The snippets must read key and secret from the environment, not contain them.
import { Type } from 'typebox';
import { validSecrets } from '../../../domain/merchants/brand.ts';
import { listCredentials } from '../../../storage/keys/credential-store.ts';
import { call } from '../../calls/call.ts';
import type { OpenApi } from '../../docs/openapi-types.ts';
import { pageOf } from '../../docs/reference-page.ts';
import { sampleCallOf } from '../../docs/render-operation.ts';
import { SAMPLE_CALLS } from '../../docs/samples/sample-call.ts';
import { VERIFY_WEBHOOK } from '../../docs/samples/verify-webhook.ts';
import { writeSamples } from '../../docs/samples/write-samples.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const Snippet = Type.Object({
  id: Type.String({ description: 'The operation, as it is called in the API reference.' }),
  title: Type.String({ description: 'What it does.' }),
  address: Type.String({ description: 'Method and path; empty for code that runs on your server.' }),
  docs: Type.String({ description: 'Address of its description in the documentation.' }),
  samples: Type.Array(
    Type.Object({
      language: Type.String({ description: 'Language.' }),
      code: Type.String({ description: 'Code to paste.' }),
    }),
    { description: 'One for each language.' },
  ),
});

type Shown = { title: string; address: string; page: string };

export const listSnippetsCall = call({
  address: 'GET /portal/api/brands/:brandId/developers/snippets',
  operationId: 'listSnippets',
  tags: ['Portal developers'],
  summary: 'List code examples',
  description: 'Code for the main calls of the API and for checking a webhook.',
  access: 'portal',
  permission: 'developers.read',
  params: PortalBrandPath,
  answers: {
    200: {
      description: 'The code.',
      schema: Type.Object(
        {
          brandId: uuid('The brand whose key the code uses.'),
          publicUrl: Type.String({ description: 'The address of the API.' }),
          apiKey: Type.Unsafe<{ id: string; hint: string | null } | null>({
            type: ['object', 'null'],
            description: 'The newest key of the brand. The key itself is shown only when it is created.',
            properties: {
              id: uuid('The key.'),
              hint: Type.Unsafe<string | null>({
                type: ['string', 'null'],
                description: 'Its first and last characters; null: created before they were stored.',
              } as never),
            },
            required: ['id', 'hint'],
          } as never),
          signingSecretId: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'The current secret for webhooks.',
          } as never),
          snippets: Type.Array(Snippet, { description: 'The code examples.' }),
        },
        { title: 'Snippets', description: 'Code examples with the values of the brand.' },
      ),
    },
    ...portalErrors(),
  },
  handle: async ({ config, now, sql }, { portal: { brand }, server }) => {
    const { publicUrl } = config;
    const { merchantId, brandId } = brand;
    const [key] = await listCredentials(sql, 'api-key', merchantId, brandId);
    return {
      brandId,
      publicUrl,
      apiKey: key ? { id: key.id, hint: key.hint } : null,
      signingSecretId: validSecrets(brand, now())[0]?.id ?? null,
      snippets: snippets(server.openApi('merchant') as unknown as OpenApi, publicUrl),
    };
  },
});

function snippets(document: OpenApi, publicUrl: string) {
  const snippet = (
    id: string,
    { page, ...shown }: Shown,
    samples: readonly (readonly [string, string])[],
  ) => ({
    id,
    ...shown,
    docs: `${publicUrl}/docs/${page}`,
    samples: samples.map(([language, code]) => ({ language, code })),
  });
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => {
      if (!(described.operationId in SAMPLE_CALLS)) return [];
      const sample = sampleCallOf({ method, path, operation: described }, { document, publicUrl });
      if (sample === null) return [];
      const { operationId: id, summary: title, tags } = described;
      const shown = {
        title,
        address: `${method.toUpperCase()} ${path}`,
        page: `${pageOf(tags[0]!)}#${id}`,
      };
      return [snippet(id, shown, writeSamples(sample))];
    }),
  );
  const verify = {
    title: 'Check the signature of a webhook',
    address: '',
    page: 'webhooks#webhooks-verify',
  };
  return [...calls, snippet('webhooks', verify, Object.entries(VERIFY_WEBHOOK))];
}
