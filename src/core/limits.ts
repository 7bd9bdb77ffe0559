/** The numbers of the specification that something uses, with their sections. `S1` and `S2` are its documents. Times are in ms. */

/** S2.9 Transport */
export const transport = {
  timeout: 10_000,
  retries: 3,
  retryDelay: 150,
  dedupeCacheSize: 8192,
  batchSize: 1000,
} as const

/** S2.8 "HTTP retry statuses" */
export const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]

/** S2.9 Fallback transport */
export const ranking = {
  interval: 4000,
  sampleCount: 10,
  pingTimeout: 1000,
  weights: { stability: 0.7, latency: 0.3 },
} as const

/** S1.9, S2.9 Modal and general */
export const modal = { shake: 500 } as const
export const snackbar = { reshow: 150, autoClose: 2500 /* facts 3.11 */ } as const
export const pairing = { lifetime: 240_000, expiredWithin: 10_000 } as const
export const imagePreloadTimeout = 2000
export const errorReports = { count: 5, window: 60_000 } as const
export const recentWallets = 2
/** Issue 12: what waits when a page goes. Ours: characters of one event, and ms for a service to take it. */
export const telemetry = { waiting: 20, largest: 8000, timeout: transport.timeout } as const

/** S1.9 Cache lifetimes */
export const cacheLifetimes = {
  portfolio: 30_000,
  nativeBalance: 30_000,
  name: 300_000,
  identity: 300_000,
} as const

/** S1.9 Token balances and activity */
export const portfolioLimits = { retryBlock: 30_000, poll: 10_000 /* facts 9.4 */ } as const
export const pendingTransactions = 99

/** S2.9 Names */
export const nameLimits = {
  zone: 'reown.id',
  legacySuffix: '.wcn.id',
  shortest: 4 /* S1.5 */,
  typing: 500 /* facts 9.4 */,
} as const

/** S1.9, S2.9 Catalogue */
export const catalogueLimits = {
  pageSize: 40,
  recommended: 4,
  searchResults: 100,
  searchWait: 300,
  shortestSearch: 2 /* facts 9.3 */,
} as const

/** Facts 9.4, `WalletSend`; what was prepared is ours: solana forgets a blockhash after about a minute. */
export const send = { nameWait: 500, preparedFor: 45_000 } as const

/** Facts 9.4, `BuyInProgress` and `OnRampActivity`, in ms; what is bought for: specification 2, section 9. The rest is ours. */
export const onRamp = {
  poll: 4000,
  giveUp: 180_000,
  refetch: 3000,
  typing: 500,
  quote: 15_000,
  link: 30_000,
  popupName: 'latchkeyBuy',
  popupFeatures: 'width=600,height=800,scrollbars=yes',
  presets: [100, 250, 500, 1000],
  chains: {
    1: 'ethereum',
    42161: 'arbitrum',
    137: 'polygon',
    80094: 'berachain',
    43114: 'avalanche-c-chain',
    10: 'optimism',
    42220: 'celo',
    8453: 'base',
  },
} as const

/** S2.9 Swap: percent, and references of CAIP-2 ids; facts 3.8 and 9.4. In ms where nothing else is said. */
export const swapLimits = {
  slippage: 1,
  networks: [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554],
  /** Of gas, until a swap is built and the chain says how much it takes. */
  gas: 150_000n,
  typing: 200,
  refresh: 10_000,
  /** In basis points of the amount. */
  providerFee: 85n,
  /** How long a quote without an expiry holds. */
  quote: 60_000,
  /** Ours: the longest that a quote may hold, and that a built swap may stay good. */
  longestQuote: 600_000,
  longestDeadline: 3_600_000,
  /** Ours, in percent: from here on, the price impact is a warning. */
  badImpact: 5,
  /** Shown as suggestions, where there are such tokens: the first 8. */
  suggested: 8,
  suggestions:
    'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP',
  /** Ours: how long a list of tokens is not asked for again. */
  tokensKept: 300_000,
} as const

/**
 * Ours: how long a keeper of sessions may take to say who is signed in, or to store a session; and how long a message waits
 * for the visitor before one with a new nonce takes its place, which servers forget after some minutes.
 */
export const signIn = {
  timeout: 30_000,
  preparedFor: 120_000,
  checkedFor: 300_000 /* facts 6.5 */,
  seenAgain: 10_000,
  turn: 3000,
} as const

/** S1.9 Display */
export const display = { balanceDecimals: 3, addressLead: 4, addressTail: 6 } as const

/** S2.9 Frame, in ms; facts 1.8 and 1.9. */
export const frameLimits = {
  ready: 20_000,
  request: 30_000,
  afterReady: 500,
  cooldown: 30_000,
  /** Ours, in characters and bytes: a whole page of calls is far smaller. */
  messageSize: 1_000_000,
  /** Ours, in characters: what of an error's text is shown. */
  messageShown: 300,
} as const

/** S2.9 Frame; facts 1.1 and 1.2. */
export const frameDefaults = {
  id: 'w3m-iframe',
  name: 'w3m-secure-iframe',
  chainId: 'eip155:1',
  version: '4',
  enableLogger: true,
  /** Beside the frame's page. Facts 1.1. */
  ownPage: 'dashboard',
} as const

/** S2.6: how long after the modal a refusal is shown, in ms. Facts 1.10: what the frame is told of the colours. */
export const embedded = {
  refusedNotice: 300,
  accent: { light: 'hsla(231, 100%, 70%, 1)', dark: 'hsla(230, 100%, 67%, 1)' },
  background: { light: '#fff', dark: '#121313' },
} as const

/** Facts 1.11, "Social". In ms. */
export const social = {
  /** How long it may take until the window is at the provider. */
  timeout: 45_000,
  watchClosed: 1000,
  popupName: 'popupWindow',
  popupFeatures: 'width=600,height=800,scrollbars=yes',
} as const

/** S2.9 Solana */
export const solana = {
  commitment: 'confirmed',
  computeUnitPrice: 20_000_000n,
  computeUnitLimit: 500,
  statusPoll: 1000,
} as const

/** Ours: how many sessions a browser remembers, and how long it may be until it looks at their expiry again, in ms. */
export const smartSessions = { kept: 50, look: 3_600_000 } as const

/** Ours: a wallet or frame that does not answer may hold up a disconnect for this long. `reliability` E21. */
export const disconnectTimeout = 3000
/** Ours: every stored connection gets this long to come back. */
export const reconnectTimeout = 5000
/** Ours: how long an extension that asks the visitor is waited for; closing its window leaves some silent for ever. */
export const extensionPrompt = 120_000
