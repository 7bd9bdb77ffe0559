import type { LatchkeyOptions } from 'latchkey'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import type { NetworkInput } from '../../core/chain/network.ts'
import type { AnyAdapterFactory } from '../../core/wallet/adapter.ts'
import { type AppKitThemeVariables, ourVariables } from './theme-variables.ts'

/** A network, as `latchkey/networks` has them; chains of viem are taken as they are. */
export type AppKitNetwork = NetworkInput

/**
 * What a host of AppKit passes to `createAppKit`; facts 10.1. Names that both know mean the same. What is not built is refused
 * by its name, and options that only Latchkey has, such as `endpoints`, are taken too.
 */
export interface AppKitOptions extends Omit<LatchkeyOptions, 'adapters' | 'disableAppend' | 'networks'> {
  /** At least one; the first is the default. */
  readonly networks: readonly NetworkInput[]
  /** `new EthersAdapter()` and its kin, or an adapter of Latchkey's such as `polkadot()`. */
  readonly adapters?: readonly AnyAdapterFactory[] | undefined
  /** AppKit's `--w3m-*`, or ours. */
  readonly themeVariables?: AppKitThemeVariables | undefined
  /** The modal is not put into the page: it is drawn where an `<appkit-modal>` stands. */
  readonly disableAppend?: boolean | undefined
}

/**
 * The options as `createLatchkey` has them. WalletConnect is there unless it is switched off, as in AppKit.
 * @throws `config/not-built` for a theme variable without a counterpart.
 */
export function latchkeyOptions(options: AppKitOptions): LatchkeyOptions {
  const { disableAppend: _, themeVariables, connectors = [], ...same } = options
  return {
    ...same,
    connectors: options.enableWalletConnect === false ? connectors : [walletConnect(), ...connectors],
    ...(themeVariables && { themeVariables: ourVariables(themeVariables) }),
  }
}
