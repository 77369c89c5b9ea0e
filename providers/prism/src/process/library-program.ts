// The process of the library. It reads questions from stdin and writes replies to stdout, a line each, until stdin
// ends. It opens no connection and gets no environment. It must never write a message's content anywhere else.
// Arguments: the folder in which hyperswitch-prism is installed.
import { createInterface } from 'node:readline';
import { Library } from './library.ts';
import { watchParent } from './parent-watch.ts';
import type { Fault, Question, Reply } from './protocol.ts';

watchParent();
const library = new Library(process.argv[2]!);
const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });

// A signal to the whole group of processes must not take the library away from calls that the gateway still finishes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
// The gateway has ended. A native part must not keep this process alive.
lines.on('close', () => process.exit(0));

lines.on('line', (line) => {
  const { id, ...question } = JSON.parse(line) as Question & { id: number };
  process.stdout.write(`${JSON.stringify({ id, ...reply(question as Question) } as Reply)}\n`);
});

function reply(question: Question): object {
  const { flow, account, message } = question;
  try {
    switch (question.step) {
      case 'request':
        return { request: library.request(flow, account, message) };
      case 'answer':
        return { message: library.answer(flow, account, message, question.http) };
      case 'direct':
        return { message: library.direct(flow, account, message) };
    }
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

interface LibraryError {
  errorCode?: unknown;
  proto?: { errorInfo?: { connectorDetails?: { code?: unknown } } };
}

function faultOf(error: unknown): Fault {
  const { errorCode, proto } = (error ?? {}) as LibraryError;
  const code = typeof errorCode === 'string' && /^[A-Z0-9_]{1,60}$/.test(errorCode) ? errorCode : 'UNKNOWN';
  const own = proto?.errorInfo?.connectorDetails?.code;
  return typeof own === 'string' && own !== '' ? { code, connectorCode: own.slice(0, 100) } : { code };
}
