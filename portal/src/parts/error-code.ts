// The error codes that a screen handles in its own way. The gateway answers the words of all codes.

export const CODE = { cancelled: '3001', expired: '3002', outcomeUnknown: '9001' } as const;
