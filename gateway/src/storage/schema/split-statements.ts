// Splits the text of a migration into its statements, so that migrate.ts can send them one at a time: Citus accepts one
// command per query. It recognises everything that may contain a semicolon: strings, quoted names, dollar quotes,
// comments. It refuses a text that it cannot split with certainty, and never changes a statement.

export class UnsplittableError extends Error {
  override name = 'UnsplittableError';
}

/** Alternatives in the order of trying. An unclosed string, name or comment matches none of the closed ones. */
const TOKEN = new RegExp(
  [
    /(?<comment>--[^\n]*|\/\*(?:(?!\/\*|\*\/).)*\*\/)/,
    // Backslash escapes count only if the string begins with an E.
    /(?<quoted>\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*")/,
    /(?<dollars>(?<![\w$])\$(?<tag>[A-Za-z_]\w*|)\$.*?\$\k<tag>\$)/,
    /(?<end>;)/,
    // A quote or a comment that none of the above could close.
    /(?<open>'|"|(?<![\w$])\$(?:[A-Za-z_]\w*)?\$|\/\*)/,
    /(?<atomic>\b(?i:begin\s+atomic)\b)/,
    /(?<word>\w+|\s+|.)/,
  ]
    .map((part) => part.source)
    .join('|'),
  'gsy',
);

/** Without their semicolons and without separate comments; a comment within a statement stays. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let isEmpty = true;
  const finish = () => {
    if (!isEmpty) statements.push(statement.trim());
    statement = '';
    isEmpty = true;
  };
  for (const { 0: token, index, groups } of text.matchAll(TOKEN)) {
    const line = () => text.slice(0, index).split('\n').length;
    if (groups!.open !== undefined)
      throw new UnsplittableError(`line ${line()}: ${token} is opened and not closed (or nested)`);
    if (groups!.atomic !== undefined)
      throw new UnsplittableError(
        `line ${line()}: a body in "begin atomic" holds semicolons of its own; use $$`,
      );
    if (groups!.end !== undefined) {
      finish();
      continue;
    }
    if (groups!.comment === undefined && token.trim() !== '') isEmpty = false;
    if (!(isEmpty && groups!.comment !== undefined)) statement += token;
  }
  finish();
  return statements;
}
