import { createLatchkey, type Latchkey, type LatchkeyOptions } from 'latchkey'
import { bip122 } from 'latchkey/adapters/bip122'
import { cosmos } from 'latchkey/adapters/cosmos'
import { eip155 } from 'latchkey/adapters/eip155'
import { polkadot } from 'latchkey/adapters/polkadot'
import { solana } from 'latchkey/adapters/solana'
import { bitcoin, cosmosHub, mainnet, polkadotRelay, solanaMainnet } from 'latchkey/networks'
import { type ManualClock, type MemoryPlatform, manualClock, memoryPlatform } from 'latchkey/testing'
import type { AdapterFactory } from '../../src/core/wallet/adapter.ts'
import type { KeyValueStore } from '../../src/ports.ts'
import { cosmosKeys } from '../../src/wallets/cosmos/keys.ts'
import { type DayFamily, type DayMode, type DayState, dayWallet } from './day-wallets.ts'

/** The key pairs of the two cosmos accounts. */
const cosmosKeyPairs = await cosmosKeys(['1'.repeat(64), '2'.repeat(64)])

/** Two accounts of each family. */
export const dayAccounts: Readonly<Record<DayFamily, readonly [string, string]>> = {
  eip155: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  solana: ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  polkadot: [
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
  ],
  bip122: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  cosmos: cosmosKeyPairs.map(({ addressOn }) => addressOn({ bech32Prefix: 'cosmos' })) as [string, string],
}

const dayPublicKeys: DayState['publicKeys'] = Object.fromEntries(
  cosmosKeyPairs.map(({ publicKey, addressOn }) => [addressOn({ bech32Prefix: 'cosmos' }), [...publicKey]]),
)

/** Returns the state of an extension that no page has asked yet. */
export const newExtension = (family: DayFamily): DayState => ({
  allowed: false,
  accounts: [...dayAccounts[family]],
  chainId: '0x1',
  approved: [],
  publicKeys: dayPublicKeys,
  prompts: [],
})

const dayNetworks = {
  eip155: mainnet,
  solana: solanaMainnet,
  polkadot: polkadotRelay,
  bip122: bitcoin,
  cosmos: cosmosHub,
} as const
const dayAdapters = { eip155, solana, polkadot, bip122, cosmos } as const

export interface DayTab {
  readonly latchkey: Latchkey
  readonly platform: MemoryPlatform
  /** How the extension behaves. */
  mode: DayMode
  /** Whether the adapter's code can't be downloaded. */
  failing: boolean
  /** Sends the extension's current state to the tab. */
  tell(): void
  /** Injects the extension into a tab that began without the extension. */
  appear(): void
  close(): Promise<void>
}

export interface DayTabOptions {
  readonly mode?: DayMode
  /** Whether the adapter's code can't be downloaded. */
  readonly failing?: boolean
  readonly options?: Partial<LatchkeyOptions>
}

/**
 * Creates a browser with one wallet extension, on a manual clock. The browser's tabs share the storage and the
 * extension's state.
 */
export function dayBrowser(family: DayFamily, clock: ManualClock = manualClock()) {
  const values = new Map<string, string>()
  const tabs = new Map<KeyValueStore, Set<(key: string | null) => void>>()
  const state = newExtension(family)

  function storage(): KeyValueStore {
    const listeners = new Set<(key: string | null) => void>()
    const write = (key: string, value: string | undefined) => {
      if (values.get(key) === value) return
      if (value === undefined) values.delete(key)
      else values.set(key, value)
      for (const [other, heard] of tabs)
        if (other !== store) for (const listener of heard) queueMicrotask(() => listener(key))
    }
    const store: KeyValueStore = {
      get: (key) => values.get(key) ?? null,
      set: write,
      remove: (key) => write(key, undefined),
      keys: () => [...values.keys()],
      onExternalChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    }
    tabs.set(store, listeners)
    return store
  }

  function open({ mode = 'ready', failing = false, options }: DayTabOptions = {}): DayTab {
    const store = storage()
    const platform = { ...memoryPlatform({ clock }), storage: store } as unknown as MemoryPlatform
    const whole = dayAdapters[family]() as AdapterFactory
    const adapter: AdapterFactory = {
      ...whole,
      create: async (context) => {
        if (tab.failing) throw new TypeError('Failed to fetch dynamically imported module')
        return whole.create(context) as never
      },
    }
    let injected: { tell(): void } | undefined
    const view = new Proxy<Record<string, unknown>>(
      {},
      {
        get: (_, name) => platform.page.global(String(name)),
        set: (_, name, value) => {
          platform.page.setGlobal(String(name), value)
          return true
        },
      },
    )
    const tab: DayTab = {
      platform,
      latchkey: undefined as never,
      mode,
      failing,
      tell: () => injected?.tell(),
      appear() {
        const { listen, dispatch } = platform.page
        injected ??= dayWallet(
          family,
          {
            view,
            listen: (event, listener) => listen(event, listener as never),
            dispatch: (event, detail) => dispatch(event, detail),
            after: (ms, run) => clock.after(ms, run),
          },
          state,
          () => tab.mode,
        )
      },
      async close() {
        await tab.latchkey.dispose()
        tabs.delete(store)
      },
    }
    if (mode !== 'absent') tab.appear()
    const latchkey = createLatchkey({
      networks: [dayNetworks[family]],
      adapters: [adapter] as never,
      platform,
      ...options,
    }) as Latchkey
    return Object.assign(tab, { latchkey })
  }

  return {
    clock,
    state,
    values,
    open,
    /** Returns the stored connector id, which the next visit will read. */
    stored(): string | undefined {
      const text = values.get(`@latchkey/connection.${family}`)
      return text ? JSON.parse(text).data.connectorId : undefined
    },
  }
}
