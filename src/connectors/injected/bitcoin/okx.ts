import { bitcoinNetwork } from '../../../core/chain/bip122.ts'
import { accountList, accountRecord, invalidAnswer } from './answers.ts'
import type { BitcoinDialect } from './dialect.ts'
import { member } from './member.ts'
import { type UnisatProvider, unisatDialect } from './unisat.ts'

/** OKX's Bitcoin provider, `window.okxwallet.bitcoin`. See web3.okx.com, "Provider API". */
export interface OkxProvider extends Omit<UnisatProvider, 'requestAccounts' | 'getAccounts'> {
  connect(): Promise<unknown>
  /** Reads the accounts. Undefined before version 2.77.1. */
  getAccounts?(): Promise<unknown>
}

/**
 * Returns the requests of OKX. They are like UniSat's, but OKX connects with `connect`, supports
 * only mainnet, and has partly different events.
 */
export function okxDialect(provider: OkxProvider): BitcoinDialect {
  const { signMessage, signPsbt, disconnect } = unisatDialect(provider as never)
  return {
    methods: ['signMessage', 'signPsbt'],
    async connect() {
      const answer = await provider.connect()
      const key = member(answer, 'compressedPublicKey') ?? member(answer, 'publicKey')
      return accountList([accountRecord(member(answer, 'address'), 'payment', key)], 'connect')
    },
    async accounts() {
      if (!provider.getAccounts) return undefined
      const answer = await provider.getAccounts()
      if (!Array.isArray(answer)) throw invalidAnswer('getAccounts', 'a list of addresses')
      const key = answer.length > 0 ? await provider.getPublicKey?.().catch(() => undefined) : undefined
      const records = answer.map((each, at) => accountRecord(each, 'payment', at === 0 ? key : undefined))
      return accountList(records, 'getAccounts')
    },
    network: async () => bitcoinNetwork('mainnet'),
    signMessage,
    signPsbt,
    ...(disconnect && { disconnect }),
    listen(tell) {
      // The account is `null` if the visitor locked the wallet or revoked the permission.
      const changed = (account: unknown) => tell(account === null ? 'locked' : 'changed')
      for (const event of ['accountChanged', 'accountsChanged']) provider.on?.(event, changed)
      return () => {
        for (const event of ['accountChanged', 'accountsChanged']) provider.removeListener?.(event, changed)
      }
    },
  }
}
