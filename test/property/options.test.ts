import { createLatchkey, isLatchkeyError, type LatchkeyOptions } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import { mainnet } from 'latchkey/networks'
import { memoryPlatform } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import { fc } from '../support/fast-check.ts'
import { asked } from '../support/seed.ts'

const numRuns = asked('OPTION_RUNS', 60)

/** Every option with a valid value. The type checker reports a missing option. */
const right: { readonly [K in keyof Required<LatchkeyOptions>]: LatchkeyOptions[K] } = {
  networks: [mainnet],
  meld: { publicKey: 'key', url: 'https://buy.example' },
  onRampProviders: [
    {
      name: 'own',
      label: 'Own',
      feeRange: '1%',
      supportedChains: ['solana'],
      link: async () => 'https://own.example',
    },
  ],
  adapters: [eip155()],
  connectors: [],
  defaultNetwork: mainnet,
  projectId: 'p',
  metadata: { name: 'n', icons: ['https://app.example/i.png'] },
  features: { email: false },
  remoteFeatures: {},
  defaultAccountTypes: { eip155: 'eoa' },
  customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example' }] },
  rpc: { timeout: 1000 },
  siwx: undefined,
  siweConfig: undefined,
  themeVariables: { '--lk-accent': '#fff' },
  themeMode: 'dark',
  currency: 'eur',
  language: 'es-MX',
  strings: { 'connect.title': 'Sign in' },
  allWallets: 'SHOW',
  coinbasePreference: undefined,
  includeWalletIds: ['a'],
  excludeWalletIds: ['b'],
  featuredWalletIds: ['c'],
  customWallets: [{ id: 'x', name: 'X', mobile_link: 'x://', chains: ['eip155:1'] }],
  tokens: { 'eip155:1': [{ address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }] },
  swapProvider: undefined,
  providers: undefined,
  names: { zone: 'names.example', suffixes: ['.names.example'] },
  chainImages: { '1': 'https://app.example/1.png' },
  connectorImages: { a: 'https://app.example/a.png' },
  tokenImages: { 'eip155:1': 'https://app.example/ether.png' },
  termsConditionsUrl: 'https://app.example/terms',
  privacyPolicyUrl: 'https://app.example/privacy',
  endpoints: { relay: 'wss://relay.example' },
  safeOrigins: ['https://safe.example'],
  universalProvider: undefined,
  universalProviderConfigOverride: { methods: { eip155: ['personal_sign'] } },
  platform: {},
  sdkType: 'shop',
  sdkVersion: '1.2.3',
  name: 'app',
  debug: true,
  enableWalletConnect: true,
  enableWalletGuide: undefined,
  enableWallets: true,
  enableEIP6963: true,
  enableInjected: true,
  enableCoinbase: undefined,
  enableNetworkSwitch: true,
  enableAuthLogger: undefined,
  showWallets: undefined,
  enableEmbedded: false,
  allowUnsupportedChain: false,
  manualWCControl: false,
  disableAppend: false,
  basic: false,
  experimental_preferUniversalLinks: false,
}
const names = Object.keys(right) as (keyof LatchkeyOptions)[]

const wrong = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    Number.NaN,
    1n,
    '',
    'javascript:alert(1)',
    true,
    [],
    [null],
    [[]],
    [{}],
    {},
    Symbol('s'),
    new Map(),
    () => undefined,
    { length: 1 },
    Object.create(null),
  ),
  fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true, maxDepth: 2 }),
)

/** Replaces one part of the value, at any depth. */
function spoilt(value: unknown, by: unknown, at: number): unknown {
  if (typeof value !== 'object' || value === null) return by
  const keys = Object.keys(value)
  const key = keys[at % (keys.length + 1)]
  if (key === undefined) return by
  const inner = spoilt((value as Record<string, unknown>)[key], by, Math.floor(at / (keys.length + 1)))
  return Array.isArray(value)
    ? value.map((each, index) => (String(index) === key ? inner : each))
    : { ...value, [key]: inner }
}

/** Expects that the options are refused with an error that names the option, or that the client works. */
async function refusedOrWorks(name: string, input: unknown): Promise<'refused' | 'works'> {
  let latchkey: ReturnType<typeof createLatchkey>
  try {
    latchkey = createLatchkey(input as LatchkeyOptions)
  } catch (error) {
    if (!isLatchkeyError(error)) throw error
    expect(error.code).toMatch(/^config\/(invalid-options|not-built|conflicting-options)$/)
    const { field = '', feature = '' } = error.values as { field?: string; feature?: string }
    // If `networks` lacks a network, the error can name the option that refers to this network.
    const named = name === 'networks' ? /networks|defaultNetwork/ : new RegExp(`\\b${name}\\b`)
    expect(field + feature).toMatch(named)
    return 'refused'
  }
  try {
    await latchkey.ready()
    await latchkey.open().catch((error) => expect(isLatchkeyError(error), String(error)).toBe(true))
    expect(latchkey.network.activeNetwork).toBeDefined()
    return 'works'
  } finally {
    await latchkey.dispose()
  }
}

describe('createLatchkey', () => {
  it.each(names)('names the option %s in the error if it refuses a value', async (name) => {
    const outcomes = { refused: 0, works: 0 }
    await fc.assert(
      fc.asyncProperty(wrong, fc.nat(1000), fc.boolean(), async (value, at, whole) => {
        const platform = memoryPlatform()
        const part = whole ? value : spoilt(right[name], value, at)
        const given = { ...right, platform, [name]: part }
        // Checks only the first level of a host's platform, because a platform is code and must be complete.
        if (name === 'platform')
          given.platform = (
            whole ? value : { ...platform, [['clock', 'storage', 'page', 'log', 'fetch'][at % 5]!]: value }
          ) as never
        if (name === 'platform' && isCode(given.platform)) return
        outcomes[await refusedOrWorks(name, given)]++
      }),
      { numRuns },
    )
    expect(outcomes.refused).toBeGreaterThan(0)
  })

  it('ignores an invalid connector, and keeps the valid connectors', async () => {
    await fc.assert(
      fc.asyncProperty(wrong, async (value) => {
        const platform = memoryPlatform()
        const { externalConnector } = await import('latchkey')
        const whole = externalConnector({ id: 'w', name: 'W', provider: { request: async () => null } })
        const latchkey = createLatchkey({
          networks: [mainnet],
          adapters: [eip155()],
          connectors: [() => value as never, whole],
          enableEIP6963: false,
          enableInjected: false,
          platform,
        })
        await latchkey.ready()
        expect(latchkey.connector.state.connectors.map(({ id }) => id)).toEqual(['w'])
        await latchkey.dispose()
      }),
      { numRuns },
    )
  })
})

/**
 * Returns whether each part of a platform has the right kind. Any object counts as a clock, a store, a page
 * or a log.
 */
function isCode(platform: unknown): boolean {
  if (typeof platform !== 'object' || platform === null || Array.isArray(platform)) return false
  return ['clock', 'storage', 'page', 'log', 'fetch'].every((name) => {
    const part = (platform as Record<string, unknown>)[name]
    if (part === undefined || name === 'fetch') return part === undefined || typeof part === 'function'
    return typeof part === 'object' && part !== null && !Array.isArray(part)
  })
}
