export declare const isCardField: (name: string) => boolean;
/** Quotes and commas stay. */
export declare const hidden: (value: string) => string;
export declare function withoutCardData(text: string): string;
