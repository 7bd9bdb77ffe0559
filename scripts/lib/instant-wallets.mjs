// Wallets without keys. They answer at once, so that a benchmark measures only our code.
import { externalConnector } from 'latchkey'
import {
  bitcoinConnector,
  injectedWeb3Connector,
  keplrConnector,
  standardConnector,
} from 'latchkey/connectors'

const id = 'instant'
const name = 'Instant'
const silent = { on() {}, removeListener() {} }

/** A connector per family with one account on one network. */
export const instantConnectors = {
  eip155: ({ address, network }) => {
    const answers = { eth_chainId: `0x${Number(network.id).toString(16)}` }
    const request = async ({ method }) => answers[method] ?? (/ccounts$/.test(method) ? [address] : null)
    return externalConnector({ id, name, provider: { ...silent, request } })
  },
  solana: ({ address, network }) => {
    const chains = [network.caipNetworkId]
    const features = {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: wallet.accounts }) },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      'solana:signTransaction': { version: '1.0.0', signTransaction: async () => [] },
    }
    const account = { address, publicKey: new Uint8Array(32), chains, features: ['solana:signTransaction'] }
    const icon = 'data:image/svg+xml;base64,'
    const wallet = { version: '1.0.0', name, icon, chains, features, accounts: [account] }
    return standardConnector({ id, name, wallet })
  },
  bip122: ({ address }) => {
    const accounts = async () => [address]
    const getChain = async () => ({ enum: 'BITCOIN_MAINNET' })
    const provider = { ...silent, requestAccounts: accounts, getAccounts: accounts, getChain }
    const signing = { signMessage: async () => '', signPsbt: async () => '' }
    return bitcoinConnector({ id, name, dialect: 'unisat', provider: { ...provider, ...signing } })
  },
  polkadot: ({ address }) => {
    const all = [{ address, genesisHash: null, name: 'Account', type: 'sr25519' }]
    const accounts = {
      get: async () => all,
      subscribe(hear) {
        hear(all)
        return () => {}
      },
    }
    const enable = async () => ({ name, version: '1', accounts, signer: { signRaw() {}, signPayload() {} } })
    return injectedWeb3Connector({ id, name, provider: { version: '1', enable } })
  },
  cosmos: ({ address }) => {
    const key = { name, algo: 'secp256k1', bech32Address: address, pubKey: new Uint8Array() }
    const provider = { enable: async () => {}, getKey: async () => key, signDirect() {}, signAmino() {} }
    return keplrConnector({ id, name, provider })
  },
}
