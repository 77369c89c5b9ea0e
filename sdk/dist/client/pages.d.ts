import type { CallOptions } from './settings.ts';
import type { Query, Transport } from './transport.ts';
export declare function pagesOf<T>(transport: Transport, path: string, query: Query, options: CallOptions): AsyncGenerator<T, void>;
