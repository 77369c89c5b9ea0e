// A folder in which hyperswitch-prism is installed, as the process of Prism sees it: each file leads to the library of
// the fault suite (prism-library.ts). All gateways of a world share the folder, and each has a process of its own.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LibraryFaults } from './prism-library.ts';

const LIBRARY = join(import.meta.dirname, 'prism-library.ts');
const PACKAGE = 'node_modules/hyperswitch-prism';
const FILES = ['generated/proto.js', '_generated_flows.js', 'uniffi_client.js'];
const CALM: LibraryFaults = { how: 'dies', requests: 0, answers: 0, notifications: 0 };

export class InstalledPrism {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#write(`${PACKAGE}/package.json`, '{}');
    for (const file of FILES)
      this.#write(
        `${PACKAGE}/dist/src/payments/${file}`,
        `module.exports = require(${JSON.stringify(LIBRARY)});`,
      );
    this.setFaults(CALM);
  }

  /** The settings of a gateway. With another program than Node.js the adapter does not ask for the library's glibc. */
  get env(): Record<string, string> {
    return { PRISM_LIBRARY: this.#folder, PRISM_PROGRAM: `/usr/bin/env ${process.execPath}` };
  }

  /** The next calls of every process meet them. */
  setFaults(faults: LibraryFaults = CALM): void {
    this.#write('faults.next.json', JSON.stringify(faults));
    // Nobody reads half a file.
    renameSync(join(this.#folder, 'faults.next.json'), join(this.#folder, 'faults.json'));
  }

  #write(name: string, text: string): void {
    const file = join(this.#folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
