import { id, JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import { type CaipAddress, type CaipNetworkId, caipAddress } from '../../src/core/chain/caip.ts'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { rpcErrorFrom } from '../../src/core/errors/rpc-errors.ts'
import type { ChainAdapter } from '../../src/core/wallet/adapter.ts'
import type { SentTransaction } from '../../src/core/wallet/transaction.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import type { JsonRpcPort } from '../../src/ports.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createEip155Wallet } from '../../src/testing/wallets/eip155.ts'
import { createRpcPool } from '../../src/transport/json-rpc/rpc-pool.ts'
import { eip155Keys } from '../../src/wallets/eip155/keys.ts'
import type { NodeCall } from '../../src/wallets/node-pool.ts'
import { ProviderError } from '../../src/wallets/provider-error.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

const platform = memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) })
let devnet: Devnet
let network: ChainNetwork<'eip155'>
let node: JsonRpcProvider
let signer: Wallet
let alice: CaipAddress<'eip155'>

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
  network = devnet.networks[0] as ChainNetwork<'eip155'>
  node = new JsonRpcProvider(urlOf(network.caipNetworkId), undefined, {
    cacheTimeout: -1,
    staticNetwork: true,
  })
  signer = new Wallet(devnet.accounts.alice?.eip155?.secret ?? '', node)
  alice = caipAddress(network.caipNetworkId, signer.address)
}, leaseTimeout)
afterAll(async () => {
  node?.destroy()
  await devnet?.stop()
})

beforeEach(() => node.send('evm_setAutomine', [false]))
afterEach(async () => {
  await node.send('anvil_dropAllTransactions', [])
  await node.send('evm_setAutomine', [true])
})

const urlOf = (id: string) => devnet.nodes.find((one) => one.network === id)?.url ?? ''
const bob = () => devnet.accounts.bob?.eip155?.address ?? ''
const carol = () => devnet.accounts.carol?.eip155?.address ?? ''
const mine = (blocks: number) => node.send('anvil_mine', [`0x${blocks.toString(16)}`])

/** Creates an adapter on one node, or on several nodes whose answers `change` can replace. */
async function world(
  lies: readonly ((method: string, answer: unknown, params: unknown) => unknown)[] = [(_, it) => it],
) {
  const honest = createRpcPool({ urls: [urlOf(network.caipNetworkId)], ...platform })
  const urls = lies.map((_, index) => `https://node${index}.example`)
  const rpc = (_: CaipNetworkId, url = urls[0]): JsonRpcPort => ({
    async request<T>(call: Parameters<JsonRpcPort['request']>[0], opts?: object) {
      const answer = await honest.request(call, opts).catch((error: unknown) => error)
      const told = lies[urls.indexOf(url as string)]?.(call.method, answer, call.params)
      if (told instanceof Error) throw told
      return told as T
    },
  })
  const wallet = createEip155Wallet({
    privateKeys: [signer.privateKey],
    chains: [{ id: Number(network.id), rpcUrl: urlOf(network.caipNetworkId) }],
  })
  const context = { ...platform, networks: devnet.networks }
  const connector = externalConnector({ id: 'test', name: 'Test', provider: wallet.provider })(context)
  const make = () => eip155().create({ ...context, endpoints: () => urls, rpc, http: () => ({}) as never })
  const adapter: ChainAdapter<'eip155'> = await make()
  await adapter.connect({ connector, network })
  const send = () => adapter.send({ from: alice, to: bob(), amount: 7n })
  /** Returns the error of a payment that the wallet sends, but whose request the wallet doesn't answer. */
  const unanswered = async (change: object = {}, meanwhile = async () => {}): Promise<unknown> => {
    const gone = { code: 4900, message: 'gone' }
    wallet.script.next('eth_sendTransaction', {
      answer: async ({ params: [{ to, value }] }: { params: [{ to: string; value: string }] }) => {
        await signer.sendTransaction({ to, value, gasLimit: 100_000n, ...change })
        await meanwhile()
        wallet.loseConnection(new ProviderError(gone.code, gone.message))
        throw gone
      },
    } as never)
    return adapter.send({ from: alice, to: bob(), amount: 7n }).catch((error: unknown) => error)
  }
  const candidates = (error: unknown) => adapter.findCandidates?.(network.caipNetworkId, error)
  const status = (sent: SentTransaction, by = adapter) => by.getTransactionStatus(network.caipNetworkId, sent)
  const wait = (sent: SentTransaction, opts?: object) =>
    adapter.waitForTransaction(network.caipNetworkId, sent, opts)
  return { adapter, make, send, unanswered, candidates, status, wait }
}

/**
 * Sends another transaction with the nonce of a pending transaction. Wallets do this to speed up or to cancel the
 * pending transaction.
 */
async function override({ hash }: SentTransaction, change: { to?: string; value?: bigint }): Promise<string> {
  const { nonce, to, value } = (await node.getTransaction(hash))!
  const fees = { maxFeePerGas: 50_000_000_000n, maxPriorityFeePerGas: 20_000_000_000n }
  const sent = await signer.sendTransaction({ nonce, to, value, ...fees, gasLimit: 21_000n, ...change })
  return sent.hash
}

describe('a payment that the wallet sends again with a higher fee', () => {
  it('is confirmed with the hash of the transaction in the block', async () => {
    const { send, status, wait } = await world()
    const sent = await send()
    expect(await status(sent)).toMatchObject({ phase: 'pending' })
    const waiting = wait(sent)
    const hash = await override(sent, {})
    await mine(1)
    expect(await waiting).toMatchObject({ phase: 'confirmed', hash })
    expect(await status(sent)).toEqual({ phase: 'replaced', reason: 'repriced', hash })
  })

  it('is found after a reload by the reference in its status', async () => {
    const { send, status, make } = await world()
    const sent = await send()
    const { reference } = (await status(sent)) as { reference?: string }
    const hash = await override(sent, {})
    await mine(1)
    const later = await make()
    expect(await status({ hash: sent.hash, reference }, later)).toMatchObject({ phase: 'replaced', hash })
    expect(await status(sent, await make())).toEqual({ phase: 'unknown' })
  })
})

describe('a payment that the wallet cancels or replaces', () => {
  it.each([
    ['cancelled', () => ({ to: signer.address, value: 0n })],
    ['replaced', () => ({ to: carol() })],
  ] as const)('is reported as %s when the other transaction is final', async (reason, change) => {
    const { send, status, wait } = await world()
    const sent = await send()
    await status(sent)
    const hash = await override(sent, change())
    await mine(1)
    expect(await status(sent)).toMatchObject({ phase: 'pending' })
    await mine(130)
    const verdict = { phase: 'replaced', reason, hash, accordingTo: 'node0.example' }
    expect(await status(sent)).toEqual(verdict)
    await expect(wait(sent)).rejects.toMatchObject({
      code: 'node/transaction-replaced',
      values: { hash: sent.hash, by: hash, reason },
    })
  })

  it("is reported as replaced even if the node can't look up a transaction by its nonce", async () => {
    const pruned = (method: string, answer: unknown) =>
      method === 'eth_getTransactionBySenderAndNonce' ? new Error('method not found') : answer
    const { send, status } = await world([pruned])
    const sent = await send()
    await status(sent)
    const hash = await override(sent, { to: carol() })
    await mine(131)
    expect(await status(sent)).toMatchObject({ phase: 'replaced', hash })
  })

  it("is unknown on a network that doesn't report which blocks are final", async () => {
    const endless = (method: string, answer: unknown, params: unknown) =>
      method === 'eth_getBlockByNumber' && (params as unknown[])[0] === 'finalized'
        ? new Error('unknown block tag')
        : answer
    const { send, status, wait } = await world([endless])
    const sent = await send()
    await status(sent)
    const hash = await override(sent, { to: signer.address, value: 0n })
    await mine(131)
    const reason = expect.stringMatching(`^${hash} in block \\d+ has its nonce, and no node says`)
    expect(await status(sent)).toMatchObject({ phase: 'unknown', reason })
    await expect(wait(sent, { timeout: 500 })).rejects.toMatchObject({
      code: 'node/transaction-unknown',
      values: { hash: sent.hash, reason },
    })
  })

  it("is unknown if one of two nodes doesn't confirm the replacement", async () => {
    let hides = false
    const behind = (method: string, answer: unknown) =>
      hides && method === 'eth_getTransactionCount' ? '0x0' : answer
    const { send, status } = await world([(_, answer) => answer, behind])
    const sent = await send()
    await status(sent)
    hides = true
    await override(sent, { to: carol() })
    await mine(131)
    expect(await status(sent)).toMatchObject({ phase: 'unknown', reason: expect.stringContaining('node0') })
    hides = false
    expect(await status(sent)).toMatchObject({ phase: 'replaced' })
  })
})

describe("the outcome of a Safe's own transaction", () => {
  const safe = `0x${'5a'.repeat(20)}`
  const safeHash = id('a transaction of the Safe')
  /**
   * The runtime code of a contract that emits an event, as a Safe does after an execution. The topic and the data of
   * the event come from the call.
   */
  const emits = '0x6040602060003760003560406000a100'

  it.each([
    ['ExecutionSuccess', { phase: 'confirmed' }],
    ['ExecutionFailure', { phase: 'failed', reason: expect.stringContaining('Safe') }],
  ])('is read from the event %s', async (event, expected) => {
    const { status } = await world()
    await node.send('anvil_setCode', [safe, emits])
    const sent = { hash: safeHash, reference: `${safe}:${bob()}` }
    expect(await status(sent)).toEqual({ phase: 'unknown' })
    const data = `${id(`${event}(bytes32,uint256)`)}${safeHash.slice(2)}${'0'.repeat(64)}`
    const snapshot = await node.send('evm_snapshot', [])
    const execution = await signer.sendTransaction({ to: safe, data, gasLimit: 100_000n })
    await mine(1)
    const { hash } = execution
    expect(await status(sent)).toMatchObject(event === 'ExecutionSuccess' ? { ...expected, hash } : expected)
    await node.send('evm_revert', [snapshot])
  })

  it('is searched for in shorter ranges of blocks if the node refuses a long range', async () => {
    const ranges: number[] = []
    const head = async () => Number(await node.send('eth_blockNumber', []))
    let newest = 0
    const narrow = (method: string, answer: unknown, params: unknown) => {
      if (method !== 'eth_getLogs') return answer
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      ranges.push((toBlock === 'latest' ? newest : Number(toBlock)) - Number(fromBlock))
      const error = { code: -32005, message: 'query returned more than 10000 results' }
      return ranges.at(-1)! > 400 ? rpcErrorFrom(error, { method, source: 'endpoint' }) : answer
    }
    const { status } = await world([narrow])
    await node.send('anvil_setCode', [safe, emits])
    const snapshot = await node.send('evm_snapshot', [])
    const data = `${id('ExecutionSuccess(bytes32,uint256)')}${safeHash.slice(2)}${'0'.repeat(64)}`
    const { hash } = await signer.sendTransaction({ to: safe, data, gasLimit: 100_000n })
    await mine(900)
    newest = await head()
    const sent = { hash: safeHash, reference: `${safe}:${bob()}` }
    expect(await status(sent)).toMatchObject({ phase: 'finalized', hash })
    expect(ranges[0]).toBeGreaterThan(400)
    expect(ranges.length).toBeLessThanOrEqual(25)
    await node.send('evm_revert', [snapshot])
  })
})

describe('a transaction that no node knows', () => {
  it('is unknown while no node has it, and is confirmed when a block includes it', async () => {
    const { send, status, wait } = await world()
    const sent = await send()
    const raw = await node.send('eth_getRawTransactionByHash', [sent.hash])
    await status(sent)
    await node.send('anvil_dropTransaction', [sent.hash])
    await expect(wait(sent, { timeout: 1500 })).rejects.toMatchObject({
      code: 'node/transaction-unknown',
      values: { hash: sent.hash },
    })
    await mine(131)
    expect(await status(sent)).toMatchObject({ phase: 'unknown' })
    await node.send('eth_sendRawTransaction', [raw])
    await mine(1)
    expect(await status(sent)).toMatchObject({ phase: 'confirmed' })
  })

  it('is unknown if a node only says that the nonce is used', async () => {
    const lie = (method: string, answer: unknown) =>
      method === 'eth_getTransactionByHash' && answer ? { ...answer, nonce: '0x0' } : answer
    const { send, status } = await world([lie])
    const sent = await send()
    expect(await status(sent)).toEqual({ phase: 'pending' })
    await node.send('anvil_dropTransaction', [sent.hash])
    await mine(131)
    expect(await status(sent)).toEqual({ phase: 'unknown' })
  })
})

describe('a transaction of which the page knows only the sender and the recipient', () => {
  // No node has ever shown this transaction, so the page only guesses its nonce.
  it.each([
    ['an identical payment', () => ({})],
    ['a different payment', () => ({ to: carol() })],
    ['an empty transaction to the account itself', () => ({ to: signer.address, value: 0n })],
  ] as const)("is unknown after %s has used the account's next nonce", async (_, change) => {
    const { send, status } = await world()
    const sent = await send()
    await override(sent, change())
    await mine(131)
    expect(await status(sent)).toEqual({ phase: 'unknown' })
  })
})

describe("the search for a payment that the wallet didn't answer", () => {
  it.each([
    ['waits for a block', async () => {}],
    ['is in a block', () => mine(2)],
    ['is in a block that precedes another payment of the wallet', () => sentTwice()],
  ])(
    "finds the account's transaction with the payment's values if the transaction %s",
    async (_, meanwhile) => {
      const { unanswered, candidates, status } = await world()
      const before = await sentBefore()
      const error = await unanswered({}, meanwhile)
      expect(error).toMatchObject({ code: 'rpc/maybe-sent', hash: undefined })
      const nonce = await node.getTransactionCount(signer.address, 'pending')
      const found = (await candidates(error)) ?? []
      expect(found).toHaveLength(1)
      const [sent] = found as [SentTransaction]
      expect(sent.hash).not.toBe(before)
      expect(await node.getTransaction(sent.hash)).toMatchObject({ to: bob(), value: 7n })
      expect(nonce).toBeGreaterThan((await node.getTransaction(sent.hash))!.nonce)
      await mine(1)
      expect(await status(sent)).toMatchObject({ phase: 'confirmed' })
    },
  )

  /** Sends the same payment earlier. The search must not find this earlier transaction. */
  async function sentBefore(): Promise<string> {
    const { hash } = await signer.sendTransaction({ to: bob(), value: 7n, gasLimit: 100_000n })
    await mine(1)
    return hash
  }
  async function sentTwice() {
    await mine(1)
    await signer.sendTransaction({ to: carol(), value: 7n, gasLimit: 21_000n })
    await mine(1)
  }

  it.each([
    ['another recipient', () => ({ to: carol() })],
    ['another amount', () => ({ value: 8n })],
    ['other data', () => ({ data: '0x01' })],
  ])("doesn't find a transaction with %s", async (_, change) => {
    const { unanswered, candidates } = await world()
    expect(await candidates(await unanswered(change(), () => mine(1)))).toEqual([])
  })

  it('finds both of two identical transactions', async () => {
    const { unanswered, candidates } = await world()
    const again = async () => {
      await signer.sendTransaction({ to: bob(), value: 7n, gasLimit: 100_000n })
      await mine(1)
    }
    expect(await candidates(await unanswered({}, again))).toHaveLength(2)
  })

  it('finds nothing if the account is a smart contract', async () => {
    const { unanswered, candidates } = await world()
    const error = await unanswered({}, () => mine(1))
    const setCode = (code: string) => node.send('anvil_setCode', [signer.address, code])
    onTestFinished(() => setCode('0x'))
    await setCode('0x00')
    expect(await candidates(error)).toEqual([])
    await setCode(`0xef0100${'00'.repeat(20)}`)
    expect(await candidates(error)).toHaveLength(1)
  })
})

describe('a transaction in a block', () => {
  it('becomes unknown when a reorganization drops its block, and is confirmed again in another block', async () => {
    const { send, status } = await world()
    const snapshot = await node.send('evm_snapshot', [])
    const sent = await send()
    const raw = await node.send('eth_getRawTransactionByHash', [sent.hash])
    await mine(1)
    expect(await status(sent)).toMatchObject({ phase: 'confirmed' })
    await node.send('evm_revert', [snapshot])
    expect(await status(sent)).toMatchObject({ phase: 'unknown' })
    await node.send('eth_sendRawTransaction', [raw])
    expect(await status(sent)).toMatchObject({ phase: 'pending' })
    await mine(1)
    expect(await status(sent)).toMatchObject({ phase: 'confirmed' })
  })

  it('is confirmed if the block lists it, even if its receipt has another block hash', async () => {
    const wrong = (method: string, answer: unknown) =>
      method === 'eth_getTransactionReceipt' && answer
        ? { ...answer, blockHash: `0x${'02'.repeat(32)}` }
        : answer
    const { send, status } = await world([wrong])
    const sent = await send()
    await mine(1)
    expect(await status(sent)).toMatchObject({ phase: 'confirmed' })
  })

  it('is unknown if its receipt does not say whether it succeeded', async () => {
    const old = (method: string, answer: unknown) =>
      method === 'eth_getTransactionReceipt' && answer ? { ...answer, status: undefined } : answer
    const { send, status } = await world([old])
    const sent = await send()
    await mine(1)
    expect(await status(sent)).toMatchObject({
      phase: 'unknown',
      reason: expect.stringContaining("doesn't say how it ended"),
    })
  })
})

describe('the next payment of a wallet', () => {
  /** A wallet on a node that leaves pending transactions out of its count. */
  async function behind() {
    const keys = await eip155Keys([signer.privateKey])
    const asNode = (async (method: string, params: readonly unknown[] = []) =>
      method === 'eth_getTransactionCount'
        ? node.send(method, [params[0], 'latest'])
        : node.send(method, [...params])) as NodeCall
    const pay = (more: object = {}) =>
      keys.sendTransaction(
        { from: signer.address, to: bob() as `0x${string}`, value: '0x1', ...more },
        Number(network.id),
        asNode,
      )
    const nonceOf = async (hash: string) =>
      Number((await node.send('eth_getTransactionByHash', [hash])).nonce)
    return { pay, nonceOf }
  }
  const latest = async () => Number(await node.send('eth_getTransactionCount', [signer.address, 'latest']))

  it('does not replace the one before if the node does not count pending transactions', async () => {
    const { pay, nonceOf } = await behind()
    const start = await latest()
    const sent = [await pay(), await pay(), await pay()]
    expect(await Promise.all(sent.map(nonceOf))).toEqual([start, start + 1, start + 2])
    await mine(1)
    for (const hash of sent) expect((await node.getTransactionReceipt(hash))?.status, hash).toBe(1)
    expect(await nonceOf(await pay())).toBe(start + 3)
  })

  it('gets the nonce of the one before if the network has dropped that one', async () => {
    const { pay, nonceOf } = await behind()
    const start = await latest()
    await pay()
    await node.send('anvil_dropAllTransactions', [])
    expect(await nonceOf(await pay())).toBe(start)
  })

  it('comes after the newest one, even if an older one was replaced meanwhile', async () => {
    const { pay, nonceOf } = await behind()
    const start = await latest()
    await pay()
    await pay()
    const gasPrice = `0x${(1000n * 10n ** 9n).toString(16)}`
    await pay({ nonce: `0x${start.toString(16)}`, gasPrice })
    expect(await nonceOf(await pay())).toBe(start + 2)
  })
})
