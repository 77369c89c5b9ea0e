// The error codes that a screen tells from the others. The gateway answers the words of all of them.

export const CODE = { cancelled: '3001', expired: '3002', outcomeUnknown: '9001' } as const;
