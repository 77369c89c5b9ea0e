export type RawBody = string | Uint8Array | ArrayBuffer;
export type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>;
export declare function rawBytes(body: RawBody): Uint8Array<ArrayBuffer>;
export declare function headerOf(headers: HeaderSource, name: string): string | null;
