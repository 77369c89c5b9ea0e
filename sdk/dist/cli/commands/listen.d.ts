import type { StreamedEvent } from '../../tollgate.ts';
import { type Call, type Command } from '../command.ts';
import { type Delivery } from '../deliver.ts';
export declare const listen: Command;
export declare function show({ terminal }: Call, { eventId, event }: StreamedEvent, delivery: Delivery | null): void;
