import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { BitcoinMessage, BitcoinMethod, BitcoinPsbt } from '../../../core/wallet/bitcoin-wallet.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import type { Unsubscribe } from '../../../ports.ts'

export type BitcoinAccounts = readonly AccountRecord<'bip122'>[]

/** What a wallet can tell by itself. What exactly has changed it is asked, since wallets tell it in many ways. */
export type BitcoinNews = 'changed' | 'closed'

/**
 * What the wallets of one kind are asked, and how. Errors pass as they are thrown; answers that are not of the wallet's own form
 * are `wallet/invalid-answer`.
 */
export interface BitcoinDialect {
  readonly methods: readonly BitcoinMethod[]
  /** Asks the visitor. */
  connect(): Promise<BitcoinAccounts>
  /** Never prompts. Undefined when the wallet cannot be asked without. */
  accounts(): Promise<BitcoinAccounts | undefined>
  network(): Promise<CaipNetworkId<'bip122'> | undefined>
  switchNetwork?(network: CaipNetworkId<'bip122'>): Promise<unknown>
  signMessage(message: BitcoinMessage): Promise<unknown>
  signPsbt(psbt: BitcoinPsbt): Promise<unknown>
  /** Takes our permission back at the wallet, where it can be told. */
  disconnect?(): Promise<unknown>
  listen(tell: (news: BitcoinNews) => void): Unsubscribe
}
