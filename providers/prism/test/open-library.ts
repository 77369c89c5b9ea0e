// The library for tests: the real one where PRISM_LIBRARY names its folder, else a program that speaks the same lines
// and repeats what the real one said (recordings/). With PRISM_RECORD=1 the real one's replies are written there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LibraryProcess } from '../src/process/library-process.ts';
import type { Question, Reply } from '../src/process/protocol.ts';
import { commandOf, readSettings } from '../src/process/settings.ts';
import { asRecorded, blank } from './recording.ts';

export const isRealLibrary = (process.env.PRISM_LIBRARY ?? '') !== '';
const isRecording = isRealLibrary && process.env.PRISM_RECORD === '1';
const NO_LOG = { warn: () => {} };

export interface Played {
  ask(question: Question): Promise<Reply>;
  stop(): void;
}

export const recordingOf = (connector: string) =>
  join(import.meta.dirname, 'recordings', `${connector}.json`);

/** The program that repeats the recordings, with its faults; see recorded-library.ts. */
export const recordedCommand = (connector: string, ...faults: string[]) => [
  process.execPath,
  join(import.meta.dirname, 'recorded-library.ts'),
  recordingOf(connector),
  ...faults,
];

export function openLibrary(connector: string): Played {
  const command = isRealLibrary ? commandOf(readSettings()) : recordedCommand(connector);
  const library = new LibraryProcess({ command, log: NO_LOG, deadlineOf: deadlineFor() });
  return isRecording ? new Recorder(library, connector) : library;
}

class Recorder {
  readonly #library: LibraryProcess;
  readonly #connector: string;

  constructor(library: LibraryProcess, connector: string) {
    this.#library = library;
    this.#connector = connector;
  }

  async ask(question: Question): Promise<Reply> {
    const reply = await this.#library.ask(question);
    const { id: _id, ...said } = reply;
    const { key, values } = asRecorded(question);
    recorded(this.#connector)[key] = blank(said, values);
    return reply;
  }

  stop(): void {
    this.#library.stop();
  }
}

const recordings = new Map<string, Record<string, object>>();

/** Written when the process of a test file ends, so the files are recorded one after the other. */
function recorded(connector: string): Record<string, object> {
  const known = recordings.get(connector);
  if (known) return known;
  const file = recordingOf(connector);
  const made: Record<string, object> = existsSync(file) ? readRecording(file) : {};
  recordings.set(connector, made);
  process.on('exit', () => {
    const lines = Object.keys(made)
      .sort()
      .map((key) => `  ${JSON.stringify(key)}: ${JSON.stringify(made[key])}`);
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  });
  return made;
}

export const readRecording = (file: string): Record<string, object> => JSON.parse(readFileSync(file, 'utf8'));

/** Only the step that is to hang has a short deadline: a busy machine may start a process slowly. */
export const deadlineFor =
  (...faults: string[]) =>
  ({ step }: Question): number =>
    faults.includes(`hang:${step}`) ? 500 : 20_000;
