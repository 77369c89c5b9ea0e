// Made by `npm run openapi`; not to be edited.

export interface paths {
    "/portal/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who is signed in
         * @description The user, the merchant, its brands, and what the role may do.
         */
        get: operations["showSession"];
        put?: never;
        /**
         * Sign in
         * @description Ten wrong passwords in a row lock a user for fifteen minutes.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends this session in every process at once.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every HTTP error. */
        Error: {
            /** @description errorCode 5001: what is left to refund of the pay-in. */
            amountRefundable?: number;
            /** @description Why, in four digits. The guide lists all error codes. */
            errorCode?: string;
            /** @description The errorCode of a refused refund in words. */
            errorReason?: string;
            /** @description What is wrong. For a validation failure an array with every fault, each naming its field by a dotted path. */
            message: string | string[];
            /** @description Also in the X-Request-Id header. Name it when you ask for help. */
            requestId: string;
            /** @description The HTTP status once more. */
            statusCode: number;
            /** @description Test environment, 403 only: the first 2,000 characters of what the signature is checked over. */
            stringToSign?: string;
            /**
             * Format: uuid
             * @description The transaction to look at, such as the first under a duplicate reference.
             */
            transactionId?: string;
        };
        /** @description Who is signed in and what that person may do. */
        Session: {
            /** @description Brands of the merchant, by name. */
            brands: {
                /** @description false: it takes no new transactions. */
                active: boolean;
                /**
                 * Format: uuid
                 * @description The brand.
                 */
                id: string;
                /** @description Name. */
                name: string;
                /** @description IANA name; every time on a screen is of this zone. */
                timeZone: string;
            }[];
            /**
             * @description In test no money moves.
             * @enum {string}
             */
            environment: "test" | "production";
            /** @description Whose people the user belongs to. */
            merchant: {
                /**
                 * Format: uuid
                 * @description The merchant.
                 */
                id: string;
                /** @description Name. */
                name: string;
            };
            /** @description What the role may do. */
            permissions: string[];
            /** @description Who is signed in. */
            user: {
                /** @description E-mail address. */
                email: string;
                /**
                 * Format: uuid
                 * @description The user.
                 */
                id: string;
                /** @description Name, or the e-mail address where none was given. */
                name: string;
                /**
                 * @description What the user may be.
                 * @enum {string}
                 */
                role: "owner" | "developer" | "finance-maker" | "finance-approver" | "support" | "read-only";
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    showSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address, upper and lower case alike. */
                    email: string;
                    /** @description Password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the cookie is the session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tries; wait. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is wrong; each fault names its field. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Nobody is signed in, or the session has ended. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The role of the user may not do this, or the call does not come from the portal. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it belongs to another merchant. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away. Ask again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
