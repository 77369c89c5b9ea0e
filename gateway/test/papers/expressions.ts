// Finds regular expressions in source text, and texts on which one may take long: repeated pieces of what it looks for.
// For expressions.test.ts.

/** A literal stands where a value may: after these characters, never after a name, a number or a closing bracket. */
const LITERAL =
  /(?<=(?:[(,=:[!&|?{};+>]|\breturn|^)\s*)\/(?![*/])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?![\w/])/gm;
const UNBOUNDED = /(?<!\\)(?:[*+]|\{\d+,\})/g;

/** Expressions that may take more than linear time. A single repetition behind `^` cannot. */
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

/** The pieces that an expression looks for: words, signs, and one member of each class. */
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

/** Each function makes a text of about the given length. */
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

/** How much longer the work takes on a text four times as long; 0: less than `shortMs` on the longer one. */
export function growth(
  work: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
  shortMs: number,
): number {
  const text = make(length);
  if (timeOf(work, text) < shortMs) return 0;
  // The code is compiled by now, and the minimum ignores pauses of the garbage collector.
  const best = (one: string) => Math.min(...Array.from({ length: 3 }, () => timeOf(work, one)));
  const long = best(text);
  return long < shortMs ? 0 : long / Math.max(best(make(length / 4)), 0.001);
}

/** Milliseconds of processor time in this thread. */
export function timeOf(work: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
