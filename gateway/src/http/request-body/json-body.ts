// Parses a request body: UTF-8 JSON with an object at the top, nothing else. A parsed body is safe to walk, to sign
// with JSON.stringify and to spread. It must never change the parsed value: signatures are computed over exactly that
// (spec 5, rule 1).
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '../../domain/errors/refusal.ts';

/** Contract 3: 256 KB, where a KB is 1,024 bytes. */
export const BODY_LIMIT_BYTES = 256 * 1024;
/** Room for the fields of a merchant's form: the first post to the sandbox's mandate carries them. */
export const FORM_LIMIT_BYTES = 64 * 1024;
/** Our deepest schema has five levels; recursive readers such as JSON.stringify fail some thousands further down. */
const MAX_DEPTH = 32;

export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    let body: object;
    try {
      checkEncoding(request);
      body = parseBody(bytes);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, body);
  });
}

/** Returns the parsed object, or the Refusal that names the fault. */
export function parseBody(bytes: Buffer): object {
  if (bytes.length === 0) throw refusal('is empty; it must be a JSON object');
  if (!isUtf8(bytes)) throw refusal('must be UTF-8');
  const text = bytes.toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The engine's own message quotes the body, so the answer must not contain it.
    throw refusal('is not valid JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refusal('must be a JSON object');
  }
  // Walking every body would cost as much as parsing it, and almost no body needs it.
  if (mayNameAPrototype(text) || mayBeDeep(text)) inspect(body);
  return body;
}

/** Refuses requests without a body on routes that need one; for the onRoute hook, so that GETs cost nothing. */
export function requireObjectBody(route: RouteOptions): void {
  const { body, isBodyOptional } = (route.schema ?? {}) as { body?: unknown; isBodyOptional?: true };
  if (body === undefined || isBodyOptional) return;
  const others = route.preValidation ?? [];
  route.preValidation = [refuseMissingBody, ...(Array.isArray(others) ? others : [others])] as never;
}

function refuseMissingBody(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
  if (request.body !== undefined && request.body !== null) done();
  else if (
    request.headers['content-length'] === undefined &&
    request.headers['transfer-encoding'] === undefined
  ) {
    done(
      refusal('is missing: send a JSON object, with the header Content-Length or Transfer-Encoding: chunked'),
    );
  } else done(refusal('is empty; it must be a JSON object'));
}

function checkEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Refusal(415, 'Content-Encoding: send the body as it is, not compressed');
  }
  const type = request.headers['content-type'];
  if (type === undefined || type.length === 'application/json'.length) return;
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new Refusal(415, 'Content-Type: the only charset of JSON is utf-8');
  }
}

/** Both forbidden names contain "proto", unless an escape hides it. */
const mayNameAPrototype = (text: string): boolean => text.includes('proto') || text.includes('\\u');

/** A body with fewer opening brackets than allowed levels cannot be too deep. */
function mayBeDeep(text: string): boolean {
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++brackets > MAX_DEPTH) return true;
    }
  }
  return false;
}

/** Goes level by level and without recursion: 256 KB of brackets nest deeper than the stack. */
function inspect(body: object): void {
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw refusal(`is nested deeper than ${MAX_DEPTH} levels`);
    const next: object[] = [];
    for (const holder of level) {
      for (const key of Object.keys(holder)) {
        const value = (holder as Record<string, unknown>)[key];
        if (key === '__proto__') throw refusal('must not have a field named __proto__');
        if (typeof value !== 'object' || value === null) continue;
        if (key === 'constructor' && Object.hasOwn(value, 'prototype')) {
          throw refusal('must not have a field named constructor.prototype');
        }
        next.push(value);
      }
    }
    level = next;
  }
}

const refusal = (fault: string): Refusal => new Refusal(400, [`body: ${fault}`]);
