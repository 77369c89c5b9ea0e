// The connectors of hyperswitch-prism as providers (contract 18): a declaration for each row of the table. All accounts
// share one process of the library.
import type { AdapterParts } from '@tollgate/provider-kit';
import type { Connector } from './connectors/connector.ts';
import table from './connectors/connectors.json' with { type: 'json' };
import { declare } from './declaration.ts';
import { LibraryProcess } from './process/library-process.ts';
import { commandOf, readSettings, whyUnavailable } from './process/settings.ts';

class SharedLibrary {
  #process: LibraryProcess | null = null;

  whyUnavailable(): string | null {
    return whyUnavailable(readSettings());
  }

  /** The first account starts it. */
  process(log: AdapterParts['log']): LibraryProcess {
    if (this.#process) return this.#process;
    this.#process = new LibraryProcess({ command: commandOf(readSettings()), log });
    this.#process.start();
    return this.#process;
  }
}

const library = new SharedLibrary();

export default (table as Connector[]).map((row) => declare(row, library));
