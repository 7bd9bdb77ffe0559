export {
  type LatchkeyConnectorOptions,
  latchkeyConnector,
  type WagmiConnectorFactory,
} from './wagmi-connector.ts'
