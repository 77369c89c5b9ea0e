// rehearse: plays in seconds, against the merchant's receiver, what a real shop meets over years. It grades each
// chapter, with one sentence that says what to fix. It ends with 1 if a chapter fails.
import { writeFileSync } from 'node:fs';
import {
  accessOf,
  type Call,
  CallFault,
  type Command,
  clientOf,
  type Option,
  requireTest,
  secretOf,
} from '../command.ts';
import { type Books, booksOfCommand } from '../rehearsal/books.ts';
import { CHAPTERS } from '../rehearsal/chapters.ts';
import { rehearse as play } from '../rehearsal/rehearsal.ts';
import { type Finding, SLOW_MS } from '../rehearsal/terms.ts';
import { type Paint, paintFor, tell } from '../terminal.ts';

export const BOOKS_OPTIONS: Record<string, Option> = {
  books: {
    type: 'string',
    value: 'COMMAND',
    text: 'a command that gets a reference as argument and prints its balance, such as 25 or -25',
  },
  patience: {
    type: 'string',
    value: 'SECONDS',
    text: 'how long your books may lag behind your answers (5)',
  },
};

export function booksOf({ text }: Call): Books | undefined {
  const patienceMs = secondsOf('patience', text('patience') ?? '5') * 1000;
  const command = text('books');
  return command === undefined ? undefined : booksOfCommand(command, patienceMs);
}

export const rehearse: Command = {
  name: 'rehearse',
  words: ['rehearse'],
  arguments: [],
  summary: 'Play rare events to your receiver, and grade how it handles them',
  options: {
    receiver: { type: 'string', value: 'URL', text: 'where your webhooks go' },
    ...BOOKS_OPTIONS,
    within: {
      type: 'string',
      value: 'SECONDS',
      text: `how long an answer may take (${SLOW_MS / 1000}); more only on a machine that is very busy`,
    },
    restart: {
      type: 'string',
      value: 'COMMAND',
      text: 'restarts your receiver; without it the chapters restart and restart-at-once are not played',
    },
    only: { type: 'string', value: 'NAME,…', text: `of ${Object.keys(CHAPTERS).join(', ')}` },
    junit: { type: 'string', value: 'FILE', text: 'write the result for a CI' },
  },
  async run(call) {
    const { terminal, text } = call;
    const receiver = text('receiver');
    if (receiver === undefined || !URL.canParse(receiver))
      throw new CallFault('--receiver: must be an address, such as http://localhost:4000/webhooks');
    const names = text('only')?.split(',') ?? Object.keys(CHAPTERS);
    const unknown = names.find((name) => !Object.hasOwn(CHAPTERS, name));
    if (unknown !== undefined)
      throw new CallFault(
        `--only: ${unknown} is not a chapter; the chapters are ${Object.keys(CHAPTERS).join(', ')}`,
      );
    requireTest(call);
    const paint = paintFor(terminal);
    const width = Math.max(...names.map((name) => name.length));
    const findings: Finding[] = [];
    const within = text('within');
    const books = booksOf(call);
    if (books === undefined)
      terminal.err(paint.yellow('without --books only the answers are graded, not your books'));
    for await (const finding of play({
      client: clientOf(call),
      signal: terminal.signal,
      baseUrl: accessOf(call).baseUrl,
      secret: secretOf(call),
      receiver,
      books,
      restart: text('restart'),
      names,
      slowMs: within === undefined ? SLOW_MS : secondsOf('within', within) * 1000,
    })) {
      findings.push(finding);
      tell(terminal, finding, toldOf(finding, width, paint));
    }
    const file = text('junit');
    if (file !== undefined) writeFileSync(file, junitOf(findings));
    terminal.err(summaryOf(findings, books !== undefined, paint));
    return findings.some(({ ok }) => !ok) || findings.every(({ skipped }) => skipped) ? 1 : 0;
  },
};

/** Says "all" only if every chapter was played and the books were asked. */
function summaryOf(findings: readonly Finding[], areBooksAsked: boolean, paint: Paint): string {
  const failed = findings.filter(({ ok }) => !ok).length;
  const skipped = findings.filter((one) => one.skipped);
  const passed = findings.length - failed - skipped.length;
  const count = (number: number) => `${number} of ${findings.length} chapters`;
  const lines = [];
  if (failed > 0) lines.push(paint.red(`${count(failed)} failed`));
  else if (passed < findings.length) lines.push(paint.yellow(`only ${count(passed)} passed`));
  else if (areBooksAsked) lines.push(paint.green(`all ${passed} chapters passed`));
  else lines.push(paint.yellow(`all ${passed} chapters were answered, but the books were not checked`));
  if (skipped.length > 0) {
    const names = skipped.map(({ chapter }) => chapter).join(', ');
    lines.push(paint.yellow(`${count(skipped.length)} not played: ${names}`));
  }
  return lines.join('\n');
}

/** One line for each fault, and below it what to fix. */
function toldOf({ chapter, ok, skipped, found, faults }: Finding, width: number, paint: Paint): string {
  const name = paint.bold(chapter.padEnd(width));
  if (ok) return `${skipped ? paint.yellow('skip') : paint.green('pass')} ${name} ${found}`;
  const indent = ' '.repeat(width + 6);
  const lines = faults.map(({ step, found, mend }) => `${step}: ${found}\n${indent}${paint.yellow(mend)}`);
  return `${paint.red('FAIL')} ${name} ${lines.join(`\n${indent}`)}`;
}

function secondsOf(option: string, text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0)) throw new CallFault(`--${option}: must be a number of seconds`);
  return seconds;
}

/** XML allows no control characters, but the output of the --books command may contain some. */
const escaped = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);

function junitOf(findings: readonly Finding[]): string {
  const cases = findings.map(({ chapter, ok, skipped, found, mend, elapsedMs }) => {
    const failure = ok
      ? skipped
        ? `<skipped message="${escaped(found)}"/>`
        : ''
      : `<failure message="${escaped(found)}">${escaped(mend ?? '')}</failure>`;
    return `  <testcase classname="rehearsal" name="${chapter}" time="${elapsedMs / 1000}">${failure}</testcase>`;
  });
  const failures = findings.filter(({ ok }) => !ok).length;
  const skips = findings.filter(({ skipped }) => skipped).length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="tollgate rehearse" tests="${findings.length}" failures="${failures}" skipped="${skips}">\n${cases.join('\n')}\n</testsuite>\n`;
}
