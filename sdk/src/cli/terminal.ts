// Where a command writes: coloured text for people, JSON lines with --json. Results go to stdout, everything else to
// stderr.
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  colours: boolean;
  json: boolean;
  signal: AbortSignal;
}

const CODES = { red: 31, green: 32, yellow: 33, blue: 36, dim: 2, bold: 1 } as const;

export type Paint = Record<keyof typeof CODES, (text: string) => string>;

export function paintFor({ colours }: Pick<Terminal, 'colours'>): Paint {
  const names = Object.keys(CODES) as (keyof typeof CODES)[];
  const brush = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  return Object.fromEntries(names.map((name) => [name, brush(CODES[name])])) as Paint;
}

/** Writes one fact: an object for programs, a line for people. */
export function tell(terminal: Terminal, fact: object, line: string): void {
  terminal.out(terminal.json ? JSON.stringify(fact) : line);
}

/** Columns as wide as their longest value. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, i) => Math.max(cell.length, most[i] ?? 0)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
