// A process that says what it is allowed: its environment, and whether it may open a connection.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line) as { id: number };
  const say = (network: string) =>
    process.stdout.write(`${JSON.stringify({ id, message: { env: process.env, network } })}\n`);
  try {
    connect(9, '127.0.0.1').on('error', (error: NodeJS.ErrnoException) => say(error.code ?? 'none'));
  } catch (error) {
    say((error as NodeJS.ErrnoException).code ?? 'none');
  }
});
