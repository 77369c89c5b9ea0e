// A library that says what a test wants: for answers of connectors that no stand-in plays.
import type { Question, Reply } from '../src/process/protocol.ts';
import type { Played } from './open-library.ts';

type Said =
  | { request: Extract<Reply, { request: object }>['request'] }
  | { message: object }
  | { fault: object };

export const REQUEST = { method: 'POST', url: 'https://connector.example/call', headers: {}, body: '{}' };

/** `reply`: undefined means the usual request, or an answer that says nothing. */
export const scripted = (
  reply: (question: Question) => Said | undefined | Promise<Said | undefined>,
): Played => ({
  async ask(question) {
    const usual = question.step === 'request' ? { request: REQUEST } : { message: {} };
    return { id: 1, ...((await reply(question)) ?? usual) } as Reply;
  },
  stop() {},
});

/** Each answer of a connector is read as this. */
export const reads = (said: { message: object } | { fault: object }): Played =>
  scripted(({ step }) => (step === 'answer' ? said : undefined));
