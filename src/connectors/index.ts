export { type BitcoinConnectorSettings, bitcoinConnector } from './external-bitcoin.ts'
export {
  type ExternalInjectedWeb3Options,
  injectedWeb3Connector,
} from './external-injected-web3.ts'
export { type ExternalKeplrOptions, keplrConnector } from './external-keplr.ts'
export { type StandardConnectorOptions, standardConnector } from './external-standard.ts'
