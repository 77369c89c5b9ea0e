import { TollgateError } from '../errors.js';
export class WebhookError extends TollgateError {
	name = 'WebhookError';
	fault;
	constructor(fault, message, facts) {
		super(message, facts);
		this.fault = fault;
	}
}
