// Finds regular expressions in source text, and texts on which one may take long: pieces of what it looks for, repeated. For
// expressions.test.ts.

/** A literal stands where a value may: after these, never after a name, a number or a closing bracket. */
const LITERAL =
  /(?<=(?:[(,=:[!&|?{};+>]|\breturn|^)\s*)\/(?![*/])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?![\w/])/gm;
const UNBOUNDED = /(?<!\\)(?:[*+]|\{\d+,\})/g;

/** Those that can take longer than the text is long: one repetition alone behind `^` cannot. */
export function expressionsIn(source: string): RegExp[] {
  return [...source.matchAll(LITERAL)].flatMap(([, pattern = '', flags]) => {
    const repeated = pattern.match(UNBOUNDED)?.length ?? 0;
    if (repeated === 0 || (repeated === 1 && pattern.startsWith('^'))) return [];
    try {
      return [new RegExp(pattern, flags)];
    } catch {
      return [];
    }
  });
}

const COMMON = ['a', '0', ' ', '\n', '.', '"', '\\'];

/** What an expression names: its words, its signs, and a member of its classes. */
function piecesOf({ source }: RegExp): string[] {
  const plain = source
    .replaceAll(/\\[wpP](?:\{[^}]*\})?/g, 'a')
    .replaceAll(/\\d/g, '0')
    .replaceAll(/\\[sS]/g, ' ')
    .replaceAll(/\\([nrt])/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter]!)
    .replaceAll(/\\(.)/g, '$1');
  const words = plain.match(/[a-z]{2,}|[^a-z]/gi) ?? [];
  return [...new Set([...words, ...COMMON])].slice(0, 24);
}

/** Each makes a text of about the length that it is given. */
export function* textsFor(expression: RegExp): Generator<(length: number) => string> {
  const pieces = piecesOf(expression);
  const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
  for (const piece of pieces) {
    yield (length) => repeated(piece, length);
    for (const other of pieces) {
      yield (length) => `${other}${repeated(piece, length)}\u0001`;
      if (piece !== other) yield (length) => `${repeated(piece + other, length)}\u0001`;
    }
  }
}

/** How much longer the work takes on a text that is four times as long; 0: it takes less than `shortMs` on the longer one. */
export function growth(
  work: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
  shortMs: number,
): number {
  const text = make(length);
  if (timeOf(work, text) < shortMs) return 0;
  // Compiled by now, and no garbage of others counts.
  const best = (one: string) => Math.min(...Array.from({ length: 3 }, () => timeOf(work, one)));
  const long = best(text);
  return long < shortMs ? 0 : long / Math.max(best(make(length / 4)), 0.001);
}

/** Milliseconds of the processor, in this thread. */
export function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
