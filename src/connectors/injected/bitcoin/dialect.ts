import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { BitcoinMessage, BitcoinMethod, BitcoinPsbt } from '../../../core/wallet/bitcoin-wallet.ts'
import type { AccountRecord } from '../../../core/wallet/connection.ts'
import type { Unsubscribe } from '../../../ports.ts'

export type BitcoinAccounts = readonly AccountRecord<'bip122'>[]

/** What a wallet's events say. The wallet is then asked what exactly has changed, since wallets report it in many ways. */
export type BitcoinNews = 'changed' | 'closed'

/**
 * How the wallets of one interface are asked. Errors are passed on as they are thrown; an answer that does not have the form of
 * the interface is `wallet/invalid-answer`.
 */
export interface BitcoinDialect {
  readonly methods: readonly BitcoinMethod[]
  /** Asks the visitor. */
  connect(): Promise<BitcoinAccounts>
  /** Never prompts. Undefined when the wallet cannot be asked without a prompt. */
  accounts(): Promise<BitcoinAccounts | undefined>
  network(): Promise<CaipNetworkId<'bip122'> | undefined>
  switchNetwork?(network: CaipNetworkId<'bip122'>): Promise<unknown>
  signMessage(message: BitcoinMessage): Promise<unknown>
  signPsbt(psbt: BitcoinPsbt): Promise<unknown>
  /** Takes our permission back at the wallet, where it can be told. */
  disconnect?(): Promise<unknown>
  listen(tell: (news: BitcoinNews) => void): Unsubscribe
}
