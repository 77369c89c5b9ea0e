// The bank of the fault suite, a process of its own. It carries out every charge, payout and refund once for its key,
// and records each request before it acts. It loses answers before and after acting, answers late, and receives
// requests twice. Its answers to inquiries are always true, so a double charge or a false failure is visible from
// outside.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BankCall, CALM, type Deed } from './bank-words.ts';

/** Longer than the sandbox's deadline of 15 s. */
const LATE_MS = 17_000;

const [socketPath = '', journal = ''] = process.argv.slice(2);
const deeds = new Map<string, Deed>();
let faults = CALM;

function settle(deed: Deed, said: { kind: string }): void {
  if (said.kind === 'completed' || said.kind === 'unknown') {
    deed.state = 'paid';
    deed.payments += 1;
  } else if (said.kind === 'declined' || said.kind === 'failed') deed.state = 'refused';
  else deed.state = said.kind === 'pending' ? 'under way' : 'open';
  deed.said = said;
}

const isOver = ({ state }: Deed) => state === 'paid' || state === 'refused';

/** null: it was done, but there is no answer. */
function move({ what: _, proposal, ...call }: BankCall): { kind: string } | null {
  const known = deeds.get(call.key);
  if (known === undefined) {
    const deed: Deed = { ...call, state: 'open', payments: 0, said: proposal };
    deeds.set(call.key, deed);
    settle(deed, proposal);
    // The card gets no answer, but it was charged.
    return proposal.kind === 'unknown' ? null : proposal;
  }
  // The end of a challenge has the key of its beginning.
  if (known.state === 'open' && known.said.kind === 'redirect' && proposal.kind !== 'redirect')
    settle(known, proposal);
  return known.said.kind === 'unknown' ? { kind: 'completed' } : known.said;
}

function ask({ key, proposal }: BankCall): { kind: string } {
  const deed = deeds.get(key);
  if (deed === undefined) return { kind: 'unheard' };
  if (isOver(deed)) return deed.said.kind === 'unknown' ? { kind: 'completed' } : deed.said;
  if (proposal.kind === 'unheard') {
    // The gateway never stored our answer. Money under way arrives; a page that was never shown is closed.
    settle(deed, { kind: deed.state === 'under way' ? 'completed' : 'failed' });
    return deed.state === 'paid' ? deed.said : proposal;
  }
  if (['completed', 'declined', 'failed'].includes(proposal.kind)) settle(deed, proposal);
  return proposal;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const send = (body: unknown) => void response.end(JSON.stringify(body));
  if (request.url === '/deeds') return send([...deeds.values()]);
  if (request.url === '/faults') {
    faults = { ...CALM, ...JSON.parse(text) };
    return send({});
  }
  const call: BankCall = JSON.parse(text);
  if (call.what === 'move' && Math.random() < faults.loseBefore) return void request.socket.destroy();
  appendFileSync(journal, `${text}\n`);
  if (call.what === 'ask') return send(ask(call));
  const said = move(call);
  if (Math.random() < faults.twice) move(call);
  if (said === null || Math.random() < faults.loseAfter) return void request.socket.destroy();
  if (Math.random() < faults.late) await sleep(LATE_MS);
  send(said);
}

if (existsSync(journal)) {
  for (const line of readFileSync(journal, 'utf8').split('\n').filter(Boolean)) {
    const call: BankCall = JSON.parse(line);
    if (call.what === 'move') move(call);
    else ask(call);
  }
}
rmSync(socketPath, { force: true });
const server = createServer((request, response) => {
  answer(request, response).catch(() => request.socket.destroy());
});
server.listen(socketPath, () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
