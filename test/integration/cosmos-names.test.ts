import type { ServerResponse } from 'node:http'
import { bech32 } from '@scure/base'
import { createCosmosWallet } from 'latchkey/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { cosmos } from '../../src/adapters/cosmos/index.ts'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { keplrConnector } from '../../src/connectors/external-keplr.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import { cosmosHub, injective, osmosis } from '../../src/networks/index.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { ContractError, cosmwasmNode, type FakeContract } from '../support/cosmwasm-node.ts'
import { quickClock } from '../support/loopback.ts'

/** ICNS's resolver: https://github.com/icns-xyz/icns, README.md. */
const resolver = 'osmo1xk0s8xgktn9x5vwcgtjdxqzadg88fgn33p8u9cnpdxwemvxscvast52cdd'
/** A mainnet name and its addresses: https://github.com/leapwallet/name-matcha, src/registry/icns.spec.ts. */
const leap = {
  cosmos: 'cosmos19vf5mfr40awvkefw69nl6p3mmlsnacmm28xyqh',
  osmo: 'osmo19vf5mfr40awvkefw69nl6p3mmlsnacmmzu45k9',
  inj: addressOf('inj', 9),
}
/** Stargaze Names' contract: https://github.com/public-awesome/names, API.md. */
const collection = 'stars1fx74nkqkw2748av8j7ew7r3xt9cgjqduwn8m0ur5lhe49uhlsasszc5fhr'
/** The address of messi.stars: https://github.com/leapwallet/name-matcha, src/registry/stargaze-names.spec.ts. */
const messi = 'stars19vf5mfr40awvkefw69nl6p3mmlsnacmm7m3etx'
/** The values of stargaze/chain.json in https://github.com/cosmos/chain-registry. */
const stargaze: ChainNetwork<'cosmos'> = {
  ...osmosis,
  id: 'stargaze-1',
  caipNetworkId: 'cosmos:stargaze-1',
  name: 'Stargaze',
  nativeCurrency: { name: 'Stargaze', symbol: 'STARS', decimals: 6 },
  cosmos: { bech32Prefix: 'stars', denom: 'ustars', gasPrice: '1' },
}
const [ada, eve] = [addressOf('cosmos', 1), addressOf('cosmos', 2)]

function addressOf(prefix: string, seed: number): string {
  return bech32.encode(prefix, bech32.toWords(new Uint8Array(20).fill(seed)))
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Fakes ICNS's resolver. `records` contains the addresses by name. `primary` maps an address to its primary name, without the suffix. */
function icns(
  records: Readonly<Record<string, unknown>>,
  primary: Readonly<Record<string, unknown>> = {},
): FakeContract {
  return ({ address_by_icns: forward, primary_name: back }) => {
    if (forward?.icns?.split('.').length === 2) return { bech32_address: records[forward.icns] ?? '' }
    if (back?.address !== undefined) return { name: primary[back.address] ?? '' }
    throw new ContractError('Invalid ICNS')
  }
}

/** Fakes the contract of Stargaze Names. `records` contains the addresses by label. `primary` contains the labels by address. */
function stargazeNames(
  records: Readonly<Record<string, unknown>>,
  primary: Readonly<Record<string, unknown>> = {},
): FakeContract {
  return ({ associated_address: forward, name: back }) => {
    const found = forward ? records[forward.name ?? ''] : primary[back?.address ?? '']
    if (found !== undefined) return found
    const [item, key] = forward
      ? ['TokenInfo', forward.name]
      : ['No name associated with address', back?.address]
    throw new ContractError(forward ? `${item} not found: ${key}` : `${item} ${key}`)
  }
}

/** Returns a client with these networks. Only the last network has a node. The node has the contract that stores the names. */
async function world(
  contract: FakeContract,
  networks: readonly ChainNetwork[] = [cosmosHub, osmosis],
  options: Partial<LatchkeyOptions> = {},
) {
  const isStargaze = networks.at(-1) === stargaze
  const node = await cosmwasmNode(isStargaze ? 'stargaze-1' : 'osmosis-1', {
    [isStargaze ? collection : resolver]: contract,
  })
  closing.push(node.close)
  const latchkey = createLatchkey({
    networks: networks.map((network) => ({ ...network, rpcUrls: { default: { http: [node.url] } } })),
    adapters: [cosmos()],
    platform: memoryPlatform({ clock: quickClock(), fetch: (input, init) => fetch(input, init) }),
    name: `cosmos-names-${Math.random()}`,
    enableEIP6963: false,
    enableInjected: false,
    ...options,
  } as LatchkeyOptions)
  closing.push(() => latchkey.dispose())
  return { latchkey, names: latchkey.names, node }
}
function keys(id: string, bech32Prefix: string) {
  const { provider } = createCosmosWallet({
    privateKeys: [`0x${'11'.repeat(32)}`],
    chains: [{ id, bech32Prefix }],
  })
  return keplrConnector({ id: 'keys', name: 'Keys', provider })
}
const on = ({ caipNetworkId: network }: ChainNetwork) => ({ network })
const unresolved = { code: 'name/resolve-failed' }

describe('an ICNS name', () => {
  const records = {
    'leap_cosmos.cosmos': leap.cosmos,
    'leap_cosmos.osmo': leap.osmo,
    'leap_cosmos.inj': leap.inj,
  }

  it.each([
    [cosmosHub, 'leap_cosmos.cosmos', leap.cosmos],
    [osmosis, 'leap_cosmos.osmo', leap.osmo],
    [injective, 'leap_cosmos.inj', leap.inj],
  ])('resolves on $name to the address with the prefix of this network', async (network, name, address) => {
    const { names } = await world(icns(records), [cosmosHub, injective, osmosis])
    expect(await names.resolve(` ${name.toUpperCase()} `, on(network))).toEqual({
      name,
      address,
      network: network.caipNetworkId,
    })
  })

  it('is not resolved on a network with another prefix', async () => {
    const { names, node } = await world(icns(records))
    await expect(names.resolve('leap_cosmos.osmo', on(cosmosHub))).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    expect(node.questions).toEqual([])
  })

  it('is not resolved if it is not registered', async () => {
    const { names } = await world(icns(records))
    await expect(names.resolve('eve.cosmos', on(cosmosHub))).rejects.toMatchObject(unresolved)
  })

  it.each([
    // The first e is Cyrillic.
    'lеap_cosmos.cosmos',
    'leap cosmos.cosmos',
    'leap_cosmos\u200b.cosmos',
    'pay.leap_cosmos.cosmos',
    '.cosmos',
    '😀.cosmos',
    'leap_cosmos．cosmos',
  ])('such as %j is refused without a request, because it has an invalid character or form', async (text) => {
    const { names, node } = await world(() => ({ bech32_address: leap.cosmos }))
    await expect(names.resolve(text, on(cosmosHub))).rejects.toMatchObject({
      code: expect.stringMatching(/^(name\/resolve-failed|adapter\/unsupported)$/),
    })
    expect(node.questions).toEqual([])
  })

  it('is not looked up without a node of Osmosis, or on a test network', async () => {
    const { names, node } = await world(icns(records), [cosmosHub])
    await expect(names.resolve('leap_cosmos.cosmos')).rejects.toMatchObject({ code: 'adapter/unsupported' })
    await expect(names.reverse(leap.cosmos)).rejects.toMatchObject({ code: 'adapter/unsupported' })
    const test = { ...cosmosHub, id: 'provider', caipNetworkId: 'cosmos:provider' as const, testnet: true }
    const other = await world(icns(records), [test, osmosis])
    await expect(other.names.resolve('leap_cosmos.cosmos')).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    expect([...node.requests, ...other.node.requests]).toEqual([])
  })

  it("is not looked up on another network that uses Cosmos Hub's prefix", async () => {
    const other = { ...cosmosHub, id: 'other-1', caipNetworkId: 'cosmos:other-1' as const }
    const { names, node } = await world(icns(records), [other, osmosis])
    await expect(names.resolve('leap_cosmos.cosmos')).rejects.toMatchObject({ code: 'adapter/unsupported' })
    expect(node.questions).toEqual([])
  })

  it('is resolved by the node that customRpcUrls contains for Osmosis', async () => {
    const icnsNode = await cosmwasmNode('osmosis-1', { [resolver]: icns(records) })
    closing.push(icnsNode.close)
    const { names } = await world(icns({}), [cosmosHub], {
      customRpcUrls: { 'cosmos:osmosis-1': [{ url: icnsNode.url }] },
    })
    expect((await names.resolve('leap_cosmos.cosmos')).address).toBe(leap.cosmos)
  })

  it('is not resolved by a node of another network', async () => {
    const wrong = await cosmwasmNode('osmo-test-5', { [resolver]: icns(records) })
    closing.push(wrong.close)
    const { names } = await world(icns({}), [cosmosHub], {
      customRpcUrls: { 'cosmos:osmosis-1': [{ url: wrong.url }] },
    })
    await expect(names.resolve('leap_cosmos.cosmos')).rejects.toMatchObject(unresolved)
  })

  it('is not requested if the visitor enters an ENS name, such as ada.eth, on Cosmos Hub', async () => {
    const { names, node } = await world(icns(records), [cosmosHub, osmosis], {
      adapters: [cosmos(), eip155()],
    } as Partial<LatchkeyOptions>)
    await expect(names.resolve('ada.eth', on(cosmosHub))).rejects.toMatchObject(unresolved)
    expect(node.questions).toEqual([])
  })
})

describe('an answer about an ICNS name', () => {
  it.each<[string, FakeContract]>([
    ['an address with the prefix of another network', icns({ 'ada.cosmos': leap.osmo })],
    ['an address in capital letters', icns({ 'ada.cosmos': ada.toUpperCase() })],
    ['an address with a wrong checksum', icns({ 'ada.cosmos': `${ada.slice(0, -1)}q` })],
    ["a validator's address", icns({ 'ada.cosmos': addressOf('cosmosvaloper', 1) })],
    ['a number as the address', icns({ 'ada.cosmos': 1 })],
    ['an object as the address', icns({ 'ada.cosmos': { address: ada } })],
    ['a text instead of an object', () => ada],
    ['null', () => null],
    ['a list', () => [{ bech32_address: ada }]],
    ['the address in another member', () => ({ address: ada })],
    ['an address followed by spaces', icns({ 'ada.cosmos': `${ada}${' '.repeat(4000)}` })],
  ])('is refused if the contract returns %s', async (_, contract) => {
    const { names } = await world(contract)
    await expect(names.resolve('ada.cosmos')).rejects.toMatchObject(unresolved)
  })

  const json = (text: string) => (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    response.end(text)
  }
  const value = (bytes: Buffer) =>
    json(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { response: { value: bytes.toString('base64') } } }))
  it.each<[string, (response: ServerResponse) => void]>([
    ['10 MB', json(`{"jsonrpc":"2.0","id":1,"result":"${'a'.repeat(10_000_000)}"}`)],
    ['HTML', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>ok</h1>')],
    ['a response with status 500', (response) => void response.writeHead(500).end('down')],
    ['a response without a value', json('{"jsonrpc":"2.0","id":1,"result":{"response":{}}}')],
    ['bytes that are not a protobuf message', value(Buffer.from('ffff', 'hex'))],
    ['bytes that are not JSON', value(Buffer.from('0a027b7b', 'hex'))],
    ['bytes that are not UTF-8', value(Buffer.from('0a0422fffe22', 'hex'))],
  ])('that consists of %s is refused, and the name resolves at the next lookup', async (_, write) => {
    const { names, node } = await world(icns({ 'ada.cosmos': ada }))
    node.fault.write = write
    await expect(names.resolve('ada.cosmos')).rejects.toMatchObject(unresolved)
    await expect(names.reverse(ada)).rejects.toMatchObject({ code: 'name/reverse-failed' })
    node.fault.write = undefined
    expect((await names.resolve('ada.cosmos')).address).toBe(ada)
  })
})

describe('a Stargaze name', () => {
  it('resolves on Stargaze to its associated address', async () => {
    const { names, node } = await world(stargazeNames({ messi }), [stargaze])
    expect(await names.resolve(' Messi.STARS ')).toEqual({
      name: 'messi.stars',
      address: messi,
      network: 'cosmos:stargaze-1',
    })
    expect(node.questions).toEqual([{ associated_address: { name: 'messi' } }])
  })

  it('can resolve to a contract, whose address is longer', async () => {
    const { names } = await world(stargazeNames({ dao: collection }), [stargaze])
    expect((await names.resolve('dao.stars')).address).toBe(collection)
  })

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['that is not registered', {}],
    ['whose address has the prefix of another network', { messi: leap.cosmos }],
    ['whose address is in capital letters', { messi: messi.toUpperCase() }],
    ['for which the contract returns an object', { messi: { address: messi } }],
    ['for which the contract returns a number', { messi: 1 }],
    ['for which the contract returns an empty text', { messi: '' }],
  ])('%s is not resolved', async (_, records) => {
    const { names } = await world(stargazeNames(records), [stargaze])
    await expect(names.resolve('messi.stars')).rejects.toMatchObject(unresolved)
  })

  it('is never looked up in ICNS', async () => {
    const resolving = await cosmwasmNode('osmosis-1', { [resolver]: icns({ 'messi.stars': messi }) })
    closing.push(resolving.close)
    const { names, node } = await world(stargazeNames({}), [stargaze], {
      customRpcUrls: { 'cosmos:osmosis-1': [{ url: resolving.url }] },
    })
    await expect(names.resolve('messi.stars')).rejects.toMatchObject(unresolved)
    expect(node.questions).toHaveLength(1)
    expect(resolving.requests).toEqual([])
  })

  it('is not resolved on Cosmos Hub', async () => {
    const { names, node } = await world(stargazeNames({ messi }), [cosmosHub, stargaze])
    await expect(names.resolve('messi.cosmos', on(cosmosHub))).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    expect(node.requests).toEqual([])
  })
})

describe('the Stargaze name of an account', () => {
  it.each([
    ['the name that the contract returns', messi, { [messi]: 'messi' }, ['messi.stars']],
    ['missing if the account has no name', messi, {}, []],
    [
      'missing if the returned name resolves to another account',
      addressOf('stars', 2),
      { [addressOf('stars', 2)]: 'messi' },
      [],
    ],
    ['missing if the name is not registered', messi, { [messi]: 'gone' }, []],
    ['missing if a letter of the name only looks like an ASCII letter', messi, { [messi]: 'mеssi' }, []],
    [
      'missing if the contract returns a whole name instead of a label',
      messi,
      { [messi]: 'messi.stars' },
      [],
    ],
  ] as const)('is %s', async (_, account, primary, expected) => {
    const { names } = await world(stargazeNames({ messi, mеssi: messi }, primary), [stargaze])
    expect(await names.reverse(account)).toEqual(expected)
  })

  it.each([
    ['an object', { name: 'messi' }],
    ['a list', ['messi']],
    ['null', null],
  ])('is refused if the contract returns %s', async (_, answer) => {
    const { names } = await world(stargazeNames({ messi }, { [messi]: answer }), [stargaze])
    await expect(names.reverse(messi)).rejects.toMatchObject({ code: 'name/reverse-failed' })
  })

  it('is shown for the connected account, and the send form accepts it as a recipient', async () => {
    const own: { account?: string } = {}
    const { latchkey, names } = await world(
      (question) => stargazeNames({ me: own.account, messi }, { [own.account ?? '']: 'me' })(question),
      [stargaze],
      { connectors: [keys('stargaze-1', 'stars')] },
    )
    await latchkey.connect({ connectorId: 'keys' })
    own.account = latchkey.account.active.address
    await names.identify()
    expect(latchkey.account.active).toMatchObject({ profileName: 'me.stars' })
    await latchkey.send.setReceiver('messi.stars')
    expect(latchkey.send.state).toMatchObject({ receiverAddress: messi, receiverProfileName: 'messi.stars' })
  })
})

describe('the name of a cosmos account', () => {
  const records = { 'ada.cosmos': ada, 'Eve.cosmos': eve, 'еve.cosmos': eve }

  it.each([
    ['its primary name', ada, { [ada]: 'ada' }, ['ada.cosmos']],
    ['missing without a primary name', ada, {}, []],
    ['missing if its primary name resolves to another account', eve, { [eve]: 'ada' }, []],
    ['missing if the name has no address for the network', eve, { [eve]: 'gone' }, []],
    ['missing if the name is not in lower case', eve, { [eve]: 'Eve' }, []],
    ['missing if a letter of the name only looks like an ASCII letter', eve, { [eve]: 'еve' }, []],
    ['missing if the name has a further label', eve, { [eve]: 'ada.cosmos' }, []],
  ] as const)('is %s', async (_, account, primary, expected) => {
    const { names } = await world(icns(records, primary))
    expect(await names.reverse(account)).toEqual(expected)
  })

  it('is missing if the contract answers with an error', async () => {
    const { names } = await world(() => {
      throw new ContractError('Invalid bech32 address')
    })
    expect(await names.reverse(ada)).toEqual([])
  })

  it('is requested again after an answer of a wrong type', async () => {
    const answers: unknown[] = [{ name: 7 }, { name: 'ada' }]
    const { names } = await world((question) =>
      'primary_name' in question ? answers.shift() : { bech32_address: ada },
    )
    await expect(names.reverse(ada)).rejects.toMatchObject({ code: 'name/reverse-failed' })
    expect(await names.reverse(ada)).toEqual(['ada.cosmos'])
  })

  it('is shown for the connected account, and the send form accepts it as a recipient', async () => {
    const own: { account?: string } = {}
    const { latchkey, names } = await world(
      (question) =>
        icns({ 'me.cosmos': own.account, 'ada.cosmos': ada }, { [own.account ?? '']: 'me' })(question),
      [cosmosHub, osmosis],
      { connectors: [keys('cosmoshub-4', 'cosmos')] },
    )
    await latchkey.connect({ connectorId: 'keys' })
    own.account = latchkey.account.active.address
    await names.identify()
    expect(names.state.identity).toMatchObject({ name: 'me.cosmos' })
    expect(latchkey.account.active).toMatchObject({ profileName: 'me.cosmos' })

    await latchkey.send.setReceiver('ada.cosmos')
    expect(latchkey.send.state).toMatchObject({ receiverAddress: ada, receiverProfileName: 'ada.cosmos' })
  })
})
