import type { LatchkeyOptions } from 'latchkey'
import { walletConnect } from 'latchkey/connectors/walletconnect'
import type { NetworkInput } from '../../core/chain/network.ts'
import type { AnyAdapterFactory } from '../../core/wallet/adapter.ts'
import { type AppKitThemeVariables, toLatchkeyVariables } from './theme-variables.ts'

/** A network of `latchkey/networks`, or a viem chain. */
export type AppKitNetwork = NetworkInput

/**
 * The options of `createAppKit` (S3.10.1). Options that AppKit and Latchkey share have the same meaning. An option of AppKit that
 * Latchkey doesn't support causes an error of `createLatchkey`. You can also set options that only Latchkey has, such as
 * `endpoints`.
 */
export interface AppKitOptions extends Omit<LatchkeyOptions, 'adapters' | 'disableAppend' | 'networks'> {
  /** The app's networks, at least one. The first network is the default. */
  readonly networks: readonly NetworkInput[]
  /** The adapters: AppKit's, such as `new EthersAdapter()`, or Latchkey's, such as `polkadot()`. */
  readonly adapters?: readonly AnyAdapterFactory[] | undefined
  /** The theme variables: AppKit's `--w3m-*`, or Latchkey's `--lk-*`. */
  readonly themeVariables?: AppKitThemeVariables | undefined
  /** Whether to render the modal in an `<appkit-modal>` instead of appending it to the page. */
  readonly disableAppend?: boolean | undefined
}

/**
 * Converts AppKit's options to Latchkey's. Adds WalletConnect as AppKit does, unless it is disabled or the host passes its own
 * WalletConnect connector.
 * @throws `config/not-built` for a theme variable that Latchkey doesn't have.
 */
export function latchkeyOptions(options: AppKitOptions): LatchkeyOptions {
  const { disableAppend: _, themeVariables, connectors = [], ...same } = options
  return {
    ...same,
    // Of two connectors with the same id, the client uses the first. So the host's WalletConnect connector has to come first.
    connectors: options.enableWalletConnect === false ? connectors : [...connectors, walletConnect()],
    ...(themeVariables && { themeVariables: toLatchkeyVariables(themeVariables) }),
  }
}
