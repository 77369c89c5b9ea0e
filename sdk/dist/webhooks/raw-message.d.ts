export type RawBody = string | Uint8Array | ArrayBuffer;
export type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>;
