import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { BitcoinMessage, BitcoinMethod, BitcoinPsbt } from '../../../core/wallet/bitcoin-wallet.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import type { Unsubscribe } from '../../../ports.ts'

export type BitcoinAccounts = readonly AccountRecord<'bip122'>[]

/** A kind of change in the wallet. Wallets report changes in many ways, so the connector reads the new state after `changed`. */
export type BitcoinNews = 'changed' | 'locked' | 'closed'

/**
 * The requests of one interface of Bitcoin wallets. They reject with the wallet's error. `connect` and `accounts` reject with
 * `wallet/invalid-answer` if the wallet's answer isn't a list of accounts.
 */
export interface BitcoinDialect {
  readonly methods: readonly BitcoinMethod[]
  /** Connects, and prompts the visitor. */
  connect(): Promise<BitcoinAccounts>
  /** Reads the accounts without a prompt. Resolves with undefined if the wallet can't do this without a prompt. */
  accounts(): Promise<BitcoinAccounts | undefined>
  network(): Promise<CaipNetworkId<'bip122'> | undefined>
  switchNetwork?(network: CaipNetworkId<'bip122'>): Promise<unknown>
  signMessage(message: BitcoinMessage): Promise<unknown>
  signPsbt(psbt: BitcoinPsbt): Promise<unknown>
  /** Revokes the page's permission in the wallet, if the wallet supports this. */
  disconnect?(): Promise<unknown>
  listen(tell: (news: BitcoinNews) => void): Unsubscribe
}
