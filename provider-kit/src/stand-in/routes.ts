// The calls that a stand-in answers: `GET /v2/payments/{id}` and the package's own function for it. The templates are
// written as in OpenAPI, so a description finds the same operation.
import type { IncomingHttpHeaders } from 'node:http';

/** A request as the package's function gets it. */
export interface StandInRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** The path of the route, such as /v2/payments/{id}; null: no route fits. */
  template: string | null;
  /** The parts of the path that the template names, decoded. */
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  headers: IncomingHttpHeaders;
  /** The body as it came. */
  text: string;
  /** JSON or a form, by its content type; null: no body, or neither. */
  // biome-ignore lint/suspicious/noExplicitAny: the package knows what its provider is sent
  body: any;
}

export interface StandInAnswer {
  /** 200 if absent. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: Readonly<Record<string, unknown>>;
  text?: string;
}

export type Handler = (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>;

/** By method and path: `{'POST /v2/payments': takePayment}`. */
export type Routes = Readonly<Record<string, Handler>>;

interface Route {
  method: string;
  template: string;
  pattern: RegExp;
  handler: Handler;
}

export interface FoundRoute {
  template: string;
  params: Record<string, string>;
  handler: Handler;
}

export class RouteTable {
  readonly #routes: Route[] = [];

  constructor(routes: Routes) {
    for (const [name, handler] of Object.entries(routes)) {
      const [method, template, ...rest] = name.split(' ');
      if (!method || !template?.startsWith('/') || rest.length > 0)
        throw new Error(`"${name}" is no route. Write it as "POST /v2/payments/{id}"`);
      const pattern = new RegExp(
        `^${template
          .split(/\{([^}]+)\}/)
          .map((part, at) => (at % 2 === 0 ? RegExp.escape(part) : '([^/]+)'))
          .join('')}$`,
      );
      this.#routes.push({ method, template, pattern, handler });
    }
    // A fixed path comes before one with a name in its place: /payments/all before /payments/{id}.
    this.#routes.sort((a, b) => a.template.split('{').length - b.template.split('{').length);
  }

  find(method: string, path: string): FoundRoute | null {
    for (const { method: own, template, pattern, handler } of this.#routes) {
      const found = own === method ? pattern.exec(path) : null;
      if (!found) continue;
      const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
      const params = Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1]!)]));
      return { template, params, handler };
    }
    return null;
  }
}

/** A path that cannot be decoded stays as it came. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
