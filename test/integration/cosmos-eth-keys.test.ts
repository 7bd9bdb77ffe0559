// @module-tag ci
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { SigningStargateClient } from '@cosmjs/stargate'
import { bech32, hex } from '@scure/base'
import { computeAddress, hexlify, keccak256, recoverAddress } from 'ethers'
import { type ChainNetwork, createLatchkey, type Latchkey } from 'latchkey'
import { cosmos } from 'latchkey/adapters/cosmos'
import { keplrConnector } from 'latchkey/connectors'
import { cosmosSigner } from 'latchkey/cosmos-signer'
import { type CosmosWalletOptions, createCosmosWallet, memoryPlatform } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CosmosAdapter } from '../../src/adapters/cosmos/adapter.ts'
import type { DirectDoc } from '../../src/adapters/cosmos/sign-doc.ts'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import type { KeyKind } from '../../src/devnet/nodes/cosmos/account-key.ts'
import type { CosmosNode } from '../../src/devnet/nodes/cosmos/cosmos-node.ts'
import { startLoopbackNode } from '../../src/devnet/nodes/cosmos/loopback-node.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { clientOn } from '../support/bridged-client.ts'
import { chainReads } from '../support/chain-reads.ts'

const id = 'latchkey-evm-1'
const caipNetworkId = `cosmos:${id}` as const
const { secret } = devAccounts.alice!.eip155!
const addressOf = (account: string) =>
  bech32.encode('cosmos', bech32.toWords(hex.decode(account.slice(2).toLowerCase())))
const alice = addressOf(devAccounts.alice!.eip155!.address)
const bob = addressOf(devAccounts.bob!.eip155!.address)

/**
 * Ethereum-style keys. The tests compute addresses and verify signatures with ethers, because the wallet doesn't use
 * ethers.
 */
const ethKeys: KeyKind = {
  publicKeyType: '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey',
  addressOf: (publicKey) => addressOf(computeAddress(hexlify(publicKey))),
  isSigned(bytes, signature, publicKey) {
    const signer = computeAddress(hexlify(publicKey))
    return ['1b', '1c'].some((v) => recoverAddress(keccak256(bytes), `${hexlify(signature)}${v}`) === signer)
  },
}

let node: CosmosNode
let network: ChainNetwork<'cosmos'>
let client: Latchkey | undefined
beforeAll(async () => {
  node = await startLoopbackNode(id, { keys: ethKeys, funded: [alice] })
  network = {
    id,
    caipNetworkId,
    chainNamespace: 'cosmos',
    name: 'Ethereum keys',
    nativeCurrency: { name: 'Test Atom', symbol: 'ATOM', decimals: 6 },
    rpcUrls: { default: { http: [node.url] } },
    testnet: true,
    cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.025', keyType: 'eth_secp256k1' },
  }
})
afterAll(() => node?.stop())
afterEach(() => client?.dispose())

const open = async (options: Partial<CosmosWalletOptions> = {}) => {
  const keys = createCosmosWallet({
    privateKeys: [secret],
    chains: [{ id, bech32Prefix: 'cosmos', keyType: 'eth_secp256k1' }],
    ...options,
  })
  client = clientOn(
    { networks: [network] },
    [cosmos()],
    [keplrConnector({ id: 'keys', name: 'Keys', provider: keys.provider })],
  )
  await client.connect({ connectorId: 'keys' })
  return { latchkey: client, keys }
}

/**
 * Restores a connection to a wallet with a Ledger, as at a page load. The wallet has no method `isConnected`, so it hasn't
 * confirmed the stored accounts. Returns the methods that the page has asked the wallet for since then.
 */
const restored = async () => {
  const keys = createCosmosWallet({
    privateKeys: [secret],
    chains: [{ id, bech32Prefix: 'cosmos', keyType: 'eth_secp256k1' }],
    ledger: true,
  })
  Object.assign(keys.provider, { isConnected: undefined })
  const { storage } = memoryPlatform()
  const load = async () => {
    await client?.dispose()
    client = createLatchkey({
      networks: [network],
      adapters: [cosmos()],
      connectors: [keplrConnector({ id: 'keys', name: 'Keys', provider: keys.provider })],
      enableEIP6963: false,
      enableInjected: false,
      platform: { ...memoryPlatform({ clock: systemClock, fetch: systemFetch }), storage },
    })
    await client.ready()
    return client
  }
  await (await load()).connect({ connectorId: 'keys' })
  const latchkey = await load()
  expect(latchkey.connections.of('cosmos')?.accounts[0]).toMatchObject({ address: alice })
  const earlier = keys.script.requests.length
  const asked = () => keys.script.requests.slice(earlier).map(({ method }) => method)
  return { adapter: (await latchkey.adapter('cosmos')) as CosmosAdapter, asked }
}

describe('on a cosmos network with eth_secp256k1 keys,', () => {
  it.each([
    ['in Direct mode', false],
    ['in Amino mode, with a Ledger', true],
  ])('the node confirms a payment that the wallet signs %s', async (_, ledger) => {
    const { balance } = chainReads([network])
    const { latchkey } = await open({ ledger })
    expect(latchkey.connections.of('cosmos')?.accounts[0]).toMatchObject({ address: alice })
    const adapter = await latchkey.adapter('cosmos')
    const before = await balance(caipNetworkId, bob)
    const sent = await adapter.send({ from: `${caipNetworkId}:${alice}`, to: bob, amount: 12_345n })
    expect(await adapter.waitForTransaction(caipNetworkId, sent)).toMatchObject({
      phase: expect.stringMatching(/confirmed|finalized/),
    })
    expect((await balance(caipNetworkId, bob)) - before).toBe(12_345n)
  })

  it('a wallet with a Ledger signs the first payment after a page load, in Amino mode', async () => {
    const { adapter, asked } = await restored()
    await adapter.send({ from: `${caipNetworkId}:${alice}`, to: bob, amount: 321n })
    expect(asked().filter((method) => method.startsWith('sign'))).toEqual(['signAmino'])
  })

  it('after a page load, Latchkey asks a wallet with a Ledger for no signature in Direct mode', async () => {
    const { adapter, asked } = await restored()
    const doc = {
      chainId: id,
      accountNumber: '0',
      bodyBytes: new Uint8Array(),
      authInfoBytes: new Uint8Array(),
    }
    const account = `${caipNetworkId}:${alice}` as const
    await expect(adapter.signDirect(account, doc)).rejects.toMatchObject({
      code: 'adapter/unsupported',
    })
    expect(asked()).not.toContain('signDirect')
  })

  it('after a page load, Latchkey asks the wallet nothing before it signs', async () => {
    const { adapter, asked } = await restored()
    const account = `${caipNetworkId}:${alice}` as const
    expect(await adapter.getPublicKey(account)).toHaveLength(33)
    const [messages, doc] = [[{ typeUrl: '/unknown.Msg', value: new Uint8Array() }], { chainId: 'other-1' }]
    await expect(adapter.signTransaction!(account, { messages })).rejects.toMatchObject({
      code: 'validation/invalid-input',
    })
    await expect(adapter.signDirect(account, doc as DirectDoc)).rejects.toMatchObject({
      code: 'network/wrong-chain',
    })
    expect(asked()).toEqual([])
  })

  it("the wallet signs a message, and returns the account's public key", async () => {
    const adapter = await (await open()).latchkey.adapter('cosmos')
    const { publicKey } = await adapter.signMessage(`${caipNetworkId}:${alice}`, 'Sign in')
    expect(addressOf(computeAddress(`0x${publicKey}`))).toBe(alice)
  })

  it('Latchkey refuses a wallet whose account has an ordinary cosmos key', async () => {
    await expect(open({ chains: [{ id, bech32Prefix: 'cosmos' }] })).rejects.toMatchObject({
      code: 'wallet/invalid-answer',
    })
  })

  it("Latchkey reports the node's refusal if the wallet hashes a payment with SHA-256", async () => {
    const { latchkey, keys } = await open()
    const usual = await DirectSecp256k1Wallet.fromKey(hex.decode(secret.slice(2)), 'cosmos')
    const [own] = await usual.getAccounts()
    keys.script.next('signDirect', {
      async answer({ params: [, , asked] }: { readonly params: readonly unknown[] }) {
        const doc = asked as Parameters<typeof usual.signDirect>[1]
        const signed = { ...doc, accountNumber: BigInt(doc.accountNumber) }
        return { ...(await usual.signDirect(own!.address, signed)), signed: doc }
      },
    })
    const adapter = await latchkey.adapter('cosmos')
    await expect(
      adapter.send({ from: `${caipNetworkId}:${alice}`, to: bob, amount: 5n }),
    ).rejects.toMatchObject({ details: expect.stringContaining('signature verification failed') })
  })

  it('the node accepts a transaction that CosmJS builds and the wallet signs', async () => {
    const { latchkey } = await open()
    const signer = cosmosSigner(latchkey, { chainId: id })
    expect(await signer.getAccounts()).toMatchObject([{ address: alice, algo: 'eth_secp256k1' }])
    const stargate = await SigningStargateClient.connectWithSigner(node.url, signer)
    const fee = { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' }
    const { code } = await stargate.sendTokens(alice, bob, [{ denom: 'uatom', amount: '77' }], fee)
    expect(code).toBe(0)
    stargate.disconnect()
  })
})
