import { runInNewContext } from 'node:vm'
import * as sr25519 from '@scure/sr25519'
import { polkadot } from 'latchkey/adapters/polkadot'
import { verifyMessage } from 'latchkey/siwx'
import { createPolkadotWallet, memoryPlatform, type PolkadotWallet } from 'latchkey/testing'
import { polkadotKeys } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import type { PolkadotAdapter } from '../../../../src/adapters/polkadot/adapter.ts'
import { wrapBytes } from '../../../../src/adapters/polkadot/bytes.ts'
import { polkadotSigner } from '../../../../src/bridges/polkadot-signer/index.ts'
import { injectedWeb3Connector } from '../../../../src/connectors/external-injected-web3.ts'
import type { CaipAddress } from '../../../../src/core/chain/caip.ts'
import { rpcErrorFrom } from '../../../../src/core/errors/rpc-errors.ts'
import type { Connector, ConnectorSession, WalletChannel } from '../../../../src/core/wallet/connector.ts'
import { devAccounts } from '../../../../src/devnet/dev-accounts.ts'
import { kusamaAssetHub, polkadotAssetHub, westendAssetHub } from '../../../../src/networks/index.ts'
import type { PolkadotKeyType } from '../../../../src/wallets/polkadot/keys.ts'

const alice = devAccounts.alice!.polkadot!
const spelled = {
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  kusama: 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F',
}
const key = Buffer.from('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d', 'hex')
const networks = [polkadotAssetHub, kusamaAssetHub, westendAssetHub]

async function setUp(keyType?: PolkadotKeyType) {
  const platform = memoryPlatform()
  const keys = createPolkadotWallet({ secrets: [alice.secret], keyType })
  const connector = injectedWeb3Connector({ id: 'x', name: 'X', provider: keys.injected })({
    ...platform,
    networks,
  })
  const adapter = await polkadot().create({
    ...platform,
    networks,
    endpoints: () => [],
    http: () => ({}) as never,
    rpc: () => ({ request: () => Promise.reject(new Error('not expected: a read')) }),
  })
  return { keys, connector, adapter }
}
const bytesOf = (signature: string) => Buffer.from(signature.slice(2), 'hex')

/** Returns a session whose wallet answers WalletConnect's JSON-RPC methods. */
function overRpc(keys: PolkadotWallet, methods: readonly string[]): ConnectorSession {
  const channel: WalletChannel = {
    kind: 'rpc',
    async request(call) {
      try {
        return await keys.request(call)
      } catch (error) {
        throw rpcErrorFrom(error, { method: call.method, source: 'wallet' })
      }
    },
  }
  return {
    accounts: [{ namespace: 'polkadot', address: spelled.polkadot, type: 'eoa' }],
    networks: networks.map(({ caipNetworkId }) => caipNetworkId),
    methods: { polkadot: new Set(methods) },
    channel: () => channel,
  }
}

describe('an account on several networks', () => {
  it("is shown, and signs, in the connected network's address format after each switch", async () => {
    const { keys, connector, adapter } = await setUp()
    const { id, accounts } = await adapter.connect({ connector, network: polkadotAssetHub })
    expect(accounts[0].address).toBe(spelled.polkadot)
    const told: unknown[] = []
    adapter.on('accountsChanged', (event) => told.push(event.accounts.map(({ address }) => address)))
    await adapter.switchNetwork(id, kusamaAssetHub)
    expect(adapter.connections()[0]?.accounts[0].address).toBe(spelled.kusama)
    await adapter.switchNetwork(id, westendAssetHub)
    expect(told).toEqual([[spelled.kusama], [alice.address]])
    expect(keys.script.count('enable')).toBe(1)
    for (const address of [alice.address, ...Object.values(spelled)])
      for (const { caipNetworkId } of networks) {
        const account: CaipAddress<'polkadot'> = `${caipNetworkId}:${address}`
        expect((await adapter.signMessage(account, 'hello')).scheme).toBe('sr25519')
      }
    await adapter.dispose()
  })

  it("is restored with the restored network's address format", async () => {
    const { connector, adapter } = await setUp()
    const network = kusamaAssetHub
    const connection = await adapter.reconnect({ connector, network, lastAddress: alice.address })
    expect(connection?.accounts[0].address).toBe(spelled.kusama)
  })
})

describe('an account that the visitor restricted to one chain', () => {
  const bob = devAccounts.bob!.polkadot!
  const onKusama = { address: alice.address, genesisHash: `0x${kusamaAssetHub.id}${'0'.repeat(32)}` }

  async function connected(list: readonly object[]) {
    const { adapter } = await setUp()
    const provider = {
      enable: async () => ({ accounts: { get: async () => list, subscribe: () => {} }, signer: {} }),
    }
    const connector = injectedWeb3Connector({ id: 'y', name: 'Y', provider })({
      ...memoryPlatform(),
      networks,
    })
    return { adapter, connection: await adapter.connect({ connector, network: polkadotAssetHub }) }
  }

  it('is connected on its chain if no other account is shown', async () => {
    const { adapter, connection } = await connected([onKusama])
    expect(connection.network.caipNetworkId).toBe(kusamaAssetHub.caipNetworkId)
    expect(connection.approvedNetworks).toEqual([kusamaAssetHub.caipNetworkId])
    await expect(adapter.switchNetwork(connection.id, polkadotAssetHub)).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
  })

  it('is shown only on its chain, beside accounts that work everywhere', async () => {
    const { adapter, connection } = await connected([onKusama, bob])
    expect(connection.network.caipNetworkId).toBe(polkadotAssetHub.caipNetworkId)
    expect(connection.accounts).toHaveLength(1)
    const elsewhere: CaipAddress<'polkadot'> = `${polkadotAssetHub.caipNetworkId}:${spelled.polkadot}`
    await expect(adapter.signMessage(elsewhere, 'x')).rejects.toMatchObject({
      code: 'connection/account-not-connected',
    })
    await adapter.switchNetwork(connection.id, kusamaAssetHub)
    const [{ accounts }] = adapter.connections() as [typeof connection]
    expect(accounts).toHaveLength(2)
    expect(accounts[0].address).toBe(spelled.kusama)
  })
})

describe('signing a polkadot message', () => {
  it.each([
    ['a text', 'Grüße'],
    ['an empty text', ''],
    ['bytes', Uint8Array.of(0, 255, 1)],
    ['a wrapped text', '<Bytes>hello</Bytes>'],
    ['a text that looks like hex', '0x1234'],
  ])('sends %s in exactly one wrapper, and asks the wallet only once', async (_, message) => {
    const { keys, connector, adapter } = await setUp()
    await adapter.connect({ connector, network: polkadotAssetHub })
    const account: CaipAddress<'polkadot'> = `${polkadotAssetHub.caipNetworkId}:${spelled.polkadot}`
    const { signature } = await adapter.signMessage(account, message)
    const [{ data, type }] = keys.script.requests.at(-1)!.params as [{ data: string; type: string }]
    expect(type).toBe('bytes')
    expect(Buffer.from(data.slice(2), 'hex')).toEqual(Buffer.from(wrapBytes(message)))
    expect(sr25519.verify(wrapBytes(message), bytesOf(signature), key)).toBe(true)
    const bare = typeof message === 'string' ? Buffer.from(message) : message
    if (Buffer.compare(bare, wrapBytes(message)) !== 0)
      expect(sr25519.verify(bare, bytesOf(signature), key)).toBe(false)
  })
})

describe('a polkadot wallet over JSON-RPC', () => {
  it("gets a text message as text, through WalletConnect's method", async () => {
    const { connector, adapter } = await setUp()
    const keys = createPolkadotWallet({ secrets: [alice.secret], authorized: true })
    const session = overRpc(keys, ['polkadot_signMessage'])
    const { id } = await adapter.connect({ connector, session, network: polkadotAssetHub })
    const account: CaipAddress<'polkadot'> = `${polkadotAssetHub.caipNetworkId}:${spelled.polkadot}`
    const { signature } = await adapter.signMessage(account, 'hello')
    expect(keys.script.requests).toEqual([
      {
        method: 'polkadot_signMessage',
        params: [{ address: spelled.polkadot, message: '<Bytes>hello</Bytes>' }],
      },
    ])
    expect(sr25519.verify(wrapBytes('hello'), bytesOf(signature), key)).toBe(true)
    expect(adapter.supports('sign.message', id)).toBe(true)
    expect(adapter.supports('send.native', id)).toBe(false)
    keys.script.next('polkadot_signMessage', 'reject')
    await expect(adapter.signMessage(account, 'x')).rejects.toMatchObject({ code: 'wallet/user-rejected' })
  })

  it.each(['wallet-standard', 'native'] as const)(
    'is accepted, while a %s wallet is refused',
    async (kind) => {
      const { connector, adapter } = await setUp()
      const keys = createPolkadotWallet({ secrets: [alice.secret], authorized: true })
      const session = { ...overRpc(keys, ['signRaw']), channel: () => ({ kind }) as unknown as WalletChannel }
      await adapter.connect({ connector: connector as Connector, session, network: polkadotAssetHub })
      const account: CaipAddress<'polkadot'> = `${polkadotAssetHub.caipNetworkId}:${spelled.polkadot}`
      await expect(adapter.signMessage(account, 'x')).rejects.toMatchObject({ code: 'adapter/unsupported' })
    },
  )
})

describe("a wallet's signature with its key type as the first byte", () => {
  /** Returns a function that lets the wallet answer with `prefix` and its signature, and returns the answer and its validity. */
  async function signing(keyType: PolkadotKeyType, prefix: string) {
    const { keys, connector, adapter } = await setUp(keyType)
    const { accounts } = await adapter.connect({ connector, network: polkadotAssetHub })
    const { address } = accounts[0]
    const chainId = polkadotAssetHub.caipNetworkId
    const signer = await polkadotKeys([alice.secret], keyType)
    const bare = (message: string) =>
      signer.signRaw(address, `0x${Buffer.from(wrapBytes(message)).toString('hex')}`).slice(2)
    const sign = async (message: string) => {
      keys.script.next('signRaw', { answer: { signature: `0x${prefix}${bare(message)}` } })
      const { signature, scheme } = await adapter.signMessage(`${chainId}:${address}`, message)
      return { scheme, isValid: await verifyMessage({ message, signature, scheme, address, chainId }) }
    }
    return { bare, sign }
  }

  it.each([
    ['ed25519', '00'],
    ['sr25519', '01'],
    ['ecdsa', '02'],
  ] as const)('has the scheme %s if the byte is %s', async (keyType, prefix) => {
    const { sign } = await signing(keyType, prefix)
    for (let turn = 0; turn < 20; turn++)
      expect(await sign(`message ${turn}`)).toEqual({ scheme: keyType, isValid: true })
  })

  it('is not confused with an ECDSA signature that starts with the byte of another key type', async () => {
    const { bare, sign } = await signing('ecdsa', '')
    for (const first of ['00', '01']) {
      let turn = 0
      while (!bare(`message ${turn}`).startsWith(first)) turn++
      const { isValid } = await sign(`message ${turn}`)
      expect(isValid, `an ECDSA signature that starts with ${first}`).toBe(true)
    }
  })
})

describe('the whole transaction that a wallet returns with its signature', () => {
  const signature = `0x01${'2'.repeat(128)}`
  const payload = {
    address: spelled.polkadot,
    method: '0x00',
    genesisHash: `0x${polkadotAssetHub.id}${'0'.repeat(32)}`,
  } as const

  // `SignerResult` of @polkadot/types allows both forms. A wallet's bytes may come from another realm, such as a frame.
  it.each([
    ['hex', '0x0401ff'],
    ['bytes', Uint8Array.of(4, 1, 255)],
    ['a part of a buffer', new Uint8Array([0, 4, 1, 255, 0]).subarray(1, 4)],
    ['bytes of another realm', runInNewContext('Uint8Array.of(4, 1, 255)') as Uint8Array],
  ])('is passed on as hex if it is %s', async (_, signedTransaction) => {
    const { keys, connector, adapter } = await setUp()
    await adapter.connect({ connector, network: polkadotAssetHub })
    keys.script.always('signPayload', { answer: { id: 1, signature, signedTransaction } })
    const account: CaipAddress<'polkadot'> = `${polkadotAssetHub.caipNetworkId}:${spelled.polkadot}`
    const expected = { signature, signedTransaction: '0x0401ff' }
    expect(await (adapter as PolkadotAdapter).signPayload(account, payload)).toEqual(expected)
    const signer = polkadotSigner({
      adapter: async () => adapter as never,
      connections: { of: () => adapter.connections()[0] } as never,
    })
    expect(await signer.signPayload(payload as never)).toMatchObject(expected)
  })
})

describe('an answer of a polkadot wallet', () => {
  it.each([
    [undefined],
    [null],
    ['0x'],
    [{}],
    [{ signature: 7 }],
    [{ signature: '0x12' }],
    [{ signature: `0x${'0'.repeat(127)}` }],
    [{ signature: `0x${'0'.repeat(132)}` }],
    [{ signature: `0x03${'0'.repeat(130)}` }],
    [{ signature: `0x${'0'.repeat(134)}` }],
    [{ signature: 'z'.repeat(130) }],
  ])('is refused when it is %j', async (answer) => {
    const { keys, connector, adapter } = await setUp()
    await adapter.connect({ connector, network: polkadotAssetHub })
    keys.script.next('signRaw', { answer })
    const account: CaipAddress<'polkadot'> = `${polkadotAssetHub.caipNetworkId}:${spelled.polkadot}`
    await expect(adapter.signMessage(account, 'x')).rejects.toMatchObject({ code: 'wallet/invalid-answer' })
  })
})
