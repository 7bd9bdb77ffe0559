import type { Eip6963Info } from '../wallets/announce.ts'

/**
 * What a page is shown of a wallet: plain data, from which `page-script.ts` makes the object that an extension would put
 * there. `target` is whom the page's calls go to.
 */
export type WalletShape =
  | {
      readonly kind: 'eip6963'
      readonly target: string
      readonly info: Eip6963Info
      /** Also `window.ethereum`, as older wallets are found. */
      readonly legacy?: boolean | undefined
    }
  | {
      readonly kind: 'standard'
      readonly target: string
      readonly name: string
      readonly icon: string
      readonly chains: readonly string[]
      /** By feature: its plain fields, and the names of its methods. */
      readonly features: Readonly<Record<string, FeatureShape>>
    }
  /** Methods and listeners on an object of the window, such as `unisat`. */
  | { readonly kind: 'object'; readonly target: string; readonly path: string; readonly methods: Methods }
  /** One method, `request`; `listed` puts it on `window.btc_providers` (WBIP004). */
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
      /** Dispatched on the window when another key is selected. */
      readonly event: string
    }

export interface FeatureShape {
  readonly fields: Readonly<Record<string, unknown>>
  readonly methods: Methods
}

type Methods = readonly string[]

/** How the page reaches the process with the keys: a function of the window, or an address on its own server. */
export type WalletBridge =
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'http'; readonly call: string; readonly events: string }
