import type { Eip6963Info } from '../wallets/announce.ts'

/**
 * A wallet as plain data. From this data, `page-script.ts` creates the object that an extension would inject. `target` names
 * the object that answers the page's calls.
 */
export type WalletShape =
  | {
      readonly kind: 'eip6963'
      readonly target: string
      readonly info: Eip6963Info
      /** Whether the wallet also sets `window.ethereum`, as older wallets do. */
      readonly legacy?: boolean | undefined
    }
  | {
      readonly kind: 'standard'
      readonly target: string
      readonly name: string
      readonly icon: string
      readonly chains: readonly string[]
      /** The features by name, with their plain fields and the names of their methods. */
      readonly features: Readonly<Record<string, FeatureShape>>
    }
  /** An object on `window`, such as `unisat`, with methods and listeners. */
  | { readonly kind: 'object'; readonly target: string; readonly path: string; readonly methods: Methods }
  /** An object with `request` and `addListener`. If `listed` is set, `window.btc_providers` has an entry for it (WBIP004). */
  | {
      readonly kind: 'request'
      readonly target: string
      readonly path: string
      readonly listed?: { readonly name: string; readonly icon: string } | undefined
    }
  | {
      readonly kind: 'injectedWeb3'
      readonly target: string
      readonly key: string
      readonly version: string
    }
  | {
      readonly kind: 'keplr'
      readonly target: string
      readonly path: string
      readonly methods: Methods
      /** The name of the event on `window` that reports that another key was selected. */
      readonly event: string
    }

export interface FeatureShape {
  readonly fields: Readonly<Record<string, unknown>>
  readonly methods: Methods
}

type Methods = readonly string[]

/** How the page reaches the process that has the keys: through a function on `window`, or a URL on the page's own server. */
export type WalletBridge =
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'http'; readonly call: string; readonly events: string }
