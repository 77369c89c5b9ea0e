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
import { type WebhookEvent, webhooks } from '../../../sdk/src/tollgate.ts';
import { runLine } from '../stage/programs.ts';
import type { Body } from '../stage/vendure-shop.ts';
import { soon, type VendureStage } from './stage.ts';

export function playRehearsal({ shop, brand, client, tollgate }: VendureStage): void {
  async function isDelivered(): Promise<boolean> {
    const { sql } = tollgate.gateway.context;
    const waiting = await sql`
      select 1 from webhook_queue where merchant_id = ${brand.merchantId} and state in ('pending', 'waiting')`;
    return waiting.length === 0;
  }

  async function orders(): Promise<Body[]> {
    const fields =
      'id state totalWithTax payments { id state amount refunds { id state total } } history { totalItems }';
    const query = `{ orders(options: { take: 100, sort: { id: ASC } }) { items { ${fields} } } }`;
    return (await shop.admin(query)).orders.items;
  }

  test('every event of the day again, the newest first, changes no order', async () => {
    const events: WebhookEvent[] = [];
    for await (const event of client.events.list({ limit: 100 })) events.push(event);
    assert.ok(events.length > 30, `${events.length} events`);
    await soon(isDelivered);
    const before = await orders();
    for (const event of events.reverse()) {
      const { body, headers } = await webhooks.sign(event, brand.signingSecret);
      const answer = await fetch(shop.webhooks, {
        method: 'POST',
        body,
        headers: { ...headers, 'content-type': 'application/json' },
      });
      assert.ok(answer.ok, `${event.eventType}: ${answer.status} ${await answer.text()}`);
    }
    assert.deepEqual(await orders(), before);
  });

  test('the shop passes every chapter of the rehearsal', { timeout: 900_000 }, async (t) => {
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
    const line = shop.rehearsal.replace('http://localhost:3001', shop.url);
    // Answers take long where other tests run beside it.
    const whole = `${line} --within 14 --patience 20 --restart 'node restart.js'`;
    const output = await runLine(whole, shop.folder, shop.env);
    assert.match(output, new RegExp(`all ${Object.keys(CHAPTERS).length} chapters passed`), output);
  });
}
