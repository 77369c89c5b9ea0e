export declare function firstOf(...signals: AbortSignal[]): AbortSignal;
