import { describe, expect, it } from 'vitest'
import type { ConnectorType } from '../../../../../src/core/wallet/connector.ts'
import { sortWallets, withoutKnown } from '../../../../../src/core/wallet/list/known-wallets.ts'
import {
  type ConnectorListType,
  type ConnectorView,
  connectorListTypes,
  connectorTypeOrder,
  isShown,
  mergeByRdns,
  searchText,
} from '../../../../../src/core/wallet/list/wallet-list.ts'

const view = (id: string, type: ConnectorType, more: Partial<ConnectorView> = {}): ConnectorView => ({
  id,
  name: id,
  type,
  chains: ['eip155'],
  ...more,
})
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

describe('one wallet on several families', () => {
  it('becomes one entry if the rdns is the same', () => {
    const eip155 = view('a', 'ANNOUNCED', { rdns: 'com.wallet' })
    const solana = view('b', 'ANNOUNCED', { rdns: 'com.wallet', chains: ['solana'] })
    expect(mergeByRdns([eip155, view('x', 'INJECTED'), solana])).toEqual([
      { ...eip155, type: 'MULTI_CHAIN', chains: ['eip155', 'solana'], members: [eip155, solana] },
      view('x', 'INJECTED'),
    ])
  })

  it('stays two entries if only the name is the same', () => {
    const views = [
      view('a', 'ANNOUNCED', { name: 'Wallet' }),
      view('b', 'ANNOUNCED', { name: 'Wallet', chains: ['solana'] }),
    ]
    expect(mergeByRdns(views)).toEqual(views)
  })

  it('is not hidden by a second wallet with the same rdns on the same family', () => {
    const genuine = view('a', 'ANNOUNCED', { rdns: 'com.wallet' })
    const impostor = view('b', 'ANNOUNCED', { rdns: 'com.wallet' })
    expect(mergeByRdns([genuine, impostor])).toEqual([genuine, impostor])
  })
})

describe('filtering wallets', () => {
  const browser = view('injected', 'INJECTED', { name: 'Browser Wallet' })
  const desktop = { mobile: false, excluded: [] }
  const mobile = { mobile: true, excluded: [] }

  it('hides the generic browser wallet on desktop unless it is the only wallet', () => {
    expect(isShown(browser, desktop)).toBe(false)
    expect(isShown({ ...browser, rdns: 'com.wallet' }, desktop)).toBe(false)
    expect(isShown(browser, { ...desktop, alone: true })).toBe(true)
  })

  it('hides the generic browser wallet on mobile only if it has no rdns and is not installed', () => {
    const absent = { ...mobile, installed: () => false }
    expect(isShown(browser, absent)).toBe(false)
    expect(isShown({ ...browser, rdns: 'com.wallet' }, absent)).toBe(true)
    expect(isShown(browser, { ...mobile, installed: () => true })).toBe(true)
    expect(isShown(browser, mobile)).toBe(true)
  })

  it('hides a wallet that the host excludes by its rdns, or by its name in upper or lower case', () => {
    const wallet = view('a', 'ANNOUNCED', { name: 'Some Wallet', rdns: 'com.some' })
    expect(isShown(wallet, { mobile: false, excluded: [{ rdns: 'com.some' }] })).toBe(false)
    expect(isShown(wallet, { mobile: false, excluded: [{ name: 'sOME wALLET' }] })).toBe(false)
    expect(isShown(wallet, { mobile: false, excluded: [{ name: 'Some' }, { rdns: 'com.other' }] })).toBe(true)
  })

  it('shows a wallet without an rdns even if an excluded wallet has no rdns either', () => {
    expect(isShown(view('a', 'ANNOUNCED'), { mobile: false, excluded: [{ rdns: undefined }] })).toBe(true)
  })

  it('never hides WalletConnect or the embedded wallet', () => {
    const excluded = [{ name: 'a' }]
    expect(isShown(view('a', 'WALLET_CONNECT'), { mobile: false, excluded })).toBe(true)
    expect(isShown(view('a', 'AUTH'), { mobile: false, excluded })).toBe(true)
  })
})

describe('the order of the connector types', () => {
  const only = (...types: ConnectorListType[]) =>
    Object.fromEntries(connectorListTypes.map((type) => [type, types.includes(type)])) as Record<
      ConnectorListType,
      boolean
    >
  const all = only(...connectorListTypes)

  it('has a default if the host sets none', () => {
    expect(connectorTypeOrder(all)).toEqual([
      'recent',
      'injected',
      'walletConnect',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
  })

  it("starts with the host's types, then has the remaining enabled types, without duplicates", () => {
    expect(connectorTypeOrder(all, ['custom', 'injected', 'custom'])).toEqual([
      'custom',
      'injected',
      'recent',
      'walletConnect',
      'featured',
      'external',
      'recommended',
    ])
  })

  it('omits types without wallets', () => {
    expect(connectorTypeOrder(only('injected', 'external'), ['recent', 'external'])).toEqual([
      'external',
      'injected',
    ])
  })
})

describe('recommended and featured wallets', () => {
  const wallets = [
    { id: 'mm', rdns: 'io.metamask' },
    { id: 'rb', rdns: 'me.rainbow' },
    { id: 'tw', rdns: null },
    { id: 'cb' },
  ]

  it('omit a wallet if an announced wallet has the same rdns', () => {
    const connectors = [view('a', 'ANNOUNCED', { rdns: 'io.metamask' })]
    expect(ids(withoutKnown(wallets, { connectors, recent: [], mobile: false }))).toEqual(['rb', 'tw', 'cb'])
  })

  it('omit a wallet if an installed wallet has the same id in the catalogue', () => {
    const connectors = [
      view('a', 'INJECTED', { explorerId: 'tw' }),
      view('b', 'EXTERNAL', { explorerId: 'cb' }),
    ]
    expect(ids(withoutKnown(wallets, { connectors, recent: [], mobile: false }))).toEqual(['mm', 'rb', 'cb'])
  })

  it('omit recent wallets', () => {
    const recent = [{ id: 'rb' }, { id: 'other', rdns: 'io.metamask' }]
    expect(ids(withoutKnown(wallets, { connectors: [], recent, mobile: false }))).toEqual(['tw', 'cb'])
  })

  it('omit MetaMask on a phone if the visitor recently used its mobile app', () => {
    const recent = [{ id: 'other', rdns: 'io.metamask.mobile' }]
    expect(ids(withoutKnown(wallets, { connectors: [], recent, mobile: true }))).toEqual(['rb', 'tw', 'cb'])
    expect(ids(withoutKnown(wallets, { connectors: [], recent, mobile: false }))).toHaveLength(4)
  })

  it('keep wallets without an rdns if a connector has no rdns either', () => {
    const connectors = [view('a', 'ANNOUNCED')]
    const recent = [{ id: 'x', rdns: null }]
    expect(withoutKnown(wallets, { connectors, recent, mobile: false })).toEqual(wallets)
  })
})

describe('sorting wallets', () => {
  const wallets = [{ id: 'a' }, { id: 'b', rdns: 'r.b' }, { id: 'c' }, { id: 'd', rdns: 'r.d' }, { id: 'e' }]

  it('puts installed wallets first, then the featured wallets in the featured order, then the rest in the given order', () => {
    const connectors = [view('x', 'ANNOUNCED', { rdns: 'r.d' }), view('y', 'INJECTED', { rdns: 'r.b' })]
    expect(ids(sortWallets(wallets, connectors, ['e', 'c']))).toEqual(['d', 'e', 'c', 'a', 'b'])
  })

  it('sorts installed wallets by the featured order', () => {
    const connectors = [view('x', 'ANNOUNCED', { rdns: 'r.d' }), view('y', 'ANNOUNCED', { rdns: 'r.b' })]
    expect(ids(sortWallets(wallets, connectors, ['d']))).toEqual(['d', 'b', 'a', 'c', 'e'])
    expect(ids(wallets)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('keeps the order if there are no installed or featured wallets', () => {
    expect(sortWallets(wallets, [])).toEqual(wallets)
  })
})

it('search text is trimmed', () => {
  expect(searchText('  meta mask\n')).toBe('meta mask')
})
