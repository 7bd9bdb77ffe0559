import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type EventContext,
  eventRows,
  viewRows,
  type WireEvents,
} from '../../../src/client/telemetry-events.ts'
import type { View } from '../../../src/controllers/shell/views.ts'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'

const facts: EventContext = {
  network: 'eip155:1',
  isSmartAccount: true,
  mobile: false,
  projectId: 'p',
  address: undefined,
  wallet: { name: 'Apple', type: 'WALLET_CONNECT' },
  social: undefined,
}
const all = (told: WireEvents) => (told === undefined ? [] : Array.isArray(told) ? told : [told])
const ofView = (view: View, data: object = {}, from: View = 'Connect', more: Partial<EventContext> = {}) =>
  all(viewRows[view]?.({ ...facts, ...more }, from, data))

/** The events of S3.3.12, except for one event that Latchkey never sends. */
const named = `INITIALIZE MODAL_OPEN MODAL_CLOSE CLICK_ALL_WALLETS SELECT_WALLET CONNECT_SUCCESS CONNECT_ERROR
DISCONNECT_SUCCESS DISCONNECT_ERROR CLICK_WALLET_HELP CLICK_NETWORK_HELP CLICK_GET_WALLET CLICK_TRANSACTIONS
ERROR_FETCH_TRANSACTIONS LOAD_MORE_TRANSACTIONS CLICK_SIGN_SIWX_MESSAGE CLICK_CANCEL_SIWX SIWX_AUTH_SUCCESS
SIWX_AUTH_ERROR CLICK_NETWORKS EMAIL_LOGIN_SELECTED EMAIL_SUBMITTED DEVICE_REGISTERED_FOR_EMAIL
EMAIL_VERIFICATION_CODE_SENT EMAIL_VERIFICATION_CODE_PASS EMAIL_VERIFICATION_CODE_FAIL EMAIL_EDIT
EMAIL_UPGRADE_FROM_MODAL SWITCH_NETWORK CLICK_CONVERT CLICK_SELECT_TOKEN_TO_SWAP CLICK_SELECT_NETWORK_TO_SWAP
INITIATE_SWAP SWAP_SUCCESS SWAP_ERROR SWAP_APPROVAL_ERROR SELECT_BUY_CRYPTO SELECT_BUY_PROVIDER
SELECT_WHAT_IS_A_BUY SET_PREFERRED_ACCOUNT_TYPE OPEN_SWAP SOCIAL_LOGIN_STARTED SOCIAL_LOGIN_SUCCESS
SOCIAL_LOGIN_ERROR SOCIAL_LOGIN_REQUEST_USER_DATA SOCIAL_LOGIN_CANCELED OPEN_ENS_FLOW REGISTER_NAME_INITIATED
REGISTER_NAME_SUCCESS REGISTER_NAME_ERROR OPEN_SEND SEND_INITIATED SEND_SUCCESS SEND_ERROR CONNECT_PROXY_ERROR
SEARCH_WALLET GET_WALLET SEND_REJECTED USER_REJECTED`
  .split(/\s+/)
  .toSorted()

describe('the telemetry events of the specification', () => {
  it("are exactly the events that the code's tables name", () => {
    const files = ['telemetry-events', 'telemetry-parts'].map((name) =>
      readFileSync(new URL(`../../../src/client/${name}.ts`, import.meta.url), 'utf8'),
    )
    const told = new Set(
      files
        .join()
        .match(/'[A-Z]+(_[A-Z]+)+'|'INITIALIZE'/g)
        ?.map((one) => one.slice(1, -1)),
    )
    // Names that are not events: kinds of connectors, and an error category.
    for (const other of ['WALLET_CONNECT', 'ID_AUTH', 'VISITOR_DECISION']) told.delete(other)
    expect([...told].toSorted()).toEqual(named)
  })

  it('are all listed in the documentation', () => {
    const page = readFileSync(new URL('../../../docs/telemetry.md', import.meta.url), 'utf8')
    const listed = new Set(
      Array.from(page.matchAll(/^\|.*\|$/gm), ([row]) => row.match(/`[A-Z_]+`/g) ?? []).flat(),
    )
    expect([...listed].map((name) => name.slice(1, -1)).toSorted()).toEqual(named)
  })
})

describe('in the telemetry, the view', () => {
  it.each<[View, string, object | undefined]>([
    ['AllWallets', 'CLICK_ALL_WALLETS', undefined],
    ['WhatIsAWallet', 'CLICK_WALLET_HELP', undefined],
    ['WhatIsANetwork', 'CLICK_NETWORK_HELP', undefined],
    ['GetWallet', 'CLICK_GET_WALLET', undefined],
    ['Networks', 'CLICK_NETWORKS', undefined],
    ['Transactions', 'CLICK_TRANSACTIONS', { isSmartAccount: true }],
    ['EmailLogin', 'EMAIL_LOGIN_SELECTED', undefined],
    ['UpgradeEmailWallet', 'EMAIL_UPGRADE_FROM_MODAL', undefined],
    ['ChooseAccountName', 'OPEN_ENS_FLOW', { isSmartAccount: true }],
    ['WalletSend', 'OPEN_SEND', { isSmartAccount: true, network: 'eip155:1' }],
    ['OnRampProviders', 'SELECT_BUY_CRYPTO', { isSmartAccount: true }],
    ['WhatIsABuy', 'SELECT_WHAT_IS_A_BUY', { isSmartAccount: true }],
    ['SwapSelectToken', 'CLICK_SELECT_TOKEN_TO_SWAP', undefined],
    ['ConnectingWalletConnectBasic', 'SELECT_WALLET', { name: 'WalletConnect', platform: 'qrcode' }],
  ])('%s is reported as %s', (view, event, properties) => {
    expect(ofView(view)).toEqual([{ event, ...(properties && { properties }) }])
  })

  it.each<View>(['Account', 'UpdateEmailWallet'])('%s is not reported', (view) => {
    expect(ofView(view)).toEqual([])
  })

  it("that connects a wallet is reported with the wallet's name and the platform", () => {
    const wallet = { id: 'a', name: 'Apple', mobile_link: 'apple://' }
    const how = (view: View, data: object, mobile = false) =>
      ofView(view, data, 'Connect', { mobile })[0]?.properties
    expect(how('ConnectingWalletConnect', { wallet })).toEqual({ name: 'Apple', platform: 'qrcode' })
    expect(how('ConnectingWalletConnect', { wallet }, true)).toEqual({ name: 'Apple', platform: 'mobile' })
    expect(
      how('ConnectingWalletConnect', { wallet: { id: 'w', name: 'Web', webapp_link: 'https://w' } }),
    ).toEqual({ name: 'Web', platform: 'web' })
    expect(how('ConnectingExternal', { connector: { name: 'Fig' } })).toEqual({
      name: 'Fig',
      platform: 'browser',
    })
    expect(ofView('Downloads', { wallet })).toEqual([{ event: 'GET_WALLET', properties: { name: 'Apple' } }])
  })

  it('Swap is also reported as a click if the visitor came from Account', () => {
    const events = (from: View) => ofView('Swap', {}, from).map(({ event }) => event)
    expect(events('Account')).toEqual(['CLICK_CONVERT', 'OPEN_SWAP'])
    expect(events('Connect')).toEqual(['OPEN_SWAP'])
  })
})

describe('a connection over WalletConnect', () => {
  it('is reported only once, with the platform that was used', () => {
    const { session, pairing } = eventRows
    expect(all(session.established?.({ connections: [], restored: false, changed: false }, facts))).toEqual(
      [],
    )
    expect(all(pairing.finished?.({ method: 'mobile', name: undefined }, facts))).toEqual([
      { event: 'CONNECT_SUCCESS', properties: { method: 'mobile', name: 'Apple' } },
    ])
    const extension = { ...facts, wallet: { name: 'Fig', type: 'ANNOUNCED' } }
    expect(
      all(session.established?.({ connections: [], restored: true, changed: false }, extension)),
    ).toEqual([])
  })

  it('is reported without the URI when no app opens', () => {
    const wallet = { id: 'a', name: 'Apple', mobile_link: 'apple://' }
    expect(all(eventRows.pairing.linkFailed?.({ wallet, error: new Error('no') }, facts))).toEqual([
      { event: 'CONNECT_PROXY_ERROR', properties: { message: 'no', mobile_link: 'apple://', name: 'Apple' } },
    ])
  })
})

describe('a failure to disconnect', () => {
  it('is reported as DISCONNECT_ERROR, unlike any other failure', () => {
    const { reported } = eventRows.alert
    expect(all(reported?.(latchkeyError('connection/disconnect-failed'), facts))[0]?.event).toBe(
      'DISCONNECT_ERROR',
    )
    expect(all(reported?.(latchkeyError('http/invalid-body'), facts))).toEqual([])
  })
})

describe('a transfer in the telemetry', () => {
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const sending = (symbol: string, address?: string, chainNamespace = 'eip155') =>
    ({
      network: { caipNetworkId: `${chainNamespace}:1`, chainNamespace },
      token: { address, amount: { symbol, decimals: 6 } },
      amount: 1_500_000n,
    }) as never
  const tokenOf = (event: WireEvents) => all(event)[0]?.properties?.token

  it("is first reported with the contract's address, and later with the token's symbol", () => {
    const { initiated, sent } = eventRows.send
    const started = all(initiated?.(sending('USDC', usdc), facts))
    const properties = { isSmartAccount: true, network: 'eip155:1', token: usdc, amount: '1.5' }
    expect(started).toEqual([{ event: 'SEND_INITIATED', properties }])
    expect(tokenOf(sent?.(sending('USDC', usdc), facts))).toBe('USDC')
  })

  it('of a native coin or on a family other than eip155 is reported with the symbol', () => {
    const { initiated } = eventRows.send
    expect(tokenOf(initiated?.(sending('ETH'), facts))).toBe('ETH')
    expect(tokenOf(initiated?.(sending('USDC', 'EPjFWdd5', 'solana'), facts))).toBe('USDC')
  })
})

describe('a failed or canceled social login in the telemetry', () => {
  it('is reported as canceled only if the visitor closed the window', () => {
    const { socialCanceled } = eventRows.embeddedWallet
    const properties = { provider: 'google' }
    expect(all(socialCanceled?.({ provider: 'google' }, facts))).toEqual([
      { event: 'SOCIAL_LOGIN_CANCELED', properties },
    ])
    const error = latchkeyError('social/untrusted-origin')
    expect(all(socialCanceled?.({ provider: 'google', error }, facts))).toEqual([
      { event: 'SOCIAL_LOGIN_ERROR', properties },
    ])
  })
})

describe('a swap in the telemetry', () => {
  const swapping = {
    network: { caipNetworkId: 'eip155:1' },
    account: 'eip155:1:0x1',
    from: { symbol: 'ETH', name: 'Ether', decimals: 18 },
    to: { symbol: 'USDC', name: 'USD Coin', decimals: 6, address: '0x2' },
    amount: 1_500_000_000_000_000_000n,
    toAmount: 3_000_000_001n,
  } as never
  const properties = {
    ...{ isSmartAccount: true, network: 'eip155:1', swapFromToken: 'ETH', swapToToken: 'USDC' },
    ...{ swapFromAmount: '1.5', swapToAmount: '3000.000001' },
  }

  it('is reported with exact amounts and without the account', () => {
    expect(all(eventRows.swap.initiated?.(swapping, facts))).toEqual([{ event: 'INITIATE_SWAP', properties }])
  })

  it('that fails is reported with the reason', () => {
    const error = latchkeyError('swap/no-quote')
    const failing = { ...(swapping as object), error } as never
    const told = { ...properties, message: error.message }
    expect(all(eventRows.swap.failed?.(failing, facts))).toEqual([{ event: 'SWAP_ERROR', properties: told }])
    expect(all(eventRows.swap.approvalFailed?.(failing, facts))).toEqual([
      { event: 'SWAP_APPROVAL_ERROR', properties: told },
    ])
  })

  it('that needs another network is reported as a click', () => {
    expect(ofView('UnsupportedChain', { swapUnsupportedChain: true })).toEqual([
      { event: 'CLICK_SELECT_NETWORK_TO_SWAP' },
    ])
    expect(ofView('UnsupportedChain')).toEqual([])
  })
})

describe('a purchase in the telemetry', () => {
  it('is reported with the chosen provider', () => {
    expect(all(eventRows.onramp.providerSelected?.({ provider: 'coinbase' } as never, facts))).toEqual([
      { event: 'SELECT_BUY_PROVIDER', properties: { provider: 'coinbase', isSmartAccount: true } },
    ])
  })
})
