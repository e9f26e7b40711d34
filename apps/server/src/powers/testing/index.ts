export { startThrowAwayPostgres } from '../../launch/postgres.ts';
export { type AtPoint, CRASH_POINTS, type CrashPoint } from '../../runtime/points.ts';
export { systemPowers } from '../system.ts';
export { type Said, TEST_ACTIONS } from './actions.ts';
export { type MigratedDatabase, migratedDatabase } from './database.ts';
export { type Act, testWorld, type World, type WorldOptions } from './world.ts';
