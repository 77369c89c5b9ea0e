// The strip at the top of the simulated bank's pages. It looks and reads like the strip of the cashier's test mode: it
// says that no money moves, and "Simulator" explains each button. It must work without a script.
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { type Html, html, join } from '../pages/html.ts';

/** The result of each answer, in sentences. */
export interface Simulator {
  approve: string;
  decline: string;
  cancel: string;
  expiresAt: Transaction['expiresAt'];
}

/** null: this page has no question. */
export function testStrip(simulator: Simulator | null): Html {
  const words = html`<span><strong>Test mode</strong> – no money moves</span>`;
  if (simulator === null) return html`<aside class="strip" aria-label="Test mode"><p>${words}</p></aside>`;
  const { approve, decline, cancel, expiresAt } = simulator;
  const tiles = [
    ['Approve', approve],
    ['Decline', decline],
    ['Cancel', cancel],
    [`No answer until ${timeText(expiresAt)}`, 'The payment expires with 3002.'],
  ] as const;
  return html`<aside class="strip" aria-label="Test mode"><details>
    <summary>${words} <span class="open">Simulator</span></summary>
    <div class="simulator">
      <h2>What the buttons do</h2>
      <ul>
        ${join(tiles.map(([button, consequence]) => html`<li><strong>${button}</strong> ${consequence}</li>`))}
      </ul>
    </div>
  </details></aside>`;
}

function timeText(at: Date | null): string {
  return at === null ? 'the end' : `${at.toISOString().slice(11, 16)} UTC`;
}
