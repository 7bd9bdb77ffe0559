import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { BitcoinMessage, BitcoinMethod, BitcoinPsbt } from '../../../core/wallet/bitcoin-wallet.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import type { Unsubscribe } from '../../../ports.ts'

export type BitcoinAccounts = readonly AccountRecord<'bip122'>[]

/**
 * A simplified wallet event. Wallets report changes in many ways, so the connector reads the new state after each
 * event.
 */
export type BitcoinNews = 'changed' | 'locked' | 'closed'

/**
 * The requests of one wallet interface. Errors are passed on as thrown; an answer of the wrong form is `wallet/invalid-answer`.
 */
export interface BitcoinDialect {
  readonly methods: readonly BitcoinMethod[]
  /** Prompts the visitor. */
  connect(): Promise<BitcoinAccounts>
  /** Never prompts. Undefined if the wallet can't be asked without a prompt. */
  accounts(): Promise<BitcoinAccounts | undefined>
  network(): Promise<CaipNetworkId<'bip122'> | undefined>
  switchNetwork?(network: CaipNetworkId<'bip122'>): Promise<unknown>
  signMessage(message: BitcoinMessage): Promise<unknown>
  signPsbt(psbt: BitcoinPsbt): Promise<unknown>
  /** Revokes our permission in the wallet, if the wallet supports this. */
  disconnect?(): Promise<unknown>
  listen(tell: (news: BitcoinNews) => void): Unsubscribe
}
