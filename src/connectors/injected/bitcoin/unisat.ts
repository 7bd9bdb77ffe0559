import { bitcoinChainName } from '../../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import {
  accountList,
  accountRecord,
  base64FromHex,
  hexFromBase64,
  invalidAnswer,
  reportedNetwork,
} from './answers.ts'
import type { BitcoinDialect } from './dialect.ts'
import { member } from './member.ts'

type Listener = (payload: unknown) => void

/** The members of the wallet's interface that this code calls. See docs.unisat.io, "UniSat Wallet API". */
export interface UnisatProvider {
  requestAccounts(): Promise<unknown>
  getAccounts(): Promise<unknown>
  getPublicKey?(): Promise<unknown>
  getChain?(): Promise<unknown>
  switchChain?(chain: string): Promise<unknown>
  signMessage(message: string, type: 'ecdsa' | 'bip322-simple'): Promise<unknown>
  signPsbt(psbtHex: string, options: object): Promise<unknown>
  disconnect?(): Promise<unknown>
  on?(event: string, listener: Listener): unknown
  removeListener?(event: string, listener: Listener): unknown
}

const changes = ['accountsChanged', 'chainChanged', 'networkChanged']

/**
 * Returns the requests of UniSat and of wallets with its interface. These wallets show only the selected account, which holds
 * both payments and ordinals.
 */
export function unisatDialect(provider: UnisatProvider): BitcoinDialect {
  const accountsFrom = async (answer: unknown, method: string) => {
    if (!Array.isArray(answer)) throw invalidAnswer(method, 'a list of addresses')
    // The key of the selected account. The key may be undefined, because only taproot and wrapped segwit addresses need it to
    // spend.
    const key = answer.length > 0 ? await provider.getPublicKey?.().catch(() => undefined) : undefined
    const records = answer.map((each, at) => accountRecord(each, 'payment', at === 0 ? key : undefined))
    return accountList(records, method)
  }
  return {
    methods: ['signMessage', 'signPsbt', ...(provider.switchChain ? (['switchNetwork'] as const) : [])],
    connect: async () => accountsFrom(await provider.requestAccounts(), 'requestAccounts'),
    accounts: async () => accountsFrom(await provider.getAccounts(), 'getAccounts'),
    network: async () => reportedNetwork(member(await provider.getChain?.(), 'enum')),
    switchNetwork: async (network) => provider.switchChain?.(chainName(network)),
    signMessage: ({ message, scheme }) =>
      provider.signMessage(message, scheme === 'bip322' ? 'bip322-simple' : 'ecdsa'),
    async signPsbt({ psbtBase64, inputs }) {
      const toSignInputs = inputs.map(({ sighash, ...input }) => ({
        ...input,
        ...(sighash !== undefined && { sighashTypes: [sighash] }),
      }))
      const options = { autoFinalized: false, toSignInputs }
      return base64FromHex(await provider.signPsbt(hexFromBase64(psbtBase64), options))
    },
    ...(provider.disconnect && { disconnect: () => provider.disconnect?.() ?? Promise.resolve() }),
    listen(tell) {
      const changed = () => tell('changed')
      for (const event of changes) provider.on?.(event, changed)
      return () => {
        for (const event of changes) provider.removeListener?.(event, changed)
      }
    },
  }
}

function chainName(network: CaipNetworkId<'bip122'>): string {
  return `BITCOIN_${bitcoinChainName(network)?.toUpperCase()}`
}
