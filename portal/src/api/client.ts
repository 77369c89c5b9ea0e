// The calls to /portal/api: `get`, `post`, `put`, `patch`, `del`, typed by schema.d.ts, which `npm run typecheck`
// writes from the gateway's own document. The page must reach the gateway only through here. Any answer but a success
// is an `ApiError`. A 401 also tells the session that the user is signed out. A call that needs a confirmation of
// identity is repeated after the user gave it.
import { isBackground, noteUse } from './activity.ts';
import { CARD_NUMBER_ADVICE, cardNumberEnd } from './card-number.ts';
import { askConfirmation } from './confirmation.ts';
import type { paths } from './schema.d.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The addresses that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never;
type PathParams<O> = O extends { parameters: { path: infer T } } ? T : undefined;
type Query<O> = O extends { parameters: { query?: infer T } } ? T : undefined;
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer T } } } ? T : undefined;

/** The answer of a call that succeeds; undefined for 204. */
export type Answer<P extends keyof paths, M extends Method = 'get'> =
  Operation<P, M> extends { responses: infer R }
    ? {
        [S in keyof R]: S extends 200 | 201 | 202
          ? R[S] extends { content: infer C }
            ? C[keyof C]
            : undefined
          : never;
      }[keyof R]
    : never;

/** The input of a call: `params` for the {names} in its address, `query`, `body`. */
export type Given<P extends keyof paths, M extends Method> = {
  signal?: AbortSignal;
  /** Further headers, such as an Idempotency-Key. */
  headers?: Record<string, string>;
} & (PathParams<Operation<P, M>> extends object
  ? { params: PathParams<Operation<P, M>> }
  : { params?: undefined }) & { query?: Query<Operation<P, M>> } & { body?: Body<Operation<P, M>> };

/** The input may be left out if the address has no names. */
type Rest<P extends keyof paths, M extends Method> =
  PathParams<Operation<P, M>> extends object ? [given: Given<P, M>] : [given?: Given<P, M>];

export class ApiError extends Error {
  override name = 'ApiError';
  /** 0 if no answer came. */
  readonly status: number;
  readonly errorCode: string | null;
  readonly requestId: string | null;
  /** The whole answer of the gateway. */
  readonly answer: Record<string, unknown>;

  constructor(status: number, message: string, answer: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.answer = answer;
    this.errorCode = typeof answer.errorCode === 'string' ? answer.errorCode : null;
    this.requestId = typeof answer.requestId === 'string' ? answer.requestId : null;
  }
}

/** The path of PUBLIC_URL; '' at the root of its host. */
export const BASE = document.documentElement.dataset.base ?? '';

const listeners: (() => void)[] = [];
/**
 * `then` runs whenever the gateway says that the user is signed out. Only the last `then` that was set runs. Returns a
 * function that removes it.
 */
export function onSignedOut(then: () => void): () => void {
  listeners.push(then);
  return () => {
    listeners.splice(listeners.indexOf(then), 1);
  };
}

export const get = <P extends PathOf<'get'>>(path: P, ...[given]: Rest<P, 'get'>) =>
  call('get', path, given) as Promise<Answer<P, 'get'>>;
export const post = <P extends PathOf<'post'>>(path: P, ...[given]: Rest<P, 'post'>) =>
  call('post', path, given) as Promise<Answer<P, 'post'>>;
export const put = <P extends PathOf<'put'>>(path: P, ...[given]: Rest<P, 'put'>) =>
  call('put', path, given) as Promise<Answer<P, 'put'>>;
export const patch = <P extends PathOf<'patch'>>(path: P, ...[given]: Rest<P, 'patch'>) =>
  call('patch', path, given) as Promise<Answer<P, 'patch'>>;
export const del = <P extends PathOf<'delete'>>(path: P, ...[given]: Rest<P, 'delete'>) =>
  call('delete', path, given) as Promise<Answer<P, 'delete'>>;

/** Sends a form with files, for calls that take one. */
export const postForm = <P extends PathOf<'post'>>(
  path: P,
  given: Omit<Given<P, 'post'>, 'body'>,
  form: FormData,
) => call('post', path, { ...(given as AnyGiven), body: form }) as Promise<Answer<P, 'post'>>;

/** Sends a file as it is, for calls that take one. */
export const postFile = <P extends PathOf<'post'>>(
  path: P,
  given: Omit<Given<P, 'post'>, 'body'>,
  file: Blob,
  type: string,
) =>
  call('post', path, { ...(given as AnyGiven), body: file, headers: { 'content-type': type } }) as Promise<
    Answer<P, 'post'>
  >;

/** Opens a download that the caller reads as it arrives. */
export async function openFile(address: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(address, { signal });
  return response.ok ? response : refuse(response, 'get', address);
}

interface AnyGiven {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The address of a call, for a link or a download. */
export function addressOf(path: string, { params, query }: AnyGiven = {}): string {
  const names = (params ?? {}) as Record<string, string | number>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null || one === '') continue;
      if (cardNumberEnd(String(one)) !== null) throw new ApiError(400, CARD_NUMBER_ADVICE);
      search.append(name, String(one));
    }
  }
  return `${BASE}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** Makes a call whose answer is lines of JSON over time. `each` gets every line as it arrives. */
export async function postLines<P extends PathOf<'post'>>(
  path: P,
  given: Given<P, 'post'>,
  each: (line: Answer<P, 'post'>) => void,
): Promise<void> {
  const response = await send('post', path, given);
  if (!response.ok) await refuse(response, 'post', path);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) each(JSON.parse(line) as Answer<P, 'post'>);
    if (done) return;
  }
}

async function call(method: Method, path: string, given: AnyGiven = {}): Promise<unknown> {
  try {
    return await callOnce(method, path, given);
  } catch (error) {
    if (!(error instanceof ApiError) || error.answer.confirmationNeeded !== true) throw error;
    if (await askConfirmation()) return callOnce(method, path, given);
    const message = 'Nothing was changed, because you did not confirm your identity.';
    throw new ApiError(error.status, message, error.answer);
  }
}

async function callOnce(method: Method, path: string, given: AnyGiven): Promise<unknown> {
  const response = await send(method, path, given);
  if (response.status === 204) return undefined;
  if (response.ok) return parsed(await response.text());
  return refuse(response, method, path);
}

async function send(method: Method, path: string, given: AnyGiven): Promise<Response> {
  const { body, signal, headers } = given;
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);
  const byItself = isBackground();
  let response: Response;
  try {
    response = await fetch(addressOf(path, given), {
      method: method.toUpperCase(),
      headers: {
        accept: 'application/json',
        ...(isJson && { 'content-type': 'application/json' }),
        ...(byItself && { 'x-background': '1' }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = navigator.onLine
      ? 'The gateway cannot be reached. Check the connection and try again.'
      : 'You are offline. Try again when your device has a connection.';
    throw new ApiError(0, message);
  }
  if (response.ok && !byItself) noteUse();
  return response;
}

async function refuse(response: Response, method: Method, path: string): Promise<never> {
  const isSigningIn = path === '/portal/api/session' && method === 'post';
  if (response.status === 401 && !isSigningIn) listeners.at(-1)?.();
  const said = (parsed(await response.text()) ?? {}) as Record<string, unknown>;
  throw new ApiError(
    response.status,
    sentenceOf(said.message) ?? `The gateway answered ${response.status}.`,
    said,
  );
}

/** A failed validation names every fault. */
function sentenceOf(message: unknown): string | null {
  if (Array.isArray(message)) return message.join('. ');
  return typeof message === 'string' ? message : null;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
