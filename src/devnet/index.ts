export { type DevCatalogue, type DevCatalogueOptions, startCatalogue } from './catalogue.ts'
export { type DevDataOptions, type DevDataService, startDataService } from './data.ts'
export { type DevAccount, devAccounts } from './dev-accounts.ts'
export { devZone } from './dev-zone.ts'
export {
  type DevExchange,
  type DevExchangeOptions,
  deployExchange,
} from './exchange/deploy-exchange.ts'
export type { DevnetNode, DevToken } from './family-devnet.ts'
export { type DevFarcasterRelay, startFarcasterRelay } from './farcaster-relay/start-farcaster-relay.ts'
export { type DevMailbox, startMailbox } from './mailbox/start-mailbox.ts'
export type {
  AskNode,
  FaultAnswer,
  FaultCall,
  FaultOutcome,
  FaultReply,
  FaultRequest,
  NodeFault,
} from './node-faults/node-fault.ts'
export { type NodeFaults, type NodeFaultsOptions, startNodeFaults } from './node-faults/start-node-faults.ts'
export { type DevOnRamp, type DevOnRampOptions, startOnRamp } from './onramp/start-on-ramp.ts'
export {
  type DevProjectConfig,
  type DevProjectConfigOptions,
  startProjectConfig,
} from './project-config.ts'
export {
  type DevProviders,
  type DevProvidersOptions,
  startProviders,
} from './providers/start-providers.ts'
export {
  type Envelope,
  type Relay,
  type RelayCounts,
  type RelayGate,
  type RelayGateMode,
  type RelayGateStep,
  type RelayOptions,
  type RelayScript,
  type RelayStep,
  relayGateModes,
  startRelay,
} from './relay.ts'
export { type ChromiumPage, type SleepOptions, sleepPage } from './sleep-page.ts'
export {
  type DevSmartAccounts,
  type RunningSmartAccounts,
  type SmartAccountsOptions,
  startSmartAccounts,
} from './smart-accounts.ts'
export { type DevSocialProvider, startSocialProvider } from './social-provider/start-social-provider.ts'
export { type Devnet, type DevnetOptions, startDevnet } from './start-devnet.ts'
export { type DevTelemetry, type DevTelemetryOptions, startTelemetry } from './telemetry.ts'
