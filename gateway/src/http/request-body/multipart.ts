// Parses a multipart/form-data body into text fields and one file (spec 2.11, 5 rule 3; contract 3). Only routes that
// take a form know it; all others take JSON alone. It must read the form to its end before any answer, and consume
// every part: unread streams have killed processes elsewhere.
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors/refusal.ts';
import { wrongType } from './accepted-types.ts';
import type { UploadGate } from './upload-gate.ts';

/** Spec 2.11: a file must be smaller than this. */
const FILE_LIMIT_BYTES = 2 * 1024 * 1024;
const TEXT_LIMIT_BYTES = 4 * 1024;
const MOST_TEXTS = 20;
const MOST_PARTS = 40;
/**
 * The gateway does not read a body at all if it announces more than this, and its sender may see a closed connection
 * instead of the answer. It reads a smaller body, such as a phone's photo, to its end, but keeps only the allowed part
 * of its file.
 */
const FORM_LIMIT_BYTES = 16 * FILE_LIMIT_BYTES;

interface Form {
  /** Text fields in submitted order, names that come twice included. */
  texts: [name: string, value: string][];
  file: Buffer | null;
  /** Drops the file and makes room for the next form. It also happens automatically when the answer ends. */
  letGo(): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null: the body was no form. Set only on routes behind `takeForms`. */
    form: Form | null;
  }
}

export interface FormRules {
  /** The only file that is allowed. */
  fileName: string;
  gate: UploadGate;
  /** The sender, for the gate. */
  sourceOf(request: FastifyRequest): string;
}

/** The text fields become the body; `form` has everything. */
export function takeForms(scope: FastifyInstance, { fileName, gate, sourceOf }: FormRules): void {
  scope.register(multipart, {
    // The reader cuts a file that is too large there, and reads on to its end.
    throwFileSizeLimit: false,
    limits: {
      files: 1,
      fields: MOST_TEXTS,
      parts: MOST_PARTS,
      fieldSize: TEXT_LIMIT_BYTES,
      fileSize: FILE_LIMIT_BYTES - 1,
    },
  });
  scope.decorateRequest('form', null);
  // Hooks of the scope run before those of its routes, and one route hook requires a body.
  scope.addHook('preValidation', async (request, reply) => {
    if (!request.isMultipart()) return;
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (length === undefined && coding === undefined) {
      throw new Refusal(400, [
        'body: is missing: send the form, with the header Content-Length or Transfer-Encoding: chunked',
      ]);
    }
    if (Number(length ?? 0) > FORM_LIMIT_BYTES) {
      // If the gateway does not read the body, no other request can follow on the connection.
      reply.header('connection', 'close');
      throw tooLarge(fileName);
    }
    const leave = await gate.enter(sourceOf(request), reply.raw);
    // Runs on every end: an answer or a broken connection.
    reply.raw.once('close', leave);
    request.form = await readForm(request, fileName, leave);
    request.body = Object.fromEntries(request.form.texts);
  });
  scope.addContentTypeParser('*', (request, _payload, done) => {
    done(new Refusal(415, wrongType(request)));
  });
}

async function readForm(request: FastifyRequest, fileName: string, leave: () => void): Promise<Form> {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Refusal(415, 'Content-Encoding: send the body as it is, not compressed');
  }
  const form: Form = {
    texts: [],
    file: null,
    letGo() {
      form.file = null;
      leave();
    },
  };
  const faults: string[] = [];
  let large: Refusal | undefined;
  try {
    for await (const part of request.parts()) {
      // The type says that a name is always there, but a part may have none.
      const name: string | undefined = part.fieldname;
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        // A browser sends this for a form without a chosen file.
        if (bytes.length === 0 && !part.filename) continue;
        if (part.file.truncated) large ??= tooLarge(fileName);
        if (name === fileName) form.file = bytes;
        else faults.push(`body: may contain only the file ${fileName}`);
        continue;
      }
      // For a JSON part the reader returns the parsed value, but the merchant sent and signed the text.
      const value = part.mimetype.startsWith('application/json') ? null : part.value;
      if (!name) faults.push('body: every part must have a name');
      else if (part.valueTruncated) large ??= new Refusal(413, `${shown(name)}: is larger than 4 KB`);
      else if (typeof value !== 'string') faults.push(`${shown(name)}: ${PLAIN_TEXT}`);
      else if (isBroken(name) || isBroken(value)) faults.push(`${shown(name)}: must be UTF-8`);
      else form.texts.push([name, value]);
    }
  } catch (error) {
    throw refusalOf((error as { code?: string }).code, fileName);
  }
  if (large) throw large;
  if (faults.length > 0) throw new Refusal(400, faults);
  return form;
}

const PLAIN_TEXT = 'must be plain text; leave the Content-Type of text parts out';

const shown = (name: string) => (name.length > 255 ? `${name.slice(0, 255)}…` : name);

/** The reader turns bytes that are not UTF-8 into this character, which nobody writes on purpose. */
const isBroken = (text: string) => text.includes('\ufffd');

const tooLarge = (fileName: string) => new Refusal(413, `${fileName}: must be smaller than 2 MB`);

/** Hides the reader's own messages: they speak of streams and parts. */
function refusalOf(code: string | undefined, fileName: string): Refusal {
  switch (code) {
    case 'FST_FILES_LIMIT':
      return new Refusal(400, [`body: may contain only one file, ${fileName}`]);
    case 'FST_FIELDS_LIMIT':
    case 'FST_PARTS_LIMIT':
      return new Refusal(400, [`body: may contain at most ${MOST_TEXTS} text fields`]);
    case 'FST_PROTO_VIOLATION':
      return new Refusal(400, [
        'body: must not have a field with a reserved name, such as __proto__ or constructor',
      ]);
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return new Refusal(400, [`body: text fields ${PLAIN_TEXT}`]);
    default:
      return new Refusal(400, ['body: is not valid multipart/form-data, or ended early']);
  }
}
