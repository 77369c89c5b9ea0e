// The program: `node gateway/src/main.ts [command]`, which the scripts of package.json call. It only starts; the
// commands are in process/commands.ts.
import { runProgram } from './process/commands.ts';

// Node would open its inspector, which shows every secret. --disable-sigusr1 prevents that from the first moment; this
// handler is for a start without it.
process.on('SIGUSR1', () => {});

process.exit(await runProgram(process.argv.slice(2)));
