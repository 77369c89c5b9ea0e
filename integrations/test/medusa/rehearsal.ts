// Every event of the day again, from the last to the first. Then the rare events of several years, as the guide's page
// plays them to the shop: the command line of the packed SDK, with the shop's own books.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHAPTERS } from '../../../sdk/src/cli/rehearsal/chapters.ts';
import type { WebhookEvent } from '../../../sdk/src/tollgate.ts';
import type { Body } from '../stage/medusa-shop.ts';
import { runLine } from '../stage/programs.ts';
import { type MedusaStage, soon } from './stage.ts';

/** On a busy machine Medusa starts for minutes, and two chapters restart it. */
const LIMIT_MS = 1_200_000;

export function playRehearsal({ shop, tollgate, brand, client, resend }: MedusaStage): void {
  /** Whether the shop took every webhook. */
  async function isDelivered(): Promise<boolean> {
    const { sql } = tollgate.gateway.context;
    const waiting = await sql`
      select 1 from webhook_queue where merchant_id = ${brand.merchantId} and state in ('pending', 'waiting')`;
    return waiting.length === 0;
  }

  /** Orders as staff see them, without what changes by itself. */
  async function orders(): Promise<Body[]> {
    const { orders } = await shop.admin(
      'GET',
      'orders?limit=200&fields=id,status,payment_status,*payment_collections,*payment_collections.payments',
    );
    const amounts = (one: Body) => [
      one.amount,
      one.authorized_amount,
      one.captured_amount,
      one.refunded_amount,
    ];
    return orders
      .map((order: Body) => ({
        id: order.id,
        status: [order.status, order.payment_status],
        collections: order.payment_collections.map(amounts),
        payments: order.payment_collections
          .flatMap((one: Body) => one.payments.map(({ id }: Body) => id))
          .sort(),
      }))
      .sort((a: Body, b: Body) => a.id.localeCompare(b.id));
  }

  test('every event of the day again, the newest first, changes no order and tells staff nothing', async () => {
    await soon(isDelivered);
    const before = [await orders(), await shop.told()];
    const events: WebhookEvent[] = [];
    for await (const event of client.events.list({ limit: 100 })) events.push(event);
    assert.ok(events.length > 30, `${events.length} events`);
    for (const event of events.reverse()) await resend(event);
    assert.deepEqual([await orders(), await shop.told()], before);
  });

  test('the shop passes every chapter of the rehearsal', { timeout: LIMIT_MS }, async (t) => {
    const desk = createServer((_request, response) => {
      shop.restart().then(
        () => response.end(),
        (error) => response.writeHead(500).end(String(error)),
      );
    }).listen(0, '127.0.0.1');
    t.after(() => desk.close().closeAllConnections());
    await once(desk, 'listening');
    const address = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
    const restart = `fetch('${address}').then(({ ok }) => process.exit(ok ? 0 : 1))`;
    writeFileSync(join(shop.folder, 'restart.js'), restart);
    const line = shop.rehearsal.replace('http://localhost:9000', shop.url);
    // Answers take long where other tests run beside it.
    const whole = `${line} --within 14 --patience 20 --restart 'node restart.js'`;
    const output = await runLine(whole, shop.folder, shop.env, LIMIT_MS);
    assert.match(output, new RegExp(`all ${Object.keys(CHAPTERS).length} chapters passed`), output);
  });
}
