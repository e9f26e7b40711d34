import { memoryAdapter } from 'better-auth/adapters/memory';
import { memoryAdmissions } from './admissions.ts';
import { signInSuite } from './sign-in.conformance.ts';

signInSuite(async () => ({
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  admissions: memoryAdmissions(),
}));
