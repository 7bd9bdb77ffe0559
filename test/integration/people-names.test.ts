import type { ServerResponse } from 'node:http'
import { encodeAddress } from '@polkadot/util-crypto'
import { injectedWeb3Connector } from 'latchkey/connectors'
import { createPolkadotWallet } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { polkadot } from '../../src/adapters/polkadot/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { kusamaAssetHub, paseoAssetHub, polkadotAssetHub, polkadotRelay } from '../../src/networks/index.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { loopback, quickClock } from '../support/loopback.ts'
import { type PeopleEntry, peopleGenesis, peopleNode, peopleValue } from '../support/people-node.ts'

const addressOf = (seed: number, prefix = 0) => encodeAddress(new Uint8Array(32).fill(seed), prefix)
const [ada, eve, sub] = [addressOf(1), addressOf(2), addressOf(3)]
const own = devAccounts.alice!.polkadot!

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const info = (owner: string) => ({ owner, provider: 'Allocation' })
const registration = (display: string, ...judgements: readonly string[]) => ({
  judgements: judgements.map((one, at) => [at, one]),
  deposit: 1n,
  info: { display: { Raw: display } },
})

interface WorldOptions {
  readonly networks?: readonly ChainNetwork<'polkadot'>[]
  readonly genesis?: string
  /**
   * The id of the People chain for which the host sets a node. Empty: the host sets no node. Default: the id that follows from
   * `genesis`.
   */
  readonly people?: string | undefined
  readonly options?: Partial<LatchkeyOptions>
}

/** Returns a client whose node of the People chain has these entries. All other nodes fail. */
async function world(
  entries: readonly PeopleEntry[],
  {
    networks = [polkadotAssetHub],
    genesis = peopleGenesis.polkadot,
    people = `polkadot:${genesis.slice(2, 34)}`,
    options,
  }: WorldOptions = {},
) {
  const node = await peopleNode(entries, genesis)
  const other = await loopback((_, response) => response.writeHead(500).end())
  closing.push(node.close, other.close)
  const latchkey = createLatchkey({
    networks: networks.map((network) => ({ ...network, rpcUrls: { default: { http: [other.url] } } })),
    adapters: [polkadot()],
    customRpcUrls: people === '' ? {} : { [people]: [{ url: node.url }] },
    platform: memoryPlatform({ clock: quickClock(), fetch: (input, init) => fetch(input, init) }),
    name: `people-names-${Math.random()}`,
    enableEIP6963: false,
    enableInjected: false,
    ...options,
  } as LatchkeyOptions)
  closing.push(() => latchkey.dispose())
  return { latchkey, names: latchkey.names, node, other }
}
const on = ({ caipNetworkId: network }: ChainNetwork) => ({ network })
const unresolved = { code: 'name/resolve-failed' }
const unsupported = { code: 'adapter/unsupported' }

/** A People chain on which Ada owns the username `ada.dot`. */
const registered: readonly PeopleEntry[] = [['UsernameInfoOf', 'ada.dot', info(ada)]]

describe('a username of the People chain', () => {
  it.each([polkadotAssetHub, polkadotRelay])(
    'resolves on $name to the account that owns it',
    async (network) => {
      const { names, node, other } = await world(registered, { networks: [network] })
      expect(await names.resolve(' Ada.DOT ')).toEqual({
        name: 'ada.dot',
        address: ada,
        network: network.caipNetworkId,
      })
      expect(node.keys).toHaveLength(1)
      expect(other.requests).toEqual([])
    },
  )

  it.each([
    'аda.dot',
    'a da.dot',
    'ada\u200b.dot',
    'pay.ada.dot',
    '.dot',
    'ada-b.dot',
    `${'a'.repeat(29)}.dot`,
  ])('such as %j is invalid, and is refused without a request', async (text) => {
    const { names, node } = await world(registered)
    await expect(names.resolve(text)).rejects.toMatchObject(unresolved)
    expect(node.requests).toEqual([])
  })

  it('is not resolved if it is not registered', async () => {
    const { names } = await world(registered)
    await expect(names.resolve('eve.dot')).rejects.toMatchObject(unresolved)
  })

  it('is not looked up if the host sets no node of the People chain', async () => {
    const { names, node, other } = await world(registered, { people: '' })
    await expect(names.resolve('ada.dot')).rejects.toMatchObject(unsupported)
    await expect(names.reverse(ada)).rejects.toMatchObject(unsupported)
    expect([...node.requests, ...other.requests]).toEqual([])
  })

  it.each([kusamaAssetHub, paseoAssetHub])('is not looked up on $name', async (network) => {
    const { names, node } = await world(registered, { networks: [network, polkadotAssetHub] })
    await expect(names.resolve('ada.dot', on(network))).rejects.toMatchObject(unsupported)
    expect(node.requests).toEqual([])
  })

  it('is not resolved by a node of another chain', async () => {
    const { names } = await world(registered, {
      genesis: peopleGenesis.kusama,
      people: `polkadot:${peopleGenesis.polkadot.slice(2, 34)}`,
    })
    await expect(names.resolve('ada.dot')).rejects.toMatchObject(unresolved)
  })

  it('is not looked up when an ENS name is resolved on the relay chain', async () => {
    const { names, node } = await world(registered, {
      networks: [polkadotRelay],
      options: { adapters: [polkadot(), eip155()] } as Partial<LatchkeyOptions>,
    })
    await expect(names.resolve('ada.eth')).rejects.toMatchObject(unresolved)
    expect(node.requests).toEqual([])
  })

  const json = (result: unknown) => (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  }
  it.each<[string, (response: ServerResponse) => void]>([
    ['10 MB', json(`0x${'00'.repeat(5_000_000)}`)],
    ['longer than an entry', json(`0x${'00'.repeat(50)}`)],
    ['HTML', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>ok</h1>')],
    ['an error 500', (response) => void response.writeHead(500).end('down')],
    ['a number', json(1)],
    ['an object', json({ owner: ada })],
    ['an address', json(ada)],
    ['half a byte', json('0x123')],
    ['empty', json('0x')],
    ['a key that is too short', json(`0x${'01'.repeat(31)}`)],
  ])('is not resolved if the answer is %s, but resolves at the next lookup', async (_, write) => {
    const { names, node } = await world(registered)
    node.fault.write = write
    await expect(names.resolve('ada.dot')).rejects.toMatchObject(unresolved)
    await expect(names.reverse(ada)).rejects.toMatchObject({ code: 'name/reverse-failed' })
    node.fault.write = undefined
    expect((await names.resolve('ada.dot')).address).toBe(ada)
  })
})

describe('the username of an account on the People chain', () => {
  it.each<[string, string, readonly PeopleEntry[], readonly string[]]>([
    ['its primary username', ada, [['UsernameOf', ada, 'ada.dot']], ['ada.dot']],
    ['missing if the account has no username', ada, [], []],
    ['missing if the username resolves to another account', eve, [['UsernameOf', eve, 'ada.dot']], []],
    ['missing if the username is not registered', eve, [['UsernameOf', eve, 'gone.dot']], []],
    [
      'missing if the username has another suffix than .dot',
      eve,
      [
        ['UsernameOf', eve, 'eve.other'],
        ['UsernameInfoOf', 'eve.other', info(eve)],
      ],
      [],
    ],
    [
      'missing if a letter of the username only looks like an ASCII letter',
      eve,
      [
        ['UsernameOf', eve, 'еve.dot'],
        ['UsernameInfoOf', 'еve.dot', info(eve)],
      ],
      [],
    ],
    [
      'missing if the account has only an identity',
      eve,
      [['IdentityOf', eve, registration('Eve', 'KnownGood')]],
      [],
    ],
  ])('is %s', async (_, account, more, expected) => {
    const { names } = await world([...registered, ...more])
    expect(await names.reverse(account)).toEqual(expected)
  })
})

/** Connects a client, and returns the identity of its account. */
async function shown(entries: (account: string) => readonly PeopleEntry[], options: WorldOptions = {}) {
  const keys = createPolkadotWallet({ secrets: [own.secret] })
  const { latchkey, node } = await world([], {
    ...options,
    options: {
      connectors: [injectedWeb3Connector({ id: 'keys', name: 'Keys', provider: keys.injected })],
    } as Partial<LatchkeyOptions>,
  })
  await latchkey.connect({ connectorId: 'keys' })
  const { address = '' } = latchkey.account.active
  for (const entry of entries(address)) node.set(...entry)
  await latchkey.names.identify()
  return { latchkey, node, address, name: latchkey.names.state.identity?.name }
}

describe('the shown name of a polkadot account', () => {
  it('is its username, which the send form accepts as a recipient', async () => {
    const { latchkey, name } = await shown((account) => [
      ['UsernameOf', account, 'me.dot'],
      ['UsernameInfoOf', 'me.dot', info(account)],
      ['IdentityOf', account, registration('My Name', 'KnownGood')],
      ['UsernameInfoOf', 'ada.dot', info(ada)],
    ])
    expect(name).toBe('me.dot')
    expect(latchkey.account.active).toMatchObject({ profileName: 'me.dot' })
    await latchkey.send.setReceiver('ada.dot')
    expect(latchkey.send.state).toMatchObject({ receiverAddress: ada, receiverProfileName: 'ada.dot' })
  })

  it('is the name in an approved identity if the account has no username', async () => {
    const { latchkey, name, address } = await shown((account) => [
      ['IdentityOf', account, registration('Ada 🌻', 'Reasonable')],
    ])
    expect(name).toBe('Ada 🌻')
    expect(latchkey.account.active).toMatchObject({ profileName: 'Ada 🌻' })
    expect(await latchkey.names.reverse(address)).toEqual([])
    await latchkey.send.setReceiver('Ada 🌻')
    expect(latchkey.send.state).toMatchObject({ resolving: false, receiverAddress: undefined })
    await expect(latchkey.names.resolve('Ada 🌻')).rejects.toBeInstanceOf(Error)
  })

  it('is the name in an approved identity on Kusama', async () => {
    const { name } = await shown((account) => [['IdentityOf', account, registration('Ada', 'KnownGood')]], {
      networks: [kusamaAssetHub],
      genesis: peopleGenesis.kusama,
    })
    expect(name).toBe('Ada')
  })

  it.each<[string, (account: string) => readonly PeopleEntry[], string | undefined]>([
    ['missing if the account has no entry', () => [], undefined],
    [
      'missing if no registrar has judged the identity',
      (account) => [['IdentityOf', account, registration('Gavin Wood')]],
      undefined,
    ],
    [
      'missing if a registrar found the identity erroneous',
      (account) => [['IdentityOf', account, registration('Gavin Wood', 'Reasonable', 'Erroneous')]],
      undefined,
    ],
    [
      'missing if the name in the identity looks like a username',
      (account) => [['IdentityOf', account, registration('gav.dot', 'KnownGood')]],
      undefined,
    ],
    [
      'missing if the name in the identity looks like a username after invisible characters are removed',
      (account) => [['IdentityOf', account, registration('gav\u200b.\u200bdot', 'KnownGood')]],
      undefined,
    ],
    [
      'the name in the identity without invisible and bidirectional characters',
      (account) => [['IdentityOf', account, registration('\u202eAda\u200b  B', 'KnownGood')]],
      'Ada B',
    ],
    [
      'the name of the main identity and the name of the sub-identity',
      (account) => [
        ['SuperOf', account, [ada, { Raw: 'savings' }]],
        ['SubsOf', ada, [1n, [sub, account]]],
        ['IdentityOf', ada, registration('Ada', 'KnownGood')],
      ],
      'Ada/savings',
    ],
    [
      'missing if the main identity does not list the sub-identity',
      (account) => [
        ['SuperOf', account, [ada, { Raw: 'savings' }]],
        ['SubsOf', ada, [1n, [sub]]],
        ['IdentityOf', ada, registration('Ada', 'KnownGood')],
      ],
      undefined,
    ],
    [
      'missing if the main identity is not judged',
      (account) => [
        ['SuperOf', account, [ada, { Raw: 'savings' }]],
        ['SubsOf', ada, [1n, [account]]],
        ['IdentityOf', ada, registration('Ada')],
      ],
      undefined,
    ],
    [
      'missing if the sub-identity has no name',
      (account) => [
        ['SuperOf', account, [ada, { None: null }]],
        ['SubsOf', ada, [1n, [account]]],
        ['IdentityOf', ada, registration('Ada', 'KnownGood')],
      ],
      undefined,
    ],
  ])('is %s', async (_, entries, expected) => {
    const { name, latchkey } = await shown(entries)
    expect(latchkey.names.state.identity).toBeDefined()
    expect(name).toBe(expected)
  })

  it('is read again at the next lookup if its entry had an unknown format', async () => {
    const { latchkey, node, address, name } = await shown((account) => [
      [
        'IdentityOf',
        account,
        Uint8Array.from([...peopleValue('IdentityOf', registration('Eve', 'KnownGood')), 1, 2]),
      ],
    ])
    expect([latchkey.names.state.identity, name]).toEqual([undefined, undefined])
    node.set('IdentityOf', address, registration('Ada', 'KnownGood'))
    await latchkey.names.identify()
    expect(latchkey.names.state.identity).toMatchObject({ name: 'Ada' })
  })
})
