/**
 * The limits of the specification in docs/spec, each with its section (such as S2.9), and Latchkey's own limits, which are marked
 * "not in the specification". Times are in ms.
 */

/** Transport (S2.9). */
export const transport = {
  timeout: 10_000,
  retries: 3,
  retryDelay: 150,
  dedupeCacheSize: 8192,
  batchSize: 1000,
} as const

/** The HTTP statuses after which a request is retried (S2.8). */
export const retryStatuses: readonly number[] = [403, 408, 413, 429, 500, 502, 503, 504]
/**
 * Cloudflare's statuses for a server that is overloaded or unreachable:
 * https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/. Not in the specification.
 */
export const cloudflareStatuses: readonly number[] = [520, 521, 522, 523, 524]

/** Fallback transport (S2.9). */
export const ranking = {
  interval: 4000,
  sampleCount: 10,
  pingTimeout: 1000,
  weights: { stability: 0.7, latency: 0.3 },
} as const

/** Modal and general limits (S1.9, S2.9). */
export const modal = { shake: 500 } as const
export const snackbar = { reshow: 150, autoClose: 2500 /* S3.3.11 */ } as const
/**
 * `lifetime`: how long a pairing code is offered to wallets. `expiredWithin`: how long before the end of `lifetime` Latchkey
 * replaces the code. `kept`: how long Latchkey waits for an answer to the code. Wallets may use the code for five minutes, and
 * the relay keeps the wallet's answer for another five minutes. `kept` isn't in the specification.
 */
export const pairing = { lifetime: 240_000, expiredWithin: 10_000, kept: 600_000 } as const
export const imagePreloadTimeout = 2000
export const errorReports = { count: 5, window: 60_000 } as const
export const recentWallets = 2
/**
 * The maximum number of events in the queue, the maximum number of characters per event, and the timeout of a request. Not in the
 * specification.
 */
export const telemetry = { maxQueued: 20, maxLength: 8000, timeout: transport.timeout } as const

/** Cache lifetimes (S1.9). */
export const cacheLifetimes = {
  portfolio: 30_000,
  nativeBalance: 30_000,
  name: 300_000,
  identity: 300_000,
} as const

/** Token balances and activity (S1.9). */
export const portfolioLimits = { retryBlock: 30_000, poll: 10_000 /* S3.9.4 */ } as const
export const pendingTransactions = 99

/** Names (S2.9). */
export const nameLimits = {
  zone: 'reown.id',
  legacySuffix: '.wcn.id',
  minLength: 4 /* S1.5 */,
  typing: 500 /* S3.9.4 */,
} as const

/** Wallet catalogue (S1.9, S2.9). */
export const catalogueLimits = {
  pageSize: 40,
  recommended: 4,
  searchResults: 100,
  searchWait: 300,
  minSearchLength: 2 /* S3.9.3 */,
} as const

/**
 * The send form (S3.9.4). `preparedFor` isn't in the specification. It must be shorter than a minute, because a prepared send on
 * Solana expires after about a minute.
 */
export const send = { nameWait: 500, preparedFor: 45_000 } as const

/**
 * Buying. `chains` comes from S2.9, and `poll`, `giveUp`, `refetch`, `popupFeatures` and `presets` come from S3.9.4. `typing`,
 * `quote`, `link` and `popupName` aren't in the specification.
 */
export const onRamp = {
  poll: 4000,
  giveUp: 180_000,
  refetch: 3000,
  /** The longest pause after failures. Not in the specification. */
  refetchAtMost: 60_000,
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

/** Swaps (S2.9, S3.3.8, S3.9.4). `slippage` is in percent. `networks` are CAIP-2 references. */
export const swapLimits = {
  slippage: 1,
  networks: [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554],
  /** The gas to assume until the swap is built and the network returns an estimate. */
  gas: 150_000n,
  typing: 200,
  refresh: 10_000,
  /** The provider fee, in basis points of the amount. */
  providerFee: 85n,
  /** How long a quote is valid if the provider states no expiry. */
  quote: 60_000,
  /** The longest accepted validity of a quote, and the latest accepted deadline of a swap. Not in the specification. */
  maxQuoteLifetime: 600_000,
  maxDeadline: 3_600_000,
  /**
   * `maxBridge`: the longest time until a bridge refunds the tokens, and how long Latchkey waits for the bridge. `arrival`: the
   * first pause between two requests for the bridge's status. Each pause is longer than the previous one, up to `maxArrival`. Not
   * in the specification.
   */
  maxBridge: 86_400_000,
  arrival: 5000,
  maxArrival: 60_000,
  /** How long the Permit2 allowance for a swap contract is valid, in seconds. Not in the specification. */
  permit2: 1800,
  /** The price impact from which the modal shows a warning, in percent. Not in the specification. */
  impactWarning: 5,
  /** The maximum number of suggested tokens. The suggestions are tokens of the list below. */
  suggested: 8,
  suggestions:
    'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP',
  /** How long a list of tokens is cached. Not in the specification. */
  tokensLifetime: 300_000,
} as const

/**
 * Sign-in. Only `checkedFor` is in the specification. `timeout` limits each call of the session store. `preparedFor` is how long
 * a prepared message waits for the visitor. After this time, a message with a new nonce replaces the prepared message, because
 * servers drop nonces after some minutes. When the page becomes visible, the session is checked again if the last check is at
 * least `recheckAfter` old. `queueTimeout` is how long a call that stores sessions waits for an earlier such call.
 */
export const signIn = {
  timeout: 30_000,
  preparedFor: 120_000,
  checkedFor: 300_000 /* S3.6.5 */,
  recheckAfter: 10_000,
  queueTimeout: 3000,
} as const

/** Display (S1.9). */
export const display = { balanceDecimals: 3, addressLead: 4, addressTail: 6 } as const

/** The embedded wallet's frame (S2.9, S3.1.8, S3.1.9). */
export const frameLimits = {
  ready: 20_000,
  request: 30_000,
  afterReady: 500,
  cooldown: 30_000,
  /**
   * The maximum size of a message, in characters or bytes. Not in the specification. Even a message with many calls is far
   * smaller.
   */
  messageSize: 1_000_000,
  /** How many characters of an error message are shown. Not in the specification. */
  messageShown: 300,
} as const

/** The frame's defaults (S2.9, S3.1.1, S3.1.2). */
export const frameDefaults = {
  id: 'w3m-iframe',
  name: 'w3m-secure-iframe',
  chainId: 'eip155:1',
  version: '4',
  enableLogger: true,
  /** The path of the wallet's own dashboard, relative to the frame's page (S3.1.1). */
  dashboardPath: 'dashboard',
} as const

/**
 * `refusedNotice` is the delay before the modal shows that a request was refused (S2.6). The colors are sent to the frame
 * (S3.1.10).
 */
export const embedded = {
  refusedNotice: 300,
  accent: { light: 'hsla(231, 100%, 70%, 1)', dark: 'hsla(230, 100%, 67%, 1)' },
  background: { light: '#fff', dark: '#121313' },
} as const

/** Social login (S3.1.11). */
export const social = {
  /** The maximum time until the window reaches the social provider. */
  timeout: 45_000,
  watchClosed: 1000,
  popupName: 'popupWindow',
  popupFeatures: 'width=600,height=800,scrollbars=yes',
} as const

/** Solana (S2.9). */
export const solana = {
  commitment: 'confirmed',
  computeUnitPrice: 20_000_000n,
  computeUnitLimit: 500,
  statusPoll: 1000,
} as const

/**
 * The maximum number of smart sessions that a browser stores, and how often their expiry is checked. Not in the specification.
 */
export const smartSessions = { maxStored: 50, checkInterval: 3_600_000 } as const

/** How long a disconnect waits for a wallet or frame that doesn't answer. Not in the specification. */
export const disconnectTimeout = 3000
/** How long each stored connection may take to reconnect. Not in the specification. */
export const reconnectTimeout = 5000
/**
 * How long to wait for an answer to an extension's prompt. The limit is needed because some extensions never answer if the
 * visitor closes their window. Not in the specification.
 */
export const extensionPrompt = 120_000
