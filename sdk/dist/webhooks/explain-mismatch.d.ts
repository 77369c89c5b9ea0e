import { WebhookError } from './webhook-error.ts';
export interface Mismatch {
	body: Uint8Array<ArrayBuffer>;
	given: readonly string[];
	secrets: readonly string[];
	header: string;
	/** Stands before the body in the signed text. */
	prefix: Uint8Array<ArrayBuffer>;
}
export declare function explainMismatch({ body, given, secrets, header, prefix, }: Mismatch): Promise<WebhookError>;
