import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { type Account, createPublicClient, encodeFunctionData, http, namehash, toCoinType } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hex } from '../../src/core/chain/caip.ts'
import { type Devnet, startDataService } from '../../src/devnet/index.ts'
import { postTo } from '../../src/devnet/node-http.ts'
import { NameContracts } from '../../src/servers/data/names/name-contracts.ts'
import { NodeCalls } from '../../src/servers/data/node-calls.ts'
import { dataClient } from '../support/data-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { receiptOf } from '../support/receipt.ts'

const zone = 'latchkey.test'
/** Returns a new name. The chain still has the names of earlier test runs. */
const fresh = (begin = 'test') => `${begin}${Date.now().toString(36)}${Math.floor(Math.random() * 1e6)}`
const seconds = () => Math.floor(Date.now() / 1000)

let devnet: Devnet
let service: ReturnType<typeof dataClient>
let ens: ReturnType<typeof viemOf>

/** Creates a viem client, which reads ENS names independently of our code. */
function viemOf({ networks }: Devnet) {
  const { id, name, nativeCurrency, rpcUrls, contracts } = networks[0]!
  const { ensUniversalResolver } = contracts!
  const chain = {
    id: Number(id),
    name,
    nativeCurrency,
    rpcUrls: rpcUrls as never,
    contracts: { ensUniversalResolver: ensUniversalResolver! },
  }
  return createPublicClient({ chain, transport: http(rpcUrls.default.http[0]) })
}

/** Calls a function of a contract that returns another contract's address. */
const addressIn = (address: Hex, functionName: string) => {
  const outputs = [{ type: 'address' }]
  const abi = [{ type: 'function', name: functionName, stateMutability: 'view', inputs: [], outputs }]
  return ens.readContract({ address, abi, functionName }) as Promise<Hex>
}

async function register(account: Account, name: string, changes: object = {}, signed: object = {}) {
  const message = JSON.stringify({ name, attributes: {}, timestamp: seconds(), ...signed })
  const signature = await account.signMessage!({ message })
  const body = { coin_type: toCoinType(31337), address: account.address, message, signature, ...changes }
  return service.post('/v1/profile/account', { ...body, coin_type: Number(body.coin_type) })
}
const newAccount = () => privateKeyToAccount(generatePrivateKey())
const refusal = (name: string, description: RegExp) => ({
  status: 400,
  body: { status: 'FAILED', reasons: [{ name, description: expect.stringMatching(description) }] },
})

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana'], data: true })
  service = dataClient(devnet.data!.url)
  ens = viemOf(devnet)
}, leaseTimeout)
afterAll(() => devnet?.stop())

describe('the names of the named accounts', () => {
  it('resolve to their addresses, in our client and in viem', async () => {
    const { eip155, solana } = devnet.accounts.alice!
    const profile = await service.profile(`alice.${zone}`)
    expect(profile).toMatchObject({
      name: `alice.${zone}`,
      addresses: {
        60: { address: eip155!.address.toLowerCase() },
        [Number(toCoinType(31337))]: { address: eip155!.address.toLowerCase() },
        [Number(toCoinType(31338))]: { address: eip155!.address.toLowerCase() },
        501: { address: solana!.address },
      },
      attributes: [],
    })
    expect(profile.registered).toBeGreaterThan(seconds() - 3600)
    const name = `alice.${zone}`
    expect(await ens.getEnsAddress({ name })).toBe(eip155!.address)
    expect(await ens.getEnsAddress({ name, coinType: toCoinType(31338) })).toBe(eip155!.address.toLowerCase())
    const sol = await ens.getEnsAddress({ name, coinType: 501n })
    expect(base58.encode(Buffer.from(sol!.slice(2), 'hex'))).toBe(solana!.address)
    expect((await service.get(`/v1/profile/account/ALICE.${zone}`)).body).toEqual(profile)
  })

  it('are the reverse names of their addresses, in our client and in viem', async () => {
    const { eip155, solana } = devnet.accounts.bob!
    const bob = await service.profile(`bob.${zone}`)
    for (const address of [eip155!.address, solana!.address]) {
      expect((await service.get(`/v1/profile/reverse/${address}`, { sender: address })).body).toEqual([bob])
      const identity = await service.get(`/v1/identity/${address}`, { sender: address })
      expect(identity.body).toEqual({ name: `bob.${zone}`, avatar: null })
    }
    const address = eip155!.address as Hex
    expect(await ens.getEnsName({ address })).toBe(`bob.${zone}`)
    expect(await ens.getEnsName({ address, coinType: toCoinType(31337) })).toBe(`bob.${zone}`)
    const bytes: Hex = `0x${Buffer.from(base58.decode(solana!.address)).toString('hex')}`
    expect(await ens.getEnsName({ address: bytes, coinType: 501n })).toBe(`bob.${zone}`)
  })

  it('are the only names with an address', async () => {
    const { address } = newAccount()
    const unknown = await service.get(`/v1/profile/account/nobody-at-all.${zone}`)
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({ status: 'FAILED', reasons: [{ name: 'name' }] })
    expect((await service.get(`/v1/profile/reverse/${address}`)).body).toEqual([])
    expect((await service.get(`/v1/identity/${address}`)).body).toEqual({ name: null, avatar: null })
    expect(await ens.getEnsAddress({ name: `nobody-at-all.${zone}` })).toBeNull()
    expect(await ens.getEnsAddress({ name: 'vitalik.eth' })).toBeNull()
    expect(await ens.getEnsName({ address })).toBeNull()
  })
})

describe('registering a name', () => {
  it('writes the name to the chain, where viem and a restarted service find the name', async () => {
    const account = newAccount()
    const name = `${fresh()}.${zone}`
    const attributes = { avatar: 'https://pictures.example/me.png', bio: 'Ünïcode, too' }
    expect(await register(account, name, {}, { attributes })).toEqual({
      status: 200,
      body: { success: true },
    })
    const again = await startDataService({ ...devnet, zone })
    try {
      const profile = await dataClient(again.url).profile(name)
      expect(profile).toEqual(await service.profile(name))
      expect(profile.addresses['60']!.address).toBe(account.address.toLowerCase())
      expect(profile.attributes).toEqual([attributes])
    } finally {
      await again.stop()
    }
    expect(await ens.getEnsAddress({ name })).toBe(account.address)
    expect(await ens.getEnsName({ address: account.address })).toBe(name)
    expect(await ens.getEnsText({ name, key: 'avatar' })).toBe(attributes.avatar)
    expect((await service.get(`/v1/identity/${account.address}`)).body).toEqual({
      name,
      avatar: attributes.avatar,
    })
  })

  it('accepts the signature of a solana key for a solana address', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const address = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
    const name = `${fresh()}.${zone}`
    const message = JSON.stringify({ name, attributes: {}, timestamp: seconds() })
    const signature = base58.encode(sign(null, Buffer.from(message), privateKey))
    const body = { coin_type: 501, address, message, signature }
    const other = `${message} `
    expect(await service.post('/v1/profile/account', { ...body, message: other })).toMatchObject(
      refusal('signature', /isn't a signature by the key/),
    )
    expect((await service.post('/v1/profile/account', body)).status).toBe(200)
    expect(Object.keys((await service.profile(name)).addresses)).toEqual(['501'])
    expect((await service.get(`/v1/profile/reverse/${address}`)).body).toMatchObject([{ name }])
  })

  it('is refused if the name is taken by an earlier or a simultaneous request', async () => {
    const [one, two] = [newAccount(), newAccount()]
    const name = `${fresh()}.${zone}`
    const answers = await Promise.all([register(one, name), register(two, name)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)).toEqual(refusal('name', /is registered already/))
    const before = await ens.getBlockNumber({ cacheTime: 0 })
    const refused = await register(newAccount(), `alice.${zone}`)
    expect(refused).toEqual(refusal('name', /alice.*registered already/))
    expect(await ens.getBlockNumber({ cacheTime: 0 })).toBe(before)
    const winner = answers[0]!.status === 200 ? one : two
    expect(await ens.getEnsAddress({ name })).toBe(winner.address)
    expect(await register(winner, `${fresh()}.${zone}`)).toEqual(refusal('address', /has the name/))
  })

  it("is refused if the account's signature is missing or old", async () => {
    const [account, thief] = [newAccount(), newAccount()]
    const name = `${fresh()}.${zone}`
    expect(await register(thief, name, { address: account.address })).toEqual(
      refusal('signature', /isn't a signature by the key of this address/),
    )
    expect(await register(account, name, { signature: '0x1234' })).toEqual(
      refusal('signature', /isn't a signature/),
    )
    const stale = { timestamp: seconds() - 301 }
    expect(await register(account, name, {}, stale)).toEqual(refusal('timestamp', /within 300 s/))
    expect((await service.get(`/v1/profile/account/${name}`)).status).toBe(404)
  })

  it.each([
    ['abc', /at least 4/],
    ['with_underscore', /letters, digits and hyphens/],
    ['two.labels', /letters, digits and hyphens/],
    ['xn--bcher-kva', /third and fourth characters/],
    ['x'.repeat(64), /at most 63/],
  ])('is refused for the invalid name %s', async (label, reason) => {
    expect(await register(newAccount(), `${label}.${zone}`)).toEqual(refusal('name', reason))
  })

  it('is refused for a wrong ending of the name, an unknown coin type and unknown text records', async () => {
    const account = newAccount()
    expect(await register(account, 'somebody.reown.id')).toEqual(
      refusal('name', /must end with .latchkey.test/),
    )
    const name = `${fresh()}.${zone}`
    expect(await register(account, name, { coin_type: 501 })).toEqual(refusal('address', /this coin type/))
    expect(await register(account, name, { coin_type: 'x' })).toEqual(refusal('coin_type', /ENSIP-11/))
    const attributes = { homepage: 'https://example.org' }
    expect(await register(account, name, {}, { attributes })).toEqual(refusal('attributes', /avatar and bio/))
    expect(await register(account, name, { message: 'I want a name' })).toEqual(refusal('message', /JSON/))
  })

  it('can start with a list of similar names, which says which names are taken', async () => {
    const { body } = await service.get('/v1/profile/suggestions/alice', { zone })
    expect(body.suggestions[0]).toEqual({ name: `alice.${zone}`, registered: true })
    expect(body.suggestions).toHaveLength(5)
    expect(body.suggestions[1]).toMatchObject({ name: `alice1.${zone}` })
    const short = await service.get('/v1/profile/suggestions/al')
    expect(short.body.suggestions.map(({ name }: { name: string }) => name)).toEqual(
      ['al-wallet', 'al-eth', 'the-al', 'al123'].map((label) => `${label}.${zone}`),
    )
    expect(await service.get('/v1/profile/suggestions/alice', { zone: 'reown.id' })).toEqual(
      refusal('zone', /latchkey.test/),
    )
    expect(await service.get('/v1/profile/suggestions/a.b')).toEqual(refusal('name', /letters/))
  })
})

describe('the name contracts', () => {
  const contracts = () => {
    const { rpcUrls, contracts } = devnet.networks[0]!
    return new NameContracts(
      new NodeCalls(postTo(rpcUrls.default.http[0]!)),
      contracts!.ensUniversalResolver!.address,
    )
  }

  it("resolve every subdomain of a name if the name's resolver supports this (ENSIP-10)", async () => {
    const label = fresh()
    const { address } = newAccount()
    const bytes = Buffer.from(address.slice(2), 'hex')
    await contracts().register({
      name: `*.${label}.${zone}`,
      addresses: [{ coinType: 60, bytes }],
      texts: [],
    })
    await contracts().register({ name: `${label}.${zone}`, addresses: [], texts: [['avatar', 'x']] })
    expect(await ens.getEnsAddress({ name: `shop.${label}.${zone}` })).toBe(address)
    expect(await ens.getEnsAddress({ name: `till.shop.${label}.${zone}` })).toBe(address)
    expect(await ens.getEnsAddress({ name: `${label}.${zone}` })).toBeNull()
    expect((await service.profile(`shop.${label}.${zone}`)).addresses['60']!.address).toBe(
      address.toLowerCase(),
    )
  })

  it('return no name for an address if the name resolves to another address (EIP-181)', async () => {
    const universal = devnet.networks[0]!.contracts!.ensUniversalResolver!.address
    const reverse = await addressIn(await addressIn(universal, 'service'), 'reverse')
    const { address } = newAccount()
    const ask = (method: string, params: unknown[]) =>
      ens.request({ method, params } as never) as Promise<Hex>
    await ask('anvil_impersonateAccount', [address])
    await ask('anvil_setBalance', [address, '0xde0b6b3a7640000'])
    const data = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'setName',
          stateMutability: 'nonpayable',
          inputs: [{ type: 'string' }],
          outputs: [],
        },
      ],
      functionName: 'setName',
      args: [`alice.${zone}`],
    })
    const hash = await ask('eth_sendTransaction', [{ from: address, to: reverse, data }])
    expect(await receiptOf(ens, hash)).toMatchObject({
      status: 'success',
    })
    expect(await ens.getEnsName({ address })).toBeNull()
    expect((await service.get(`/v1/profile/reverse/${address}`)).body).toEqual([])
  })

  it('compute the same hash of a name as other libraries (EIP-137)', async () => {
    const universal = devnet.networks[0]!.contracts!.ensUniversalResolver!.address
    const registry = await addressIn(universal, 'registry')
    const owner = await ens.readContract({
      address: registry,
      abi: [
        {
          type: 'function',
          name: 'owner',
          stateMutability: 'view',
          inputs: [{ type: 'bytes32' }],
          outputs: [{ type: 'address' }],
        },
      ],
      functionName: 'owner',
      args: [namehash(`alice.${zone}`)],
    })
    expect(Number(owner)).toBeGreaterThan(0)
  })
})
