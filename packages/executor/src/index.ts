export { type BrokerAddress, type BrokerClient, brokerClient } from './broker-client.ts';
export type { Clock } from './egress/ports.ts';
export { createExecutor, type Executor, type ExecutorPowers } from './executor.ts';
export type { PerformContext, Performer, Performers } from './performer.ts';
