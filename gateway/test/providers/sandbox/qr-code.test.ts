// QR codes as a phone sees them: software other than the generator decodes the PNG, and the test reads the text by its
// scheme.
import assert from 'node:assert/strict';
import test from 'node:test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { qrCodePng } from '../../../src/providers/qr-code.ts';
import { CASES, shown } from './stage.ts';

/** The text in a picture, or null where a scanner finds none. */
function scan(png: Buffer): string | null {
  const { data, width, height } = PNG.sync.read(png, { checkCRC: true });
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

async function qrCodeOf(method: string): Promise<string> {
  const { base64QRCode, qrCodeString } = (await shown(CASES.find((one) => one.method === method)!))
    .result as {
    base64QRCode: string;
    qrCodeString: string;
  };
  assert.match(base64QRCode, /^[A-Za-z0-9+/]+={0,2}$/);
  return qrCodeString;
}

// proves 2.10 qrcode
test('every QR code decodes to its own text', async () => {
  const withCode = CASES.filter((one) => one.resultType === 'qrcode');
  const named = withCode.map(({ method, currency, data }) =>
    [method, currency, data.network].join(' ').trim(),
  );
  for (const one of [
    'upi-qr INR',
    'pix BRL',
    'crypto BTC bitcoin',
    'crypto USDT tron',
    'crypto USDT ethereum',
  ])
    assert.ok(named.includes(one), one);
  for (const one of withCode) {
    const { result } = await shown(one);
    assert.deepEqual(Object.keys(result!), ['base64QRCode', 'qrCodeString']);
    assert.equal(scan(Buffer.from(String(result!.base64QRCode), 'base64')), result!.qrCodeString);
  }
});

test('texts of every length decode: the smallest code, and sides that are not whole bytes', () => {
  for (const length of [1, 10, 25, 50, 100, 200, 300]) {
    const text = 'https://pay.example/'.padEnd(length, 'abcdefghij').slice(0, length);
    assert.equal(scan(qrCodePng(text)), text);
  }
  assert.equal(scan(qrCodePng('São Paulo, R$ 10')), 'São Paulo, R$ 10');
});

// proves 2.10 qrcode
test('a UPI code is a deep link with payee, amount and reference', async () => {
  const text = await qrCodeOf('upi-qr');
  assert.ok(text.startsWith('upi://pay?pa=tollgate@tgsandbox&'), text);
  const { searchParams } = new URL(text);
  assert.deepEqual([...searchParams.keys()], ['pa', 'pn', 'tr', 'am', 'cu']);
  assert.equal(searchParams.get('pn'), 'Tollgate Sandbox');
  assert.equal(searchParams.get('am'), '100.00');
  assert.equal(searchParams.get('cu'), 'INR');
  assert.match(searchParams.get('tr')!, /^TG[0-9A-Z]{10}$/);
  // Apps read %20, not the plus sign of forms.
  assert.ok(text.includes('pn=Tollgate%20Sandbox'));
});

// proves 2.10 qrcode
test('a PIX code is a BR Code with correct elements and checksum', async () => {
  const published =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  assert.equal(crc16(published.slice(0, -4)), '1D3D');

  const text = await qrCodeOf('pix');
  assert.equal(crc16(text.slice(0, -4)), text.slice(-4));
  const code = elements(text);
  assert.deepEqual([...code.keys()], ['00', '01', '26', '52', '53', '54', '58', '59', '60', '62', '63']);
  assert.equal(code.get('00'), '01');
  assert.equal(elements(code.get('26')!).get('00'), 'br.gov.bcb.pix');
  assert.match(elements(code.get('26')!).get('01')!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.deepEqual([code.get('53'), code.get('54'), code.get('58')], ['986', '100.00', 'BR']);
  assert.ok(code.get('59')!.length <= 25 && code.get('60')!.length <= 15);
  assert.match(elements(code.get('62')!).get('05')!, /^[A-Z0-9]{25}$/);
});

function elements(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let i = 0; i < text.length; ) {
    const length = Number(text.slice(i + 2, i + 4));
    found.set(text.slice(i, i + 2), text.slice(i + 4, i + 4 + length));
    i += 4 + length;
  }
  return found;
}

/** CRC-16/CCITT-FALSE by polynomial division of the bits, not byte by byte as in the source. */
function crc16(text: string): string {
  const bits = [...Buffer.from(text)].flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1),
  );
  let register = 0xffff;
  for (const bit of bits) {
    const out = (register >> 15) ^ bit;
    register = (register << 1) & 0xffff;
    if (out) register ^= 0x1021;
  }
  return register.toString(16).toUpperCase().padStart(4, '0');
}
