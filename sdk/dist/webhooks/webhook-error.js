import { TollgateError } from '../errors.js';
export class WebhookError extends TollgateError {
	name = 'WebhookError';
	fault;
	constructor(fault, message) {
		super(message);
		this.fault = fault;
	}
}
