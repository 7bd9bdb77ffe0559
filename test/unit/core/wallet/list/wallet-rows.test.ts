import { describe, expect, it } from 'vitest'
import { type ConnectorView, connectorListTypes } from '../../../../../src/core/wallet/list/wallet-list.ts'
import {
  type ListedWallet,
  type WalletRowsInput,
  walletCount,
  walletRows,
} from '../../../../../src/core/wallet/list/wallet-rows.ts'

const connector = (id: string, more: Partial<ConnectorView> = {}): ConnectorView => ({
  id,
  name: `Wallet ${id}`,
  type: 'ANNOUNCED',
  chains: ['eip155'],
  ...more,
})
const wallet = (id: string, more: Partial<ListedWallet> = {}): ListedWallet => ({
  id,
  name: `Listed ${id}`,
  ...more,
})
const rowsOf = (input: Partial<WalletRowsInput<ListedWallet>>) =>
  walletRows({ connectors: [], order: connectorListTypes, mobile: false, namespace: 'eip155', ...input }).map(
    (row) => ('connector' in row ? `${row.why}:${row.connector.id}` : `${row.why}:${row.wallet.id}`),
  )
const code = connector('walletConnect', { type: 'WALLET_CONNECT' })

describe('the rows of the connect view', () => {
  it('follow the order of the lists, with announced wallets of several families first', () => {
    const connectors = [
      connector('window', { type: 'INJECTED' }),
      connector('announced'),
      connector('several', { type: 'MULTI_CHAIN' }),
      connector('hosts', { type: 'EXTERNAL' }),
      code,
    ]
    const lists = { recent: [wallet('r')], featuredIds: ['f'], custom: [wallet('c'), wallet('f')] }
    expect(rowsOf({ connectors, ...lists })).toEqual([
      ...['recent:r', 'injected:several', 'injected:announced', 'injected:window'],
      ...['walletConnect:walletConnect', 'featured:f', 'custom:c', 'external:hosts'],
    ])
    expect(rowsOf({ connectors, ...lists, order: ['custom', 'external'] })).toEqual([
      'custom:c',
      'external:hosts',
    ])
  })

  it('omit the QR code on a phone', () => {
    expect(rowsOf({ connectors: [code], mobile: true })).toEqual([])
  })

  it('omit recent wallets that are listed as connectors, and recent wallets of other families', () => {
    const recent = [
      wallet('a'),
      wallet('x', { name: 'Wallet b' }),
      wallet('sol', { chains: ['solana:main'] }),
      wallet('both', { chains: ['solana:main', 'eip155:1'] }),
    ]
    expect(rowsOf({ connectors: [connector('a'), connector('b')], recent, order: ['recent'] })).toEqual([
      'recent:both',
    ])
  })

  it('recommend two wallets, or one fewer for each wallet that the visitor has', () => {
    const recommended = ['1', '2', '3'].map((id) => wallet(id))
    const order = ['recommended'] as const
    expect(rowsOf({ recommended, order })).toEqual(['recommended:1', 'recommended:2'])
    expect(rowsOf({ recommended, order, connectors: [connector('a')] })).toEqual(['recommended:1'])
    const many = [connector('a'), connector('b'), connector('c')]
    expect(rowsOf({ recommended, order, connectors: many })).toEqual([])
    // The generic injected connector doesn't count as a wallet that the visitor has.
    const generic = connector('injected', { type: 'INJECTED', name: 'Browser Wallet' })
    expect(rowsOf({ recommended, order, connectors: [generic] })).toHaveLength(2)
  })

  it('show featured wallets in the featured order, without the wallets that are announced', () => {
    const connectors = [connector('a', { rdns: 'io.a' })]
    const featured = [wallet('f1'), wallet('a', { rdns: 'io.a' }), wallet('f0')]
    const rows = rowsOf({
      connectors,
      custom: featured,
      featuredIds: ['f0', 'f1'],
      order: ['featured', 'custom'],
    })
    expect(rows).toEqual(['featured:f0', 'featured:f1'])
  })

  it("list a wallet only once if a connector, or a member of a connector, has the wallet's explorer id", () => {
    const custom = [wallet('x'), wallet('y'), wallet('z')]
    const members = [connector('m', { explorerId: 'y' }), connector('n', { chains: ['solana'] })]
    const connectors = [
      connector('a', { explorerId: 'x' }),
      connector('m', { type: 'MULTI_CHAIN', chains: ['eip155', 'solana'], members }),
    ]
    expect(rowsOf({ connectors, custom, order: ['custom'] })).toEqual(['custom:z'])
  })

  it('omit wallets that the host excluded, and recent wallets that the host did not include', () => {
    const custom = [wallet('a'), wallet('b')]
    const recent = [wallet('b'), wallet('c'), wallet('d'), wallet('e')]
    const order = ['recent', 'custom'] as const
    expect(rowsOf({ custom, order, excludedIds: ['a'] })).toEqual(['custom:b'])
    expect(rowsOf({ custom, recent, order, excludedIds: ['c'], includedIds: ['c', 'd'] })).toEqual([
      'recent:b',
      'recent:d',
      'custom:a',
    ])
  })

  it('show a wallet of several families as one row, even if only one of its connectors has the rdns', () => {
    const views = [
      connector('evm', { name: 'Dev Multi', rdns: 'dev.multi' }),
      connector('sol', { name: 'Dev Multi', chains: ['solana'] }),
      connector('btc', { name: 'dev multi ', type: 'INJECTED', chains: ['bip122'] }),
    ]
    const [row, ...others] = walletRows({
      ...{ connectors: views, order: ['injected'], mobile: false, namespace: 'eip155' },
    })
    expect(others).toEqual([])
    expect(row).toMatchObject({
      connector: {
        id: 'evm',
        type: 'MULTI_CHAIN',
        chains: ['eip155', 'solana', 'bip122'],
        members: views,
      },
    })
  })

  it('keep apart wallets that share only a name, and show the origin of each wallet', () => {
    const twins = (views: readonly ConnectorView[]) =>
      walletRows({ connectors: views, order: ['injected'], mobile: false, namespace: 'eip155' }).map((row) =>
        'connector' in row ? [row.connector.id, row.lookAlikeReason] : [],
      )
    const genuine = connector('a', { name: 'Fox', rdns: 'io.fox' })
    const ofItsFamily = connector('b', { name: 'Fox' })
    const ofAnotherRdns = connector('c', { name: 'FOX', rdns: 'evil.fox', chains: ['solana'] })
    expect(twins([genuine, ofItsFamily])).toEqual([
      ['a', 'name'],
      ['b', 'name'],
    ])
    expect(twins([genuine, ofAnotherRdns])).toEqual([
      ['a', 'name'],
      ['c', 'name'],
    ])
    const ofItsRdns = connector('d', { name: 'Wolf', rdns: 'io.fox' })
    expect(twins([genuine, ofItsRdns, connector('e', { name: 'Bear' })])).toEqual([
      ['a', 'rdns'],
      ['d', 'rdns'],
      ['e', undefined],
    ])
  })

  it.each([
    'Мeta Мask',
    'Meta\u00a0Mask',
    'MetaMask.',
    'METAMASK',
    'ＭｅｔａＭａｓｋ',
    'MetaＭаsk',
    'Métamask',
    'Metarnask',
    'MetaMask (official)',
    'MetaMaskOfficial',
    'MetaMask2',
    'MetaMask!',
    'MetaMask$',
    'Official Meta Mask extension',
    'MetaMa5k',
    'Met@Ma$k',
    'MetaMasꝁ',
    'MetaMas𐐿',
    'ＭetаⱮasƙ',
    'MetaMaskk',
    'ksaMateM',
    '\u202eksaMateM\u202c',
    'kƨaMateM (MetaMask)',
  ])('mark two wallets whose names look alike: MetaMask and %s', (name) => {
    const genuine = connector('a', { name: 'MetaMask', rdns: 'io.metamask' })
    const rows = walletRows({
      connectors: [genuine, connector('b', { name }), connector('c', { name: 'Rabby' })],
      order: ['injected'],
      mobile: false,
      namespace: 'eip155',
    })
    expect(rows.map((row) => 'connector' in row && row.lookAlikeReason)).toEqual(['name', 'name', undefined])
  })

  it.each([
    ['MetaMask', 'Rabby Wallet', 'OKX Wallet', 'Trust Wallet', 'Wallet'],
    ['Phantom', 'Backpack', 'Solflare', 'Safe', 'SafePal'],
    ['Wallet 1', 'Wallet 10', 'Wallet 2'],
    ['币安 Wallet', 'カイ Wallet', '지갑 Wallet', 'Кошелёк', 'محفظة'],
  ])('leave genuine names unmarked: %s, %s, …', (...names) => {
    const rows = walletRows({
      connectors: names.map((name, each) => connector(`honest${each}`, { name })),
      order: ['injected'],
      mobile: false,
      namespace: 'eip155',
    })
    expect(rows).toHaveLength(names.length)
    expect(rows.filter((row) => 'connector' in row && row.lookAlikeReason)).toEqual([])
  })

  it('number the wallets that claim the same id, in the order of their discovery', () => {
    const claims = (views: readonly ConnectorView[]) =>
      walletRows({ connectors: views, order: ['injected'], mobile: false, namespace: 'eip155' }).map(
        (row) => 'connector' in row && row.claim,
      )
    const twin = (id: string, rdns?: string) => connector(id, { name: 'Fox', ...(rdns && { rdns }) })
    expect(
      claims([twin('io.fox', 'io.fox'), twin('io.fox#10', 'io.fox'), twin('io.fox#2', 'io.fox')]),
    ).toEqual([1, 3, 2])
    // A wallet-standard wallet has no rdns, so only the number distinguishes the two wallets.
    expect(claims([twin('Fox'), twin('Fox#2')])).toEqual([1, 2])
    expect(claims([twin('io.fox', 'io.fox'), twin('io.wolf', 'io.wolf')])).toEqual([undefined, undefined])
  })

  it('show the origin of a wallet whose name looks like a name from the host, or mixes alphabets', () => {
    const twinOf = (name: string) =>
      walletRows({
        connectors: [connector('b', { name })],
        custom: [wallet('fox')],
        order: ['custom', 'injected'],
        mobile: false,
        namespace: 'eip155',
      }).flatMap((row) => ('connector' in row ? [row.lookAlikeReason] : []))
    expect(twinOf(wallet('fox').name.toUpperCase())).toEqual(['name'])
    expect(twinOf('Rаbby')).toEqual(['name'])
    expect(twinOf('币安 Wallet')).toEqual([undefined])
    expect(twinOf('Кошелёк')).toEqual([undefined])
  })

  it('start with well-known wallets when the list is long', () => {
    const forged = Array.from({ length: 120 }, (_, each) => connector(`forged${each}`, { name: `W${each}` }))
    const genuine = connector('io.metamask', { name: 'MetaMask', explorerId: 'c57ca95b' })
    const known = connector('io.known', { name: 'Known', familiar: true })
    const twins = Array.from({ length: 120 }, (_, each) =>
      connector(`io.metamask#${each + 2}`, { name: 'MetaMask', familiar: true }),
    )
    const order = ['injected'] as const
    expect(rowsOf({ connectors: [...forged, genuine, ...twins, known], order }).slice(0, 3)).toEqual([
      'injected:io.metamask',
      'injected:io.known',
      'injected:io.metamask#2',
    ])
    expect(rowsOf({ connectors: [...forged.slice(0, 20), genuine], order }).at(-1)).toBe(
      'injected:io.metamask',
    )
  })

  it('omit the connector with the id coinbaseWalletSDK', () => {
    const connectors = [connector('coinbaseWalletSDK', { type: 'EXTERNAL' })]
    expect(rowsOf({ connectors })).toEqual([])
  })
})

describe('the wallet count', () => {
  it.each([
    [0, '0'],
    [9, '9'],
    [10, '10'],
    [11, '10+'],
    [127, '120+'],
  ])('of %d is shown as %s', (count, shown) => {
    expect(walletCount(count)).toBe(shown)
  })
})
