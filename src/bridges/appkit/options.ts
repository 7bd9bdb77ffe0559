import type { LatchkeyOptions } from 'latchkey'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import type { NetworkInput } from '../../core/chain/network.ts'
import type { AnyAdapterFactory } from '../../core/wallet/adapter.ts'
import { type AppKitThemeVariables, toLatchkeyVariables } from './theme-variables.ts'

/** A network of `latchkey/networks`, or a viem chain. */
export type AppKitNetwork = NetworkInput

/**
 * The options of `createAppKit` (S3.10.1). Options that AppKit and Latchkey share mean the same. Unsupported options throw. Options
 * that only Latchkey has, such as `endpoints`, are accepted.
 */
export interface AppKitOptions extends Omit<LatchkeyOptions, 'adapters' | 'disableAppend' | 'networks'> {
  /** At least one; the first is the default. */
  readonly networks: readonly NetworkInput[]
  /** `new EthersAdapter()` and the like, or an adapter of Latchkey such as `polkadot()`. */
  readonly adapters?: readonly AnyAdapterFactory[] | undefined
  /** AppKit's `--w3m-*` variables, or Latchkey's `--lk-*`. */
  readonly themeVariables?: AppKitThemeVariables | undefined
  /** Renders the modal in an `<appkit-modal>` instead of appending it to the page. */
  readonly disableAppend?: boolean | undefined
}

/**
 * Converts AppKit's options for `createLatchkey`. Adds WalletConnect unless disabled, as AppKit does.
 * @throws `config/not-built` for a theme variable that Latchkey does not have.
 */
export function latchkeyOptions(options: AppKitOptions): LatchkeyOptions {
  const { disableAppend: _, themeVariables, connectors = [], ...same } = options
  return {
    ...same,
    connectors: options.enableWalletConnect === false ? connectors : [walletConnect(), ...connectors],
    ...(themeVariables && { themeVariables: toLatchkeyVariables(themeVariables) }),
  }
}
