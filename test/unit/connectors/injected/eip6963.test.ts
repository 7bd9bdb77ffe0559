import { describe, expect, it } from 'vitest'
import type { Eip1193Connector } from '../../../../src/connectors/injected/eip1193-connector.ts'
import { discoverEip6963 } from '../../../../src/connectors/injected/eip6963.ts'
import type { Connector } from '../../../../src/core/wallet/connector.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { announceEip6963 } from '../../../../src/testing/wallets/announce.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='
const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Fox',
  icon: png,
  rdns: 'io.fox',
}
const otherUuid = '7b3c0c9e-6d0f-4f7e-8a39-0d9c2f8b1a11'
const provider = () => ({ request: async () => null as unknown, on() {}, removeListener() {} })

function setUp() {
  const platform = memoryPlatform()
  const found: Connector[] = []
  const start = () =>
    discoverEip6963({ ...platform, networks: [] }, (connector) => void found.push(connector))
  const announce = (detail: unknown) => platform.page.dispatch('eip6963:announceProvider', detail)
  const announceInfo = (changes: object = {}, by: object = provider()) =>
    announce(Object.freeze({ info: Object.freeze({ ...info, ...changes }), provider: by }))
  return { ...platform, found, start, announce, announceInfo, ids: () => found.map(({ id }) => id) }
}

describe('EIP-6963 discovery', () => {
  it('finds a wallet that was in the page before discovery starts', () => {
    const { page, found, start } = setUp()
    const wallet = provider()
    announceEip6963(page, wallet, info)
    start()
    expect(found).toMatchObject([
      { id: 'io.fox', name: 'Fox', type: 'ANNOUNCED', chains: ['eip155'], imageUrl: png, rdns: 'io.fox' },
    ])
    expect(found[0]?.provider).toBe(wallet)
  })

  it('lists a wallet only once if the wallet arrives after the start and is asked to announce itself again', () => {
    const { page, ids, start } = setUp()
    start()
    announceEip6963(page, provider(), info)
    page.dispatch('eip6963:requestProvider')
    expect(ids()).toEqual(['io.fox'])
  })

  it('stops listening when it is released', () => {
    const { page, start, announceInfo, found } = setUp()
    start()()
    announceInfo()
    expect(found).toEqual([])
    expect(page.listenerCount()).toBe(0)
  })
})

describe('the id of a wallet in the catalogue', () => {
  it("comes from Latchkey's own list, and only the first wallet with a listed rdns gets it", () => {
    const { found, start, announceInfo } = setUp()
    start()
    announceInfo({ rdns: 'io.metamask', explorerId: 'false' })
    announceInfo({ rdns: 'io.metamask', uuid: 'b50670db-19fa-4704-a166-e52e178b59d3' })
    announceInfo({ explorerId: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393' })
    announceInfo({ rdns: 'constructor.to.string' })
    expect(found.map(({ explorerId }) => explorerId?.slice(0, 8))).toEqual([
      'c57ca95b',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the announcement of a wallet', () => {
  it.each([
    ['a uuid of another version', { uuid: '350670db-19fa-1704-a166-e52e178b59d2' }],
    ['no uuid', { uuid: undefined }],
    ['an rdns that is not a domain', { rdns: 'fox' }],
    ['an rdns with a space', { rdns: 'io.fox wallet' }],
    ['an rdns that is too long', { rdns: `${'a.'.repeat(130)}io` }],
    ['an empty name', { name: '  ' }],
    ['an invisible name', { name: '\u200b\u202e\u2060\u00ad\ufeff\u3164' }],
    ['a name that is not text', { name: {} }],
  ])('is dropped if its info has %s', (_, changes) => {
    const { start, announceInfo, found, logged } = setUp()
    start()
    announceInfo(changes)
    expect(found).toEqual([])
    expect(logged.map(({ level }) => level)).toEqual(['debug'])
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['text', 'hello'],
    ['a detail without info', Object.freeze({ provider: provider() })],
    ['a provider without request', Object.freeze({ info, provider: {} })],
    ['a provider that is null', Object.freeze({ info, provider: null })],
    ['a detail that is mutable', { info, provider: provider() }],
    [
      'a getter that throws',
      Object.freeze({
        get info(): unknown {
          throw new Error('trap')
        },
      }),
    ],
  ])('is dropped if it is %s', (_, detail) => {
    const { start, announce, found } = setUp()
    start()
    announce(detail)
    expect(found).toEqual([])
  })

  it.each(
    [
      'https://fox.example/icon.png',
      'data:text/html,<script>',
      'data:image/png',
      'javascript:alert(1)',
      undefined,
      `data:image/png;base64,${'A'.repeat(262_144)}`,
    ].map((icon) => [String(icon).slice(0, 40), icon] as const),
  )("lists the wallet without an icon if only the icon is invalid, such as '%s'", (_, icon) => {
    const { start, announceInfo, found } = setUp()
    start()
    announceInfo({ icon })
    expect(found).toMatchObject([{ id: 'io.fox', imageUrl: undefined }])
  })

  it('is accepted if the last part of the rdns has a digit', () => {
    const { start, announceInfo, ids } = setUp()
    start()
    announceInfo({ rdns: 'com.bitget.web3' })
    expect(ids()).toEqual(['com.bitget.web3'])
  })
})

describe('discovery of similar wallets', () => {
  it('lists a second provider with the same rdns beside the first, and keeps the id of the first', () => {
    const { start, announceInfo, found, logged, ids } = setUp()
    start()
    const genuine = provider()
    announceInfo({}, genuine)
    announceInfo({ uuid: otherUuid })
    expect(ids()).toEqual(['io.fox', 'io.fox#2'])
    expect(found.map(({ rdns }) => rdns)).toEqual(['io.fox', 'io.fox'])
    expect(found[0]?.provider).toBe(genuine)
    expect(logged.map(({ level }) => level)).toEqual(['warn'])
  })

  it("lists each provider, even if a provider copies another provider's uuid", () => {
    const { start, announceInfo, ids, found } = setUp()
    start()
    announceInfo({ uuid: otherUuid })
    announceInfo()
    const genuine = provider()
    announceInfo({}, genuine)
    expect(ids()).toEqual(['io.fox', 'io.fox#2', 'io.fox#3'])
    expect(found.at(-1)?.provider).toBe(genuine)
  })

  it("lists a wallet under its real name even if an impostor announces the wallet's provider first, under a false name", () => {
    const { start, announceInfo, found } = setUp()
    start()
    const genuine = provider()
    announceInfo({ name: 'Wolf', icon: undefined }, genuine)
    announceInfo({}, genuine)
    expect(found).toMatchObject([
      { id: 'io.fox', name: 'Wolf', imageUrl: undefined },
      { id: 'io.fox#2', name: 'Fox', imageUrl: png },
    ])
  })

  it('lists a wallet with the same name but another rdns under its own id', () => {
    const { start, announceInfo, ids } = setUp()
    start()
    announceInfo()
    announceInfo({ rdns: 'io.wolf', uuid: otherUuid })
    expect(ids()).toEqual(['io.fox', 'io.wolf'])
  })

  it("lists a wallet even if an impostor announces the wallet's provider first, under a false rdns", () => {
    const { start, announceInfo, ids } = setUp()
    start()
    const genuine = provider()
    announceInfo({ rdns: 'io.wolf', uuid: otherUuid }, genuine)
    announceInfo({}, genuine)
    expect(ids()).toEqual(['io.wolf', 'io.fox'])
  })

  it('lists a wallet only once, even if its announcements have different uuids', () => {
    const { start, announceInfo, ids } = setUp()
    start()
    const wallet = provider()
    announceInfo({}, wallet)
    announceInfo({ uuid: otherUuid }, wallet)
    expect(ids()).toEqual(['io.fox'])
  })

  it('keeps the announced values, even if the announced object changes afterwards', () => {
    const { start, announce, found } = setUp()
    start()
    const mutable = { ...info }
    let reads = 0
    const sly = Object.freeze({
      info: mutable,
      get provider() {
        return reads++ === 0 ? first : provider()
      },
    })
    const first = provider()
    announce(sly)
    mutable.name = 'Wolf'
    mutable.icon = 'javascript:alert(1)'
    expect(found).toMatchObject([{ name: 'Fox', imageUrl: png }])
    expect((found[0] as Eip1193Connector).provider).toBe(first)
    expect(reads).toBe(1)
  })
})

describe('a flood of announcements', () => {
  it('adds one entry to the list if all thousand announcements come from one wallet', () => {
    const { start, announceInfo, ids } = setUp()
    start()
    const wallet = provider()
    for (let i = 0; i < 1000; i++) announceInfo({}, wallet)
    expect(ids()).toEqual(['io.fox'])
  })

  it('leaves room for the genuine wallet among a hundred forged announcements', () => {
    const { start, announceInfo, found } = setUp()
    start()
    for (let i = 0; i < 50; i++) announceInfo({ rdns: `io.fox${i}` })
    for (let i = 0; i < 50; i++) announceInfo()
    const genuine = provider()
    announceInfo({ name: 'The Fox' }, genuine)
    expect(found).toHaveLength(101)
    expect(found.at(-1)).toMatchObject({ name: 'The Fox', rdns: 'io.fox', provider: genuine })
  })

  it('adds at most three hundred entries to the list, even if a thousand wallets announce themselves', () => {
    const { start, announceInfo, found } = setUp()
    start()
    for (let i = 0; i < 1000; i++) announceInfo({ rdns: `io.fox${i}` })
    expect(found).toHaveLength(300)
  })

  it('leaves room for a well-known wallet, even if thousands of other names are announced', () => {
    const { start, announceInfo, found } = setUp()
    start()
    for (let i = 0; i < 2500; i++) announceInfo({ rdns: `io.fox${i}` })
    const genuine = provider()
    announceInfo({ name: 'Rabby Wallet', rdns: 'io.rabby' }, genuine)
    for (let i = 2500; i < 5000; i++) announceInfo({ rdns: `io.fox${i}` })
    expect(found.find(({ provider }) => provider === genuine)).toMatchObject({ id: 'io.rabby' })
    expect(found).toHaveLength(301)
  })

  it('leaves room for a wallet with a new name if all earlier announcements repeat one name', () => {
    const { start, announceInfo, found } = setUp()
    start()
    for (let i = 0; i < 5000; i++) announceInfo()
    const genuine = provider()
    announceInfo({ name: 'Bear', rdns: 'io.bear' }, genuine)
    expect(found.at(-1)).toMatchObject({ id: 'io.bear', provider: genuine })
    expect(found).toHaveLength(101)
  })

  it('leaves room for well-known wallets, even if it repeats the name of one of them', () => {
    const { start, announceInfo, ids } = setUp()
    start()
    for (let i = 0; i < 5000; i++) announceInfo({ rdns: 'io.metamask' })
    announceInfo({ rdns: 'io.rabby' })
    expect(ids()).toContain('io.rabby')
    expect(ids()).toHaveLength(101)
  })
})
