// Gives the gateway's own documentation: the pages that people read, from the release that answers. This package
// contains no copy of them, so the two cannot disagree.
import type { z as Zod } from 'zod';
import type { Tool } from './server.ts';

const TIMEOUT_MS = 10_000;

export function guideTools(z: typeof Zod, baseUrl: string): Tool[] {
  return [
    {
      name: 'explain_error',
      title: 'What an error code means',
      description:
        "The reason of an errorCode (four digits, such as 2001) of a declined or failed payment, and what the merchant's program may do next.",
      reads: true,
      input: { errorCode: z.string().regex(/^\d{4}$/, 'four digits, such as 2001') },
      run: async ({ errorCode }) => {
        const rows = rowsOf(await page(baseUrl, '/docs/error-codes.md'));
        const [, reason, retryAdvice] = rows.find(([code]) => code === errorCode) ?? [];
        if (reason === undefined || retryAdvice === undefined)
          throw new Error(
            `${errorCode}: the gateway has no such code; ${baseUrl}/docs/error-codes lists all`,
          );
        const [, whatToDo] = rows.find(([name]) => name === retryAdvice) ?? [];
        return { errorCode, reason, retryAdvice, whatToDo, page: `${baseUrl}/docs/error-codes` };
      },
    },
    {
      name: 'read_guide',
      title: 'A page of the documentation',
      description:
        'The documentation of this gateway as Markdown: how to accept a payment, refund, pay out, verify webhooks, handle an unknown outcome, rehearse. Without a page: the list of pages.',
      reads: true,
      input: {
        page: z
          .string()
          .regex(/^[a-z0-9-]+$/, 'the name of a page, such as accept-a-payment')
          .optional()
          .describe('Such as accept-a-payment, webhooks or signatures.'),
      },
      run: async ({ page: name }) =>
        await page(baseUrl, name === undefined ? '/llms.txt' : `/docs/${name}.md`),
    },
  ];
}

async function page(baseUrl: string, path: string): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status === 404)
    throw new Error(`${path}: there is no such page; read_guide without a page lists them`);
  if (!response.ok) throw new Error(`${path}: the gateway answered ${response.status}`);
  return await response.text();
}

/** The table cells of a page, without their quotes. */
function rowsOf(markdown: string): string[][] {
  return markdown.split('\n').flatMap((line) =>
    line.startsWith('| ')
      ? [
          line
            .slice(2, -2)
            .split(' | ')
            .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
        ]
      : [],
  );
}
