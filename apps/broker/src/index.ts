export {
  type BrokerLog,
  type BrokerOptions,
  type BrokerPowers,
  type RunningBroker,
  startBroker,
} from './broker.ts';
export type { BrokerStore } from './store/port.ts';
