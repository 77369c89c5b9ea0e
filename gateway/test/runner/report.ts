// Prints what a test run says: a line for each file, each failure at once and again at the end, then the slowest files
// and where the processor time went.
import { LEFT_TO_PROOF } from '../stage/how-much.ts';
import type { Message } from './process.ts';

const SLOWEST = 10;

/** The folder of a test file: `gateway/test/http/`. */
export const folderOf = (file: string) => /^(?:[\w-]+\/){1,2}test\/(?:[\w-]+\/)?/.exec(file)?.[0] ?? file;

interface FileOfRun {
  passed: number;
  failed: number;
  skipped: string[];
  leftToProof: number;
  said: string[];
}

export class Report {
  readonly #write: (text: string) => void;
  readonly #files = new Map<string, FileOfRun>();
  readonly #failures: string[] = [];
  readonly #times: { file: string; ms: number; processorMs: number }[] = [];
  readonly #beganMs = performance.now();

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  get failed(): number {
    return this.#failures.length;
  }

  hear(message: Message): void {
    const file = this.#of(message.file);
    if (message.kind === 'result') {
      const name = message.path.join(' › ');
      for (const line of message.diagnostics ?? []) file.said.push(`${name}: ${line}`);
      if (message.state === 'passed') file.passed += 1;
      else if (message.state === 'skipped' && message.why === LEFT_TO_PROOF) file.leftToProof += 1;
      else if (message.state === 'skipped') file.skipped.push(`${name}: ${message.why}`);
      else this.fail(message.file, `${name} (${seconds(message.ms)} s)\n${message.why}`);
      return;
    }
    const { ms, processorMs } = message;
    this.#times.push({ file: message.file, ms, processorMs });
    const skipped = file.skipped.length > 0 ? `, ${file.skipped.length} skipped` : '';
    const mark = file.failed > 0 ? '✖' : '✔';
    const counts = `${file.passed} passed${file.failed > 0 ? `, ${file.failed} failed` : ''}${skipped}`;
    this.#write(
      `${mark} ${message.file}  ${counts}, ${seconds(ms)} s (${seconds(processorMs)} s of processor time)\n`,
    );
    for (const line of file.said) this.#write(`    ${line}\n`);
  }

  fail(file: string, what: string): void {
    this.#of(file).failed += 1;
    const text = `✖ ${file} › ${what}\n`;
    this.#failures.push(text);
    this.#write(text);
  }

  /** `serverMs`: the processor time of the shared database server. */
  end(serverMs: number): void {
    const files = [...this.#files.entries()];
    for (const [file, { skipped }] of files)
      for (const line of skipped) this.#write(`skipped: ${file} › ${line}\n`);
    if (this.#failures.length > 0) this.#write(`\nfailures:\n${this.#failures.join('\n')}`);
    const slowest = this.#times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    this.#write(`\nthe slowest files:\n${slowest.map(({ file, ms }) => row(ms, file)).join('')}`);
    this.#write(`\nprocessor time by folder:\n${this.#byFolder(serverMs)}`);
    const sum = (count: (file: FileOfRun) => number) =>
      files.reduce((total, [, file]) => total + count(file), 0);
    const failed = this.#failures.length;
    this.#write(`\n${files.length} files, ${seconds(performance.now() - this.#beganMs)} s\n`);
    const left = sum((f) => f.leftToProof);
    if (left > 0) this.#write(`${left} tests of these files are left to npm run test:proof\n`);
    this.#write(
      `${sum((f) => f.passed)} passed, ${failed} failed, ${sum((f) => f.skipped.length)} skipped\n`,
    );
  }

  #byFolder(serverMs: number): string {
    const folders = new Map<string, number>();
    for (const { file, processorMs } of this.#times) {
      const folder = folderOf(file);
      folders.set(folder, (folders.get(folder) ?? 0) + processorMs);
    }
    folders.set('the shared database server', serverMs);
    const rows = [...folders].sort((a, b) => b[1] - a[1]);
    const total = rows.reduce((sum, [, ms]) => sum + ms, 0);
    return rows.map(([folder, ms]) => row(ms, folder)).join('') + row(total, 'together');
  }

  #of(file: string): FileOfRun {
    const known = this.#files.get(file) ?? { passed: 0, failed: 0, skipped: [], leftToProof: 0, said: [] };
    this.#files.set(file, known);
    return known;
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const row = (ms: number, what: string) => `${seconds(ms).padStart(7)} s  ${what}\n`;
