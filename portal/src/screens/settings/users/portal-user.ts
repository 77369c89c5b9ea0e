// A user of the portal as the API answers them.
import type { Answer } from '../../../api/client.ts';

export type PortalUser = Answer<'/portal/api/users'>['items'][number];
export type Role = PortalUser['role'];
