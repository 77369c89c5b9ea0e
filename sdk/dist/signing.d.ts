export type Bytes = Uint8Array<ArrayBuffer>;
export declare const bytesOf: (text: string) => Bytes;
export declare function sign(secret: string | Bytes, text: string | Bytes): Promise<string>;
/** In constant time over equal lengths. A text that is no signature does not match. */
export declare function matches(secret: string | Bytes, data: Bytes, given: string | null): Promise<boolean>;
/** null: it is no Base64. */
export declare function fromBase64(text: string): Bytes | null;
/** Of a card pay-in. Without a reference its segment is empty; the amount is as JavaScript writes it. */
export declare function cardRequestText(body: Record<string, unknown>): string;
/** Of the answer to a card pay-in. */
export declare function cardAnswerText(result: Record<string, unknown>): string;
/** Of a form: the JSON of its text fields in their order, every value a text. */
export declare function formText(fields: readonly (readonly [name: string, value: string])[]): string;
/** Sessions and links are signed with `null` for every empty text, nested ones too. */
export declare const withoutEmptyTexts: (body: unknown) => unknown;
