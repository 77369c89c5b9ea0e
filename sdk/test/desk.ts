// The command line in this process: `desk(environment, folder)(words)` runs a command and keeps what it prints.
import { run } from '../src/cli/run.ts';

export interface Ended {
  code: number;
  out: string;
  err: string;
  /** The output of --json. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
  json(): any[];
}

export function desk(environment: Record<string, string>, folder: string, colours = false) {
  return (
    words: string[],
    signal = new AbortController().signal,
  ): Promise<Ended> & { printed: { out: string; err: string } } => {
    const printed = { out: '', err: '' };
    const terminal = {
      out: (text: string) => {
        printed.out += `${text}\n`;
      },
      err: (text: string) => {
        printed.err += `${text}\n`;
      },
      colours,
      signal,
    };
    const ended = run(words, { terminal, environment, folder, version: '0.1.0' }).then((code) => ({
      code,
      ...printed,
      json: () =>
        printed.out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
    }));
    return Object.assign(ended, { printed });
  };
}
