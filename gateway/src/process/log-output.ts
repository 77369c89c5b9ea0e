// Where the lines of the log go: stdout, stderr or a file. While the reader keeps up, each line is written at once. A
// stalled reader never blocks the process: lines wait in memory, and if they are too many, the oldest are dropped. Once
// the reader is back, a line says how many were dropped. At its end the process waits for the reader, but only for a
// moment.

import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { prettyFactory } from 'pino-pretty';

/** Some thousand lines. */
const MOST_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 25;
const LAST_WORDS_MS = 500;
const PAUSE_MS = 5;

export class LogOutput {
  readonly #fd: number;
  readonly #format: (line: string) => string;
  /** The unread part of the current line. */
  #rest = Buffer.alloc(0);
  readonly #waiting: string[] = [];
  #waitingBytes = 0;
  #dropped = 0;
  /** Dropped lines that the log has not reported yet. */
  #unreported = 0;
  #retry: NodeJS.Timeout | undefined;
  #flushesAtExit = false;
  #readerLeft = false;

  constructor(fd: number) {
    this.#fd = withoutBlocking(fd);
    this.#format = isatty(fd) ? pretty : (line) => line;
  }

  /** Lines that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#readerLeft) {
      this.#dropped++;
      return;
    }
    const text = this.#format(line);
    if (this.#retry !== undefined) {
      this.#keep(text);
      return;
    }
    const taken = this.#offer(text);
    if (this.#readerLeft || taken === Buffer.byteLength(text)) return;
    this.#rest = Buffer.from(text).subarray(taken);
    this.#retrySoon();
  }

  /** Waits a moment for the reader. pino calls it after a fatal line, this file when the process ends. */
  flushSync(): void {
    const endAt = performance.now() + LAST_WORDS_MS;
    while (!this.#catchUp() && performance.now() < endAt) pause();
  }

  #keep(text: string): void {
    this.#waiting.push(text);
    this.#waitingBytes += Buffer.byteLength(text);
    while (this.#waitingBytes > MOST_WAITING_BYTES) {
      this.#takeOldest();
      this.#dropped++;
      this.#unreported++;
    }
  }

  #takeOldest(): string | undefined {
    const text = this.#waiting.shift();
    if (text !== undefined) this.#waitingBytes -= Buffer.byteLength(text);
    return text;
  }

  /** Whether the reader has read everything. */
  #catchUp(): boolean {
    while (!this.#readerLeft) {
      if (this.#rest.length > 0) {
        this.#rest = this.#rest.subarray(this.#offer(this.#rest));
        if (this.#rest.length > 0) return this.#readerLeft;
      }
      const next = this.#unreported > 0 ? this.#dropNotice() : this.#takeOldest();
      if (next === undefined) return true;
      this.#rest = Buffer.from(next);
    }
    return true;
  }

  #dropNotice(): string {
    const lines = this.#unreported;
    this.#unreported = 0;
    const notice = {
      level: 40,
      time: Date.now(),
      pid: process.pid,
      lines,
      msg: 'the reader of this log stalled: lines were dropped here',
    };
    return this.#format(`${JSON.stringify(notice)}\n`);
  }

  /** How many bytes were written. */
  #offer(text: string | Buffer): number {
    try {
      return typeof text === 'string' ? writeSync(this.#fd, text) : writeSync(this.#fd, text);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Other errors pass: a full pipe (EAGAIN), a full disk (ENOSPC).
      if (code === 'EPIPE' || code === 'EBADF') this.#forgetReader();
      return 0;
    }
  }

  #forgetReader(): void {
    this.#readerLeft = true;
    this.#dropped += this.#waiting.length + 1;
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    this.#rest = Buffer.alloc(0);
  }

  #retrySoon(): void {
    if (!this.#flushesAtExit) process.once('exit', () => this.flushSync());
    this.#flushesAtExit = true;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (!this.#catchUp()) this.#retrySoon();
    }, RETRY_MS);
    this.#retry.unref();
  }
}

/** Answers a descriptor of the same stream on which a write never waits. */
function withoutBlocking(fd: number): number {
  if (isatty(fd) || fstatSync(fd).isFIFO()) {
    const path = isatty(fd) && process.platform !== 'linux' ? '/dev/tty' : `/proc/self/fd/${fd}`;
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    } catch {
      // The path belongs to another user, or does not exist here.
    }
  }
  // Node's own stream makes pipes and sockets non-blocking when it is opened. A file never waits for a reader, and
  // another user's terminal works as before.
  if (fd === 1) process.stdout;
  if (fd === 2) process.stderr;
  return fd;
}

const pretty = prettyFactory({
  colorize: true,
  singleLine: true,
  ignore: 'pid',
  translateTime: 'SYS:HH:MM:ss',
}) as (line: string) => string;

const nothing = new Int32Array(new SharedArrayBuffer(4));
const pause = () => Atomics.wait(nothing, 0, 0, PAUSE_MS);
