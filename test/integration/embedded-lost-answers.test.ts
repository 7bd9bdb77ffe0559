// @module-tag ci
import { base58 } from '@scure/base'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceWallet } from '../../src/core/wallet/wallet-service.ts'
import type { Devnet } from '../../src/devnet/index.ts'
import { networksFrom } from '../../src/embedded-wallet/networks.ts'
import { eip155Requests } from '../../src/embedded-wallet/requests/eip155.ts'
import { solanaRequests } from '../../src/embedded-wallet/requests/solana.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type BroadcastFault, type LosingProxy, losingProxy } from '../support/losing-proxy.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

let proxy: LosingProxy | undefined
afterEach(async () => {
  await proxy?.stop()
  proxy = undefined
})

type Family = 'eip155' | 'solana'
const gone = 'http://127.0.0.1:1'
const networkOf = (family: Family) => devnet.networks.find(({ chainNamespace }) => chainNamespace === family)!
const target = (family: Family) => networkOf(family).rpcUrls.default.http[0]!
const alice = () => devnet.accounts.alice!
const bob = () => devnet.accounts.bob!
const ask = async (family: Family, method: string, ...params: unknown[]) => {
  const response = await fetch(target(family), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()).result
}
/** Reads the recipient's balance directly from the node. */
const held = async (family: Family): Promise<bigint> => {
  const { address } = bob()[family]!
  if (family === 'eip155') return BigInt(await ask(family, 'eth_getBalance', address, 'latest'))
  return BigInt((await ask(family, 'getBalance', address, { commitment: 'confirmed' })).value)
}

/**
 * Pays from Alice to Bob with the embedded wallet. Prepares the request, and signs as after an approval. The wallet's
 * first node can't be reached.
 */
async function pay(family: Family, value: bigint): Promise<string> {
  const { caipNetworkId: id, name, nativeCurrency } = networkOf(family)
  const networks = networksFrom([{ id, name, rpcUrl: gone, rpcUrls: [proxy!.url], nativeCurrency }], null, id)
  const secrets = { eip155: alice().eip155!.secret, solana: alice().solana!.secret }
  const addresses = { eip155: alice().eip155!.address, solana: alice().solana!.address }
  const wallet: ServiceWallet = { version: 1, splitAt: 0, addresses }
  if (family === 'eip155') {
    const kept = { add: async () => true, update: async () => {}, get: async () => undefined }
    const { prepare } = eip155Requests(networks, systemFetch, kept, systemClock)
    const params = [{ to: bob().eip155!.address, value: `0x${value.toString(16)}` }]
    const prepared = await prepare({ method: 'eth_sendTransaction', params }, wallet, networks.of(family))
    return String(await prepared.sign(secrets))
  }
  const { blockhash } = await new Connection(target(family), 'confirmed').getLatestBlockhash()
  const from = new PublicKey(addresses.solana)
  const transaction = new Transaction({ feePayer: from, recentBlockhash: blockhash }).add(
    SystemProgram.transfer({
      fromPubkey: from,
      toPubkey: new PublicKey(bob().solana!.address),
      lamports: value,
    }),
  )
  const wire = base58.encode(transaction.serialize({ requireAllSignatures: false }))
  const asked = { method: 'solana_signAndSendTransaction', params: { transaction: wire } }
  const prepared = await solanaRequests(systemFetch, systemClock)(asked, wallet, networks.of(family))
  return ((await prepared.sign(secrets)) as { signature: string }).signature
}

describe.each<[Family, bigint]>([
  ['eip155', 10n ** 16n],
  ['solana', 10n ** 7n],
])('the embedded wallet on %s', (family, least) => {
  it.each<[BroadcastFault, bigint]>([
    ['cut once', 1n],
    ['gateway timeout', 2n],
    ['twice', 3n],
  ])(
    'pays once if one node is down and the other loses its answer to the broadcast (fault: "%s")',
    async (fault, more) => {
      const before = await held(family)
      proxy = await losingProxy(target(family), fault)
      const hash = await pay(family, least + more)
      expect(hash).toBe(JSON.parse(proxy.delivered[0]!).result)
      await expect.poll(() => held(family), { message: 'the recipient is paid' }).toBe(before + least + more)
    },
  )

  it('reports the hash in its error if the node accepts the transaction and dies', async () => {
    const before = await held(family)
    proxy = await losingProxy(target(family), 'dies')
    const failed = await pay(family, least + 4n).catch((error: unknown) => error)
    const hash = JSON.parse(proxy.delivered[0]!).result
    expect(failed).toMatchObject({ code: -32603, data: { maybeSent: true, hash } })
    expect(String(failed)).toContain('may have been sent')
    await expect.poll(() => held(family), { message: 'the recipient is paid' }).toBe(before + least + 4n)
  })
})
