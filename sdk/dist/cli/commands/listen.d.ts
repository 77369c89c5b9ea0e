import type { StreamedEvent } from '../../tollgate.ts';
import { type Call, type Command } from '../command.ts';
import { type Delivery } from '../deliver.ts';
export declare const listen: Command;
export type Shown = Pick<StreamedEvent, 'eventId' | 'event'> & {
	isResend?: boolean;
};
export declare function show({ terminal }: Call, { eventId, event, isResend }: Shown, delivery: Delivery | null): void;
