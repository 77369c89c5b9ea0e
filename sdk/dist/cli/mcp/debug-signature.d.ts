/** webhook: the raw body. request: X-Signature of a call. session: of the session calls and of links. card…: a card pay-in. */
export declare const SIGNED: readonly ['webhook', 'request', 'session', 'card-request', 'card-answer'];
type Signed = (typeof SIGNED)[number];
export interface Question {
	signed: Signed;
	/** The raw text, as it was sent or came. */
	body: string;
	signature: string;
	/** What the caller's program signed, if it is known. */
	signedText?: string | undefined;
}
export interface Explanation {
	verdict: 'matches' | 'explained' | 'unexplained';
	/** Without secrets and card data; null: the body cannot be read. */
	stringToSign: string | null;
	mistakes: string[];
	/** Where signedText, else the body, begins to differ from stringToSign; null: they are the same. */
	difference: {
		at: number;
		expected: string;
		given: string;
	} | null;
}
export declare function debugSignature({ signed, body, signature, signedText }: Question, secret: string, inPlace: (text: string) => string): Explanation;
export {};
