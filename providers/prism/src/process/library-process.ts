// The process of the library, as the gateway sees it: questions go in, replies come out. It is started with the first
// question and again after it died, with a growing pause. A question ends in a reply or in LibraryGone, and the caller
// knows what that means for money. The process gets no environment; its stderr is thrown away, because it may hold
// card data.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Question, Reply } from './protocol.ts';

/** No reply: the process died, hung, wrote garbage, or could not take the question. */
export class LibraryGone extends Error {
  override name = 'LibraryGone';
}

export interface LibraryProcessOptions {
  /** The program with all of its arguments. */
  command: readonly string[];
  log: { warn(fields: object, message: string): void };
  /** How long a question may take; absent: as usual. */
  deadlineOf?: (question: Question) => number;
  /** How many questions may wait for their replies. */
  mostWaiting?: number;
  /** A clock that never goes back; absent: the system's. */
  nowMs?: () => number;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
  deadline: NodeJS.Timeout;
}

/** The first question loads the library: about 0.5 s here, and more under load. */
const DEADLINE_MS = 6_000;
const MOST_WAITING = 200;
/** The longest answers of connectors are lists; ProviderHttp takes 4 MiB. */
const MOST_LINE_CHARACTERS = 16 * 1024 * 1024;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export class LibraryProcess {
  readonly #command: readonly string[];
  readonly #log: LibraryProcessOptions['log'];
  readonly #deadlineOf: (question: Question) => number;
  readonly #mostWaiting: number;
  readonly #nowMs: () => number;
  readonly #waiting = new Map<number, Waiting>();
  #child: Child | null = null;
  #rest = '';
  #nextId = 1;
  /** Deaths since the last reply. */
  #deaths = 0;
  #notBeforeMs = 0;

  constructor({ command, log, deadlineOf, mostWaiting, nowMs }: LibraryProcessOptions) {
    this.#command = command;
    this.#log = log;
    this.#deadlineOf = deadlineOf ?? (() => DEADLINE_MS);
    this.#mostWaiting = mostWaiting ?? MOST_WAITING;
    this.#nowMs = nowMs ?? (() => performance.now());
  }

  /** Throws LibraryGone. */
  async ask(question: Question): Promise<Reply> {
    // A reply must be read for money that may have moved. So the reading of answers may wait twice as long a line.
    const most = question.step === 'answer' ? 2 * this.#mostWaiting : this.#mostWaiting;
    if (this.#waiting.size >= most) throw new LibraryGone('too many questions are waiting');
    const child = this.#running();
    const id = this.#nextId++;
    return await new Promise<Reply>((resolve, reject) => {
      const deadline = setTimeout(
        () => this.#end(child, 'it gave no reply in time'),
        this.#deadlineOf(question),
      );
      this.#waiting.set(id, { resolve, reject, deadline });
      child.stdin.write(`${JSON.stringify({ id, ...question })}\n`);
    });
  }

  /** The process id; null: it does not run. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Loads the library, so that the first question need not wait for it. */
  start(): void {
    if (this.#nowMs() < this.#notBeforeMs) return;
    try {
      this.#running();
    } catch {
      // The next question tries again.
    }
  }

  stop(): void {
    if (this.#child) this.#end(this.#child, null);
  }

  #running(): Child {
    if (this.#child) return this.#child;
    if (this.#nowMs() < this.#notBeforeMs) throw new LibraryGone('it died a moment ago');
    const [file, ...parameters] = this.#command;
    const child = spawned(file!, parameters);
    this.#child = child;
    this.#rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(child, text));
    child.on('error', () => this.#end(child, 'it could not be started'));
    child.on('exit', () => this.#end(child, 'it ended'));
    // A write to a process that has just died; `exit` follows.
    child.stdin.on('error', () => {});
    // A gateway that ends waits for its own work, not for this process.
    child.unref();
    for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref?(): void }).unref?.();
    return child;
  }

  #read(child: Child, text: string): void {
    if (child !== this.#child) return;
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const reply = replyIn(line);
      const waiting = reply && this.#waiting.get(reply.id);
      if (!reply || !waiting) {
        this.#end(child, 'it wrote something that is no reply');
        return;
      }
      this.#waiting.delete(reply.id);
      clearTimeout(waiting.deadline);
      this.#deaths = 0;
      waiting.resolve(reply);
    }
    if (this.#rest.length > MOST_LINE_CHARACTERS) this.#end(child, 'it wrote a line without an end');
  }

  /** Everything that waits ends with it. `why`: for the log; null: nobody has to know. */
  #end(child: Child, why: string | null): void {
    if (child !== this.#child) return;
    this.#child = null;
    child.kill('SIGKILL');
    this.#deaths += 1;
    // The first death may be an accident. After it the next question starts the process at once.
    const pause = this.#deaths < 2 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#deaths - 2));
    this.#notBeforeMs = why === null ? 0 : this.#nowMs() + pause;
    if (why !== null)
      this.#log.warn(
        { why, deaths: this.#deaths, lost: this.#waiting.size },
        'the process of Prism has ended',
      );
    for (const { deadline, reject } of this.#waiting.values()) {
      clearTimeout(deadline);
      reject(new LibraryGone('the process has ended'));
    }
    this.#waiting.clear();
  }
}

/** Throws LibraryGone: nothing was asked, so a caller must not take it for an answer that was lost. */
function spawned(file: string, parameters: string[]): Child {
  try {
    return spawn(file, parameters, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  } catch {
    throw new LibraryGone('it could not be started');
  }
}

function replyIn(line: string): Reply | null {
  try {
    const reply: unknown = JSON.parse(line);
    if (typeof reply !== 'object' || reply === null || !('id' in reply)) return null;
    return 'request' in reply || 'message' in reply || 'fault' in reply ? (reply as Reply) : null;
  } catch {
    return null;
  }
}
