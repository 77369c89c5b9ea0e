// The log lines that RUNBOOKS and OPERATIONS quote are those that the program writes: a person at night searches for
// them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const WRITES = /\b(?:log|logger)\.(?:trace|debug|info|warn|error|fatal)\(|\bmsg: (?=')/g;
/** The form of quotes in a page. Changing parts are written as in the source, or as an example. */
const QUOTES = '((?:`[^`]+`(?:, (?:or |and )?| or | and )?)+)';

/** The text between the brackets of each logging call, including its helpers' words. */
function logCalls(): string[] {
  const files = globSync(
    [
      'gateway/src/**/*.ts',
      'embedded-postgres/src/*.ts',
      'provider-kit/src/**/*.ts',
      'providers/*/src/**/*.ts',
    ],
    { cwd: ROOT },
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(WRITES)].map((call) => {
      const from = call.index + call[0].length;
      // A log line that the code assembles by hand.
      if (call[0].startsWith('msg')) return /^'[^']*'/.exec(text.slice(from))![0];
      let depth = 1;
      let at = from;
      for (; depth > 0 && at < text.length; at++) {
        if (text[at] === '(') depth++;
        if (text[at] === ')') depth--;
      }
      return text.slice(from, at - 1);
    });
  });
}

/** Turns a literal with `${…}` into a pattern that allows anything there. */
function patternsOf(calls: readonly string[]): RegExp[] {
  const literals = calls.flatMap((call) =>
    [...call.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
      ([, single, double, template]) => single ?? double ?? template ?? '',
    ),
  );
  return (
    literals
      // Enough fixed words besides the inserted values.
      .filter((text) => text.replace(/\$\{[^}]*\}/g, '').length >= 8)
      .map((text) => {
        const parts = text.replaceAll("\\'", "'").split(/\$\{[^}]*\}/);
        return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.*')}`);
      })
  );
}

const calls = logCalls();
const patterns = patternsOf(calls);
/** A log call contains the quote, or could write it. */
const isWritten = (quote: string) => {
  const words = quote.replace(/(: )?…$/, '');
  return calls.some((call) => call.includes(words)) || patterns.some((one) => one.test(words));
};

/** Quotes on a page that says "in the log" or "logs" beside them. */
function quotesOf(page: string): string[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/\n(?!\n)/g, ' ');
  const told = [
    ...prose.matchAll(new RegExp(`${QUOTES}[^.\`;]*? in (?:the|its) log\\b`, 'g')),
    ...prose.matchAll(new RegExp(`\\b(?:its|the) log\\b[^.;\`]*?: ${QUOTES}`, 'g')),
    ...prose.matchAll(/\blogs (?:an error |says )?(`[^`]+`)/g),
  ]
    .flatMap(([, quotes]) => [...quotes!.matchAll(/`([^`]+)`/g)].map(([, quote]) => quote!))
    // A field, or a search for one, is no message.
    .filter((quote) => !/^(?:grep |"msg":)/.test(quote));
  const lines = [...text.matchAll(/"msg":"((?:[^"\\]|\\.)*)"/g)].map(([, message]) => message!);
  return [...told, ...lines].filter((quote) => / /.test(quote));
}

for (const page of ['RUNBOOKS.md', 'OPERATIONS.md', 'SECURITY.md', 'PROVIDERS.md'])
  test(`${page} quotes lines that the log really has`, () => {
    const quotes = quotesOf(page);
    if (['RUNBOOKS.md', 'OPERATIONS.md'].includes(page))
      assert.ok(quotes.length > 5, `${quotes.length} quotes are found`);
    assert.deepEqual(
      quotes.filter((quote) => !isWritten(quote)),
      [],
    );
  });

test('a quoted line that the log does not have is found', () => {
  assert.equal(isWritten('a background loop failed'), true);
  assert.equal(isWritten('webhook endpoint paused: 410'), true);
  assert.equal(isWritten('a background loop has failed'), false);
  assert.equal(isWritten('the service cannot write this now'), false);
});
