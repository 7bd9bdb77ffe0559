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

/** Ours: a wallet or frame that does not answer may hold up a disconnect for this long. `reliability` E21. */
export const disconnectTimeout = 3000
/** Ours: every stored connection gets this long to come back. */
export const reconnectTimeout = 5000
/** Ours: how long an extension that asks the visitor is waited for; closing its window leaves some silent for ever. */
export const extensionPrompt = 120_000
