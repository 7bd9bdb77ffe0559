import { describe, expect, it } from 'vitest'
import type { ChainNetwork } from '../../../../src/core/chain/network.ts'
import { resolveOptions } from '../../../../src/core/options/checked-options.ts'
import { type LatchkeyOptions, rpcUrlsOf } from '../../../../src/core/options/options.ts'

function network(id: number): ChainNetwork {
  return {
    id,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://rpc.example/${id}`] } },
  }
}
const adapter = (namespace: string) => ({
  namespace,
  capabilities: new Set(),
  create: async () => {
    throw new Error('not in this test')
  },
})
const one = { networks: [network(1)] }
/** Expects an error for options that a host without TypeScript could pass. */
const refused = (options: unknown) => expect(() => resolveOptions(options as LatchkeyOptions))

describe('options that the host omits', () => {
  it('have the defaults of the specification', () => {
    const { features, defaultAccountTypes, ...options } = resolveOptions(one)
    expect(options).toEqual({
      ...one,
      adapters: [],
      connectors: [],
      defaultNetwork: network(1),
      name: 'app',
      debug: true,
      enableWalletConnect: true,
      enableWallets: true,
      enableEIP6963: true,
      enableInjected: true,
      enableNetworkSwitch: true,
      enableEmbedded: false,
      allowUnsupportedChain: false,
      manualWCControl: false,
      basic: false,
      experimental_preferUniversalLinks: false,
      themeMode: 'dark',
      currency: 'usd',
      themeVariables: {},
      allWallets: 'SHOW',
      excludeWalletIds: [],
      chainImages: {},
      connectorImages: {},
      customRpcUrls: {},
      metadata: {},
      endpoints: {},
      localFeatures: {},
      remoteFeatures: {},
      rpc: { timeout: 10_000, retries: 3, rank: false },
    })
    expect(features).toEqual({
      ...{ allWallets: true, legalCheckbox: false, send: true, receive: true, swaps: true, onramp: true },
      ...{ email: true, socials: false, emailShowWallets: true, collapseWallets: false },
      ...{ activity: true, analytics: true },
      smartSessions: false,
    })
    expect(defaultAccountTypes).toEqual({
      eip155: 'smartAccount',
      solana: 'eoa',
      polkadot: 'eoa',
      bip122: 'payment',
      cosmos: 'eoa',
    })
  })

  it('keep their defaults when they are set to undefined', () => {
    expect(
      resolveOptions({
        ...one,
        debug: undefined,
        name: undefined,
        rpc: { timeout: 5, retries: undefined },
        defaultAccountTypes: { eip155: undefined, bip122: 'ordinal' },
      }),
    ).toMatchObject({
      debug: true,
      name: 'app',
      rpc: { timeout: 5, retries: 3, rank: false },
      defaultAccountTypes: { eip155: 'smartAccount', bip122: 'ordinal' },
    })
  })

  it("are filled in on a frozen copy, and the host's object stays unchanged", () => {
    const input = { ...one, features: { allWallets: false } }
    const before = structuredClone(input)
    const options = resolveOptions(input)
    expect(Object.isFrozen(options)).toBe(true)
    expect(input).toEqual(before)
  })
})

describe('options that the host sets', () => {
  it('are all kept', () => {
    const input = {
      networks: [network(1), network(10)],
      adapters: [adapter('eip155'), adapter('solana')],
      connectors: [() => ({})],
      defaultNetwork: 'eip155:10',
      name: 'shop.2',
      projectId: 'abc',
      metadata: {
        name: 'Shop',
        description: 'd',
        url: 'https://shop.example',
        icons: ['https://shop.example/i'],
      },
      themeMode: 'light',
      themeVariables: { '--lk-accent': 'red', '--lk-z-index': 5 },
      features: { allWallets: false, legalCheckbox: true, connectorTypeOrder: ['recent'] },
      chainImages: { 1: 'https://img.example/1' },
      tokenImages: { 'eip155:1': 'https://img.example/ether' },
      tokens: {
        'eip155:1': [{ address: '0x1', image: 'https://img.example/t' }],
        'solana:x': { address: 'a' },
      },
      names: { zone: 'shop.example', suffixes: ['.shop.example'] },
      sdkType: 'shop',
      sdkVersion: '1.0.0',
      connectorImages: { injected: 'data:image/svg+xml,x' },
      customRpcUrls: { 'eip155:1': [{ url: 'https://own.example' }] },
      universalProvider: {},
      universalProviderConfigOverride: {
        methods: { eip155: ['eth_call'] },
        chains: {},
        events: {},
        rpcMap: { 'eip155:1': 'https://x' },
        defaultChain: 'eip155:1',
      },
      allWallets: 'ONLY_MOBILE',
      includeWalletIds: ['a'],
      excludeWalletIds: ['b'],
      featuredWalletIds: ['c'],
      customWallets: [{ id: 'w', name: 'Wallet', mobile_link: 'wallet://', anything: 1 }],
      termsConditionsUrl: 'https://shop.example/terms',
      privacyPolicyUrl: 'https://shop.example/privacy',
      enableWallets: false,
      enableEIP6963: false,
      enableInjected: false,
      enableWalletConnect: false,
      experimental_preferUniversalLinks: true,
      debug: false,
      enableEmbedded: true,
      allowUnsupportedChain: true,
      enableNetworkSwitch: false,
      defaultAccountTypes: { eip155: 'eoa' },
      manualWCControl: true,
      basic: true,
      endpoints: {
        relay: 'wss://r.example',
        verify: 'https://v.example',
        data: 'https://d.example',
      },
      platform: {},
      rpc: { timeout: 1, retries: 0, rank: true, hedge: false },
    }
    const options = resolveOptions(input as unknown as LatchkeyOptions)
    expect(options).toMatchObject({ ...input, defaultNetwork: network(10) })
  })

  it('may contain the default network as an object', () => {
    const networks = [network(1), network(2)]
    expect(resolveOptions({ networks, defaultNetwork: network(2) }).defaultNetwork).toBe(networks[1])
  })
})

const seller = {
  ...{ name: 'own', label: 'Own', feeRange: '1%', supportedChains: ['solana'] },
  link: async () => 'https://own.example',
}

describe('invalid options', () => {
  it.each([
    [undefined, 'options: must be an object'],
    [[], 'options: must be an object'],
    [{}, 'networks: is missing'],
    [{ networks: [] }, 'networks: must name at least one network'],
    [{ networks: network(1) }, 'networks: must be an array'],
    [{ networks: [{ ...network(1), id: 2 }] }, 'networks[0].caipNetworkId: must be eip155:2'],
    [{ networks: [network(1), network(2), network(1)] }, 'networks[2]: repeats eip155:1'],
    [{ ...one, defaultNetwork: 'eip155:2' }, 'defaultNetwork: must be one of networks'],
    [{ ...one, defaultNetwork: network(2) }, 'defaultNetwork: must be one of networks'],
    [{ ...one, defaultNetwork: 'mainnet' }, 'defaultNetwork: must be a CAIP-2 id'],
    [{ ...one, defaultNetwork: { id: 1 } }, 'defaultNetwork.name: is missing'],
    [{ ...one, adapters: [adapter('eip155'), adapter('eip155')] }, 'adapters[1]: repeats eip155'],
    [{ ...one, adapters: [adapter('near')] }, 'adapters[0]: must be an adapter'],
    [{ ...one, adapters: [() => adapter('eip155')] }, 'adapters[0]: must be an adapter'],
    [{ ...one, connectors: [{}] }, 'connectors[0]: must be a function'],
    [{ ...one, name: '../evil' }, 'name: must be 1 to 64 letters'],
    [{ ...one, name: '' }, 'name: must be 1 to 64 letters'],
    [{ ...one, projectId: 5 }, 'projectId: must be a non-empty string'],
    [{ ...one, debug: 'yes' }, 'debug: must be a boolean'],
    [{ ...one, currency: 'Euro' }, 'currency: must be an ISO 4217 code in lower case, such as eur'],
    [{ ...one, currency: 'EUR' }, 'currency: must be an ISO 4217 code in lower case, such as eur'],
    [{ ...one, themeMode: 'blue' }, 'themeMode: must be "dark" or "light" or "system"'],
    [{ ...one, themeVariables: { a: true } }, 'themeVariables["a"]: must be a string or a number'],
    [{ ...one, allWallets: true }, 'allWallets: must be "SHOW" or "HIDE" or "ONLY_MOBILE"'],
    [{ ...one, excludeWalletIds: ['a', 1] }, 'excludeWalletIds[1]: must be a non-empty string'],
    [{ ...one, tokens: { 'eip155:1': {} } }, 'tokens["eip155:1"].address: is missing'],
    [
      { ...one, tokens: { 'eip155:1': [{ address: 1 }] } },
      'tokens["eip155:1"][0].address: must be a non-empty string',
    ],
    [
      { ...one, tokens: { 'cosmos:x': { address: 'a' } } },
      'tokens["cosmos:x"]: must be the CAIP-2 id of a network of eip155 or solana',
    ],
    [{ ...one, names: { zones: 'x' } }, 'names.zones: is unknown; did you mean zone?'],
    [{ ...one, names: { suffixes: '.x' } }, 'names.suffixes: must be an array'],
    [
      { ...one, endpoints: { data: 'ftp://x' } },
      'endpoints.data: must be an absolute URL with http: or https:, without a user name',
    ],
    [{ ...one, customWallets: [{ id: 'a' }] }, 'customWallets[0].name: is missing'],
    [{ ...one, customRpcUrls: { mainnet: [] } }, 'customRpcUrls["mainnet"]: must be a CAIP-2 id'],
    [
      { ...one, customRpcUrls: { 'eip155:1': [{ url: 'ws://x' }] } },
      'customRpcUrls["eip155:1"][0].url: must be an absolute URL',
    ],
    [
      { ...one, customRpcUrls: { 'eip155:1': [{ url: 'javascript:alert(1)' }] } },
      'customRpcUrls["eip155:1"][0].url: must be an absolute URL',
    ],
    [{ ...one, termsConditionsUrl: '/terms' }, 'termsConditionsUrl: must be an absolute URL'],
    [
      { ...one, endpoints: { relay: 'https://x' } },
      'endpoints.relay: must be an absolute URL with wss: or ws:',
    ],
    [
      { ...one, endpoints: { catalog: 'https://x' } },
      'endpoints.catalog: is unknown; did you mean catalogue?',
    ],
    [{ ...one, defaultAccountTypes: { bip122: 'eoa' } }, 'defaultAccountTypes.bip122: must be "payment"'],
    [{ ...one, rpc: { retries: 1.5 } }, 'rpc.retries: must be a whole number from 0 to 10'],
    [{ ...one, rpc: { hedge: true } }, 'rpc.hedge: must be a whole number from 1 to 600000'],
    [{ ...one, rpc: { hedge: 0 } }, 'rpc.hedge: must be a boolean'],
    [{ ...one, rpc: { timeout: 0 } }, 'rpc.timeout: must be a whole number from 1 to 600000'],
    [{ ...one, metadata: { icons: 'x' } }, 'metadata.icons: must be an array'],
    [{ ...one, features: { sent: true } }, 'features.sent: is unknown; did you mean send?'],
    [{ ...one, features: { send: 'eip155' } }, 'features.send: must be a boolean'],
    [
      { ...one, features: { send: { namespaces: ['eip155', 'near'] } } },
      'features.send.namespaces[1]: must be "eip155" or "solana" or "polkadot" or "bip122" or "cosmos"',
    ],
    [
      { ...one, features: { walletFeaturesOrder: ['send', 'earn'] } },
      'features.walletFeaturesOrder[1]: must be "onramp" or "swaps" or "receive" or "send"',
    ],
    [{ ...one, features: { onramp: 'coinbase' } }, 'features.onramp: must be a boolean'],
    [{ ...one, features: { onramp: [1] } }, 'features.onramp[0]: must be'],
    [{ ...one, meld: { publicKey: 'key' } }, 'meld.url: is missing'],
    [{ ...one, meld: { publicKey: 'key', url: 'javascript:alert(1)' } }, 'meld.url: must be an absolute URL'],
    [{ ...one, onRampProviders: [{ ...seller, name: 'coinbase' }] }, 'onRampProviders[0].name: must be'],
    [{ ...one, swapProvider: { name: 'mine' } }, 'swapProvider: must be a swap provider, such as'],
    [{ ...one, swapProvider: { name: 'mine', create: 1 } }, 'swapProvider: must be a swap provider'],
    [{ ...one, swapProvider: { create: () => {} } }, 'swapProvider: must be a swap provider'],
    [{ ...one, onRampProviders: [{ ...seller, link: undefined }] }, 'onRampProviders[0].link: is missing'],
    [
      { ...one, onRampProviders: [{ ...seller, supportedChains: ['bip122'] }] },
      'onRampProviders[0].supportedChains[0]: must be',
    ],
    [{ ...one, onRampProviders: [seller, seller] }, 'onRampProviders[1]: repeats own'],
    [{ ...one, features: { allWallets: 1 } }, 'features.allWallets: must be a boolean'],
    [{ ...one, features: { connectorTypeOrder: true } }, 'features.connectorTypeOrder: must be an array'],
    [
      { ...one, features: { connectorTypeOrder: ['near'] } },
      'features.connectorTypeOrder[0]: must be "recent"',
    ],
    [{ ...one, remoteFeatures: { emial: true } }, 'remoteFeatures.emial: is unknown; did you mean email?'],
    [{ ...one, remoteFeatures: 1 }, 'remoteFeatures: must be an object'],
    [{ ...one, enableEip6963: true }, 'enableEip6963: is unknown; did you mean enableEIP6963?'],
    [{ ...one, chains: [] }, 'chains: is unknown'],
    [{ ...one, __proto__: null, constructor: 1 }, 'constructor: is unknown'],
  ])('are refused with an error that names the field (case %#)', (options, message) => {
    refused(options).toThrow(
      expect.objectContaining({
        code: 'config/invalid-options',
        name: 'ConfigError',
        message: expect.stringContaining(`Invalid option ${message}`),
      }),
    )
  })

  it('are refused without a suggestion if no option has a similar name', () => {
    refused({ ...one, xyz: 1 }).toThrow(/^Invalid option xyz: is unknown$/)
  })

  it('are refused if both `siwx` and `siweConfig` are set', () => {
    refused({ ...one, siwx: {}, siweConfig: {} }).toThrow(
      expect.objectContaining({
        code: 'config/conflicting-options',
        message: 'Cannot set both `siweConfig` and `siwx` options',
      }),
    )
  })
})

describe('the login providers', () => {
  it('are none, all, or the providers that the host lists, in the order of the list', () => {
    const socialsOf = (socials?: unknown) =>
      resolveOptions({ ...one, features: { socials } } as LatchkeyOptions).features.socials
    expect(socialsOf()).toBe(false)
    expect(socialsOf(true)).toBe(true)
    expect(socialsOf(['x', 'farcaster', 'google'])).toEqual(['x', 'farcaster', 'google'])
    refused({ ...one, features: { socials: ['myspace'] } }).toThrow('features.socials[0]')
    refused({ ...one, features: { socials: 'google' } }).toThrow('features.socials')
  })
})

describe('features that a project can override', () => {
  const featuresOf = (input: Partial<LatchkeyOptions>) => resolveOptions({ ...one, ...input }).features

  it("follow the host's options if there is no project", () => {
    expect(featuresOf({})).toMatchObject({ email: true, socials: false, activity: true, analytics: true })
    expect(featuresOf({ features: { activity: false, analytics: false } })).toMatchObject({
      activity: false,
      analytics: false,
    })
    // `history` is the older name of `activity`. The newer name takes precedence.
    expect(featuresOf({ features: { history: false } }).activity).toBe(false)
    expect(featuresOf({ features: { history: false, activity: true } }).activity).toBe(true)
    expect(featuresOf({ features: { analytics: { address: true } } }).analytics).toEqual({ address: true })
    // Latchkey never shows the branding of Reown, which is another product, so this option changes nothing.
    expect(featuresOf({ features: { reownBranding: true } })).toEqual(featuresOf({}))
  })

  it("follow the project if the host already has the project's configuration", () => {
    const features = { email: false, socials: ['x'], history: true } as const
    const remoteFeatures = { email: true, socials: false, activity: false, reownBranding: true }
    expect(featuresOf({ features, remoteFeatures })).toMatchObject({
      email: true,
      socials: false,
      activity: false,
    })
    expect(featuresOf({ features, remoteFeatures: { email: undefined } })).toMatchObject({ email: false })
  })

  it('are off with `basic`, whatever the host and the project set', () => {
    const features = { swaps: ['1inch'], send: false, receive: true } as const
    const remoteFeatures = { email: true, socials: ['x'], onramp: true, activity: true } as const
    const off = { swaps: false, onramp: false, email: false, socials: false, activity: false }
    expect(featuresOf({ basic: true })).toEqual({ ...featuresOf({}), ...off })
    const others = { send: false, receive: true, emailShowWallets: true }
    expect(featuresOf({ basic: true, features, remoteFeatures })).toMatchObject({ ...off, ...others })
    expect(featuresOf({ basic: false, features, remoteFeatures })).toMatchObject({
      ...features,
      ...remoteFeatures,
    })
  })

  it.each([
    [{ features: { analytics: 'yes' } }, 'features.analytics'],
    [{ features: { analytics: { adress: true } } }, 'features.analytics.adress'],
    [{ features: { activity: 1 } }, 'features.activity'],
    [{ remoteFeatures: { socials: ['myspace'] } }, 'remoteFeatures.socials[0]'],
    [{ remoteFeatures: { collapseWallets: true } }, 'remoteFeatures.collapseWallets: is unknown'],
    [{ endpoints: { analytics: 'events' } }, 'endpoints.analytics'],
    [{ endpoints: { config: 'ftp://config.example' } }, 'endpoints.config'],
  ])('are refused when they are invalid: %j', (input, text) => {
    refused({ ...one, ...input } as never).toThrow(text)
  })
})

describe('options that are not implemented', () => {
  const words = (text: string) => text.split(' ')
  const options = words(
    'coinbasePreference enableCoinbase enableWalletGuide enableAuthLogger showWallets disableAppend',
  )
  const features = words('pay')
  /**
   * Returns the name of each unimplemented option, with an options object that sets this option to `value`.
   */
  const each = (value: unknown) => [
    ...options.map((name) => [name, { [name]: value }] as const),
    ...features.map((name) => [`features.${name}`, { features: { [name]: value } }] as const),
    ...features.map((name) => [`remoteFeatures.${name}`, { remoteFeatures: { [name]: value } }] as const),
  ]

  it.each(each(true))('are refused with an error that names the option %s', (name, input) => {
    refused({ ...one, ...input }).toThrow(
      expect.objectContaining({ code: 'config/not-built', message: `The option ${name} is not built yet` }),
    )
  })

  it.each([{}, 'https://data.example', ['wallet'], 1, null])('are refused with the value %j too', (value) => {
    for (const [name, input] of each(value))
      refused({ ...one, ...input }).toThrow(`The option ${name} is not built yet`)
  })

  it.each([undefined, false, []])('are accepted with %j, which means off', (off) => {
    for (const [, input] of each(off)) {
      const { features } = resolveOptions({ ...one, ...input } as LatchkeyOptions)
      expect(features).toEqual(resolveOptions(one).features)
    }
  })
})

describe('the RPC URLs of a network', () => {
  const options = resolveOptions({
    networks: [network(1), network(2)],
    customRpcUrls: { 'eip155:1': [{ url: 'https://own.example' }, { url: 'https://rpc.example/1' }] },
  })

  it("are the host's URLs, then the network's own, without duplicates", () => {
    expect(rpcUrlsOf(options, 'eip155:1')).toEqual(['https://own.example', 'https://rpc.example/1'])
    expect(rpcUrlsOf(options, 'eip155:2')).toEqual(['https://rpc.example/2'])
    expect(rpcUrlsOf(options, 'eip155:3')).toEqual([])
  })
})
