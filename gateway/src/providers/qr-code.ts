// A QR code as a PNG in Base64 (contract 6), for every adapter. The squares come from `qrcode`. This file writes the
// picture itself, with one bit a pixel. Measured in one run, that takes an eighth of the time of the package's own (1.6
// to 21 ms on a busy machine) and a fifth of the bytes, which are stored with each pay-in.
import { crc32, deflateSync } from 'node:zlib';
import QRCode from 'qrcode';

/** Pixels for each module. The margin of four modules is the standard's. */
const SCALE = 6;
const MARGIN = 4;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function qrCodeResult(text: string): { base64QRCode: string; qrCodeString: string } {
  return { base64QRCode: qrCodePng(text).toString('base64'), qrCodeString: text };
}

export function qrCodePng(text: string): Buffer {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const side = (modules.size + 2 * MARGIN) * SCALE;
  // One byte before each row names its filter; 0 is none.
  const rowBytes = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(rowBytes * side, 0xff);
  for (let y = 0; y < side; y++) rows[y * rowBytes] = 0;
  for (let moduleY = 0; moduleY < modules.size; moduleY++) {
    const top = (moduleY + MARGIN) * SCALE * rowBytes;
    const row = rows.subarray(top, top + rowBytes);
    for (let x = 0; x < modules.size * SCALE; x++) {
      if (!modules.get(moduleY, Math.floor(x / SCALE))) continue;
      const pixel = x + MARGIN * SCALE;
      row[1 + (pixel >> 3)]! &= ~(0x80 >> (pixel & 7));
    }
    for (let copy = 1; copy < SCALE; copy++) rows.set(row, top + copy * rowBytes);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit of grey; the remaining three, compression, filter and interlace, are 0.
  header[8] = 1;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Length, name, content, checksum of name and content. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
