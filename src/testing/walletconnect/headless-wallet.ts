import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { systemClock } from '../../platform/system-clock.ts'
import type {
  HeadlessWalletOptions as HonestOptions,
  HeadlessWallet as HonestWallet,
} from '../../wallets/walletconnect/headless.ts'
import { headlessWallet } from '../../wallets/walletconnect/headless-wallet.ts'
import { chainChanged } from '../../wallets/walletconnect/sessions.ts'
import { type WalletScript, walletScript } from '../wallets/script.ts'

export type HeadlessWalletOptions = Omit<HonestOptions, 'intercept'>

export interface HeadlessWallet extends HonestWallet {
  /**
   * What the wallet does with each request, by method. With the step `{ answer }` for `session_proposal`, the wallet sends
   * exactly this answer as its approval.
   */
  readonly script: WalletScript
}

/**
 * Creates a scripted wallet that answers WalletConnect pairings.
 *
 * @throws `config/peer-missing`
 */
export async function createHeadlessWallet(options: HeadlessWalletOptions): Promise<HeadlessWallet> {
  const { clock = systemClock, log } = options
  /** The session of the request that the script is answering. */
  let topic: string | undefined
  const script = walletScript({
    clock,
    moveTo(target) {
      if (topic === undefined) return
      const network = String(target) as CaipNetworkId
      wallet
        .emit(topic, chainChanged(network), network)
        .catch((error) => log?.warn?.('The page was not told of chainChanged', error))
    },
    loseConnection() {
      if (topic === undefined) return
      wallet.disconnect(topic).catch((error) => log?.debug?.('The session is gone', error))
    },
  })
  const wallet = await headlessWallet({
    ...options,
    intercept: ({ topic: of, method, params }, honest) => {
      topic = of
      return script.run({ method, params }, honest)
    },
  })
  return Object.assign(wallet, { script })
}
