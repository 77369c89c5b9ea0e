import { type Call, type Command, type Option } from '../command.ts';
import type { Books } from '../rehearsal/books.ts';
export declare const BOOKS_OPTIONS: Record<string, Option>;
export declare function booksOf({ text }: Call): Books | undefined;
export declare const rehearse: Command;
