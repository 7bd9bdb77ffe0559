import {
  AddressLookupTableAccount,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { manualClock } from 'latchkey/testing'
import { simulateRequest } from 'latchkey/wallets'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { type Devnet, devAccounts } from '../../src/devnet/index.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import type { Fetch } from '../../src/ports.ts'
import { lyingNode } from '../cli/support/loopback-node.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback } from '../support/loopback.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155', 'solana'], exchange: true })
}, leaseTimeout)
afterAll(() => devnet?.stop())

type Family = 'eip155' | 'solana'
const networkOf = (family: Family) =>
  devnet.networks.find(({ chainNamespace }) => chainNamespace === family) as ChainNetwork
const tokenOn = (family: Family) => {
  const token = devnet.tokens.find(({ asset }) => asset.startsWith(networkOf(family).caipNetworkId))!
  return { ...token, contract: token.asset.split(/:|\//).at(-1)! }
}
const urlOf = (family: Family) => networkOf(family).rpcUrls.default.http[0]!
const hostOf = (family: Family) => new URL(urlOf(family)).host
const at = (family: Family, url: string): ChainNetwork => ({
  ...networkOf(family),
  rpcUrls: { default: { http: [url] } },
})
/** Starts a proxy in front of the real node. `lie` changes the node's results. */
async function lying(family: Family, lie: Parameters<typeof lyingNode>[1]) {
  const node = await lyingNode(urlOf(family), lie)
  onTestFinished(() => node.stop())
  return at(family, node.url)
}
/** Creates a fetch that refuses these methods, and sends all other calls to the real node. */
const without =
  (methods: readonly string[]): Fetch =>
  async (input, init) => {
    const { id, method } = JSON.parse(String(init?.body))
    if (!methods.includes(method)) return systemFetch(input, init)
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
  }

const alice = devAccounts.alice!
const bob = devAccounts.bob!
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline)',
])
const eth = 10n ** 18n

const send = (fields: object) => ({
  method: 'eth_sendTransaction',
  params: [{ from: alice.eip155!.address, to: bob.eip155!.address, ...fields }],
})
const payment = send({ value: `0x${eth.toString(16)}` })
const tokenTransfer = (amount: bigint) =>
  send({
    to: tokenOn('eip155').contract,
    data: encodeFunctionData({
      abi,
      functionName: 'transfer',
      args: [bob.eip155!.address as never, amount],
    }),
  })
const onEip155 = (
  request: Parameters<typeof simulateRequest>[0],
  network = networkOf('eip155'),
  options: Parameters<typeof simulateRequest>[2] = {},
) =>
  simulateRequest(request, network, {
    tokenOf: async (contract) =>
      contract === tokenOn('eip155').contract.toLowerCase()
        ? { ...tokenOn('eip155'), configured: true }
        : undefined,
    ...options,
  })
const sentence = (text: string, family: Family = 'eip155') => [
  ['simulation', `${text}, according to ${hostOf(family)}`],
]

describe.each([
  ['eth_simulateV1', systemFetch],
  ['debug_traceCall, without eth_simulateV1', without(['eth_simulateV1'])],
])('a transaction that anvil simulates with %s', (_, fetch) => {
  it('is described in words if it is a native transfer or a token transfer', async () => {
    expect(await onEip155(payment, undefined, { fetch })).toEqual(sentence('You send 1 ETH'))
    const { decimals, symbol } = tokenOn('eip155')
    expect(await onEip155(tokenTransfer(25n * 10n ** BigInt(decimals)), undefined, { fetch })).toEqual(
      sentence(`You send 25 ${symbol}`),
    )
  })

  it("is described by its balance changes if its call can't be decoded", async () => {
    const { contract, symbol } = tokenOn('eip155')
    const exchange = devnet.exchange!.find(
      ({ network }) => network === networkOf('eip155').caipNetworkId,
    )! as unknown as { router: string; wrapped: string }
    const data = encodeFunctionData({
      abi,
      functionName: 'swapExactETHForTokens',
      args: [1n, [exchange.wrapped, contract] as never, alice.eip155!.address as never, BigInt(2 ** 40)],
    })
    const swap = send({ to: exchange.router, value: `0x${(eth / 100n).toString(16)}`, data })
    const rows = await onEip155(swap, undefined, { fetch })
    expect(rows.map(([name]) => name)).toEqual(['simulation', 'token'])
    expect(rows[0]![1]).toMatch(
      new RegExp(`^You send 0.01 ETH, you receive [\\d.]+ ${symbol}, according to ${hostOf('eip155')}$`),
    )
    expect(rows[1]![1]).toBe(`${symbol} is the contract ${contract.toLowerCase()}`)
  })

  it('is described as a change of no balance if it only sets an allowance', async () => {
    const data = encodeFunctionData({
      abi,
      functionName: 'approve',
      args: [bob.eip155!.address as never, 5n],
    })
    const allowance = send({ to: tokenOn('eip155').contract, data })
    expect(await onEip155(allowance, undefined, { fetch })).toEqual(sentence('Your balances stay the same'))
  })

  it('is shown with a warning if its creation of a contract reverts', async () => {
    const deployment = send({ to: undefined, data: '0x60006000fd' })
    expect(await onEip155(deployment, undefined, { fetch })).toEqual([
      ['WARNING', expect.stringMatching(/^The simulation reverts/)],
    ])
  })

  it('is shown with a warning if it reverts or costs more than the account has', async () => {
    expect(await onEip155(tokenTransfer(2n ** 200n), undefined, { fetch })).toEqual([
      ['WARNING', expect.stringMatching(/^The simulation reverts.*, according to 127\.0\.0\.1:\d+$/)],
    ])
    const tooMuch = send({ value: `0x${(2n ** 120n).toString(16)}` })
    expect(await onEip155(tooMuch, undefined, { fetch })).toEqual([
      ['WARNING', expect.stringMatching(/^The simulation fails: insufficient funds/i)],
    ])
  })
})

describe('a batch', () => {
  const batch = (calls: readonly object[]) => ({
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', from: alice.eip155!.address, chainId: '0x7a69', calls }],
  })
  const call = { to: bob.eip155!.address, value: `0x${eth.toString(16)}` }

  it('is simulated with all its calls, or not at all', async () => {
    expect(await onEip155(batch([call, call]))).toEqual(sentence('You send 2 ETH'))
    expect(await onEip155(batch([call, call]), undefined, { fetch: without(['eth_simulateV1']) })).toEqual([
      ['simulation', `Not simulated: ${hostOf('eip155')} doesn't offer it`],
    ])
  })
})

describe('a node that returns false results', () => {
  it('causes a warning if its simulation contradicts the decoded effect', async () => {
    const network = await lying('eip155', (method, result) => {
      if (method !== 'eth_simulateV1') return result
      const text = JSON.stringify(result).replaceAll(
        eth.toString(16).padStart(64, '0'),
        '1'.padStart(64, '0'),
      )
      return JSON.parse(text)
    })
    const { host } = new URL(network.rpcUrls.default.http[0]!)
    expect(await onEip155(payment, network)).toEqual([
      ['simulation', `You send 0.000000000000000001 ETH, according to ${host}`],
      [
        'WARNING',
        'The simulation disagrees with the effects above: there you send 1 ETH, and here 0.000000000000000001 ETH',
      ],
    ])
  })

  it('causes a warning if it hides token transfers', async () => {
    const network = await lying('eip155', (method, result) => {
      if (method !== 'eth_simulateV1') return result
      return JSON.parse(JSON.stringify(result), (key, value) => (key === 'logs' ? [] : value))
    })
    const [first, second] = await onEip155(tokenTransfer(1_000_000n), network)
    expect(first?.[1]).toMatch(/^Your balances stay the same, according to /)
    expect(second).toEqual([
      'WARNING',
      expect.stringMatching(/^The simulation disagrees .* and here nothing$/),
    ])
  })

  it("can't hide a payment among a thousand tokens, for which the wallet sends ten requests", async () => {
    const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const network = await lying('eip155', (method, result) => {
      if (method !== 'eth_simulateV1') return result
      const [{ calls }] = result as [{ calls: [{ logs: { topics: string[] }[] }] }]
      const [paid] = calls[0].logs
      const [kind] = paid!.topics
      const tokens = Array.from({ length: 1000 }, (_, at) => ({
        address: `0x${String(at).padStart(40, '0')}`,
        topics: [kind, topic(alice.eip155!.address), topic(bob.eip155!.address)],
        data: topic('0x1'),
      }))
      return [{ calls: [{ ...calls[0], logs: [...tokens, paid] }] }]
    })
    const asked: string[] = []
    const tokenOf = async (contract: string) => {
      asked.push(contract)
      return { symbol: 'FAKE', decimals: 0 }
    }
    const [first, second] = await onEip155(payment, network, { tokenOf })
    expect(first?.[1]).toMatch(
      /^You send 1 ETH, (1 FAKE \(token 0x[0-9a-f]{40}\),? )+.* and 991 more, according to /,
    )
    expect(second?.[0]).toBe('WARNING')
    expect(asked).toHaveLength(10)
  })

  it.each([
    ['null', null],
    ['a text', 'x'],
    ['no blocks', []],
    ['an invalid call', [{ calls: [7] }]],
    ['an invalid log', [{ calls: [{ status: '0x1', logs: [{ address: 7 }] }] }]],
  ])("can't make the approval fail by answering with %s", async (_, answer) => {
    const network = await lying('eip155', () => answer)
    expect(await onEip155(payment, network)).toEqual([
      [
        expect.stringMatching(/simulation|WARNING/),
        expect.stringMatching(/^(Not simulated: |The simulation reverts)/),
      ],
    ])
  })
})

describe('a simulation that fails', () => {
  it("says that the node doesn't support simulations", async () => {
    const fetch = without(['eth_simulateV1', 'debug_traceCall', 'simulateTransaction'])
    expect(await onEip155(payment, undefined, { fetch })).toEqual([
      ['simulation', `Not simulated: ${hostOf('eip155')} doesn't offer it`],
    ])
    expect(
      await simulateRequest(await solanaRequest([transfer(1n)]), networkOf('solana'), { fetch }),
    ).toEqual([['simulation', `Not simulated: ${hostOf('solana')} doesn't offer it`]])
  })

  it("says that the node can't be reached", async () => {
    expect(await onEip155(payment, at('eip155', 'http://127.0.0.1:1/'))).toEqual([
      ['simulation', "Not simulated: 127.0.0.1:1 can't be reached"],
    ])
  })

  it('ends after five seconds if the node does not answer, and closes the request', async () => {
    const gone: string[] = []
    const node = await loopback(({ method, socket }) => socket.once('close', () => gone.push(method)))
    onTestFinished(() => node.close())
    const clock = manualClock()
    const simulating = onEip155(payment, at('eip155', node.url), { clock })
    await expect.poll(() => node.requests.length, { message: 'the node is asked' }).toBe(1)
    await clock.advance(4999)
    expect(gone).toEqual([])
    await clock.advance(1)
    expect(await simulating).toEqual([
      ['simulation', `Not simulated: ${node.host} took longer than 5 seconds`],
    ])
    expect(clock.pending).toBe(0)
    await expect.poll(() => gone.length, { message: 'the request is closed' }).toBe(1)
  })

  it('ends at once when the wallet aborts it', async () => {
    const node = await loopback(() => {})
    onTestFinished(() => node.close())
    const stop = new AbortController()
    const clock = manualClock()
    const simulating = onEip155(payment, at('eip155', node.url), { clock, signal: stop.signal })
    await expect.poll(() => node.requests.length, { message: 'the node is asked' }).toBe(1)
    stop.abort()
    expect(await simulating).toEqual([['simulation', 'Not simulated: it was interrupted']])
    expect(clock.pending).toBe(0)
  })

  it('says that permits and orders cannot be simulated', async () => {
    expect(await onEip155({ method: 'eth_signTypedData_v4', params: [] })).toEqual([
      ['simulation', "Not simulated: permits and orders can't be simulated"],
    ])
    for (const method of ['personal_sign', 'solana_signMessage', 'wallet_switchEthereumChain'])
      expect(await onEip155({ method, params: [] })).toEqual([])
  })
})

const aliceKey = () => new PublicKey(alice.solana!.address)
const transfer = (lamports: bigint) =>
  SystemProgram.transfer({
    fromPubkey: aliceKey(),
    toPubkey: new PublicKey(bob.solana!.address),
    lamports,
  })

async function askSolana(method: string, params: readonly unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await (await fetch(urlOf('solana'), { method: 'POST', body })).json()).result
}

/** Creates a request to sign a transaction of Alice. The transaction has no signature yet. */
async function solanaRequest(instructions: readonly TransactionInstruction[]) {
  const transaction = new Transaction().add(...instructions)
  transaction.recentBlockhash = (await askSolana('getLatestBlockhash', [])).value.blockhash
  transaction.feePayer = aliceKey()
  const wire = transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
  expect(VersionedTransaction.deserialize(wire).signatures).toHaveLength(1)
  return {
    method: 'solana_signTransaction',
    params: { transaction: Buffer.from(wire).toString('base64'), pubkey: alice.solana!.address },
  }
}

/** Creates a token transfer between the accounts that the devnet has created. */
async function solanaTokenTransfer(amount: bigint) {
  const { contract, decimals } = tokenOn('solana')
  const accountOf = async (owner: string) => {
    const { value } = await askSolana('getTokenAccountsByOwner', [
      owner,
      { mint: contract },
      { encoding: 'base64' },
    ])
    return { pubkey: value[0].pubkey as string, program: value[0].account.owner as string }
  }
  const from = await accountOf(alice.solana!.address)
  const to = await accountOf(bob.solana!.address)
  const data = Buffer.alloc(10)
  data.writeUInt8(12, 0)
  data.writeBigUInt64LE(amount, 1)
  data.writeUInt8(decimals, 9)
  const key = (text: string, isWritable: boolean, isSigner = false) => ({
    pubkey: new PublicKey(text),
    isWritable,
    isSigner,
  })
  return new TransactionInstruction({
    programId: new PublicKey(from.program),
    keys: [
      key(from.pubkey, true),
      key(contract, false),
      key(to.pubkey, true),
      key(alice.solana!.address, false, true),
    ],
    data,
  })
}

describe('a transaction that LiteSVM simulates', () => {
  const run = async (instructions: readonly TransactionInstruction[], network = networkOf('solana')) =>
    simulateRequest(await solanaRequest(instructions), network)

  it('is described in words, without the fee, if it is a native transfer or a token transfer', async () => {
    expect(await run([transfer(1_500_000_000n)])).toEqual(sentence('You send 1.5 SOL', 'solana'))
    const { contract, decimals } = tokenOn('solana')
    const transferred = await solanaTokenTransfer(25n * 10n ** BigInt(decimals))
    expect(await run([transferred])).toEqual(sentence(`You send 25 of the token ${contract}`, 'solana'))
  })

  it("isn't simulated if the request also contains other transactions", async () => {
    const { transaction, pubkey } = (await solanaRequest([transfer(1_500_000_000n)])).params as {
      transaction: string
      pubkey: string
    }
    const all = (transactions: readonly string[]) =>
      simulateRequest(
        { method: 'solana_signAllTransactions', params: { transactions, pubkey } },
        networkOf('solana'),
      )
    expect(await all([transaction])).toEqual(sentence('You send 1.5 SOL', 'solana'))
    expect(await all([transaction, transaction])).toEqual([
      ['simulation', 'Not simulated: several transactions can depend on each other'],
    ])
  })

  it('is shown with a warning if it fails', async () => {
    expect(await run([transfer(10n ** 17n)])).toEqual([
      ['WARNING', expect.stringMatching(/^The simulation fails: .*, according to 127\.0\.0\.1:\d+$/)],
    ])
  })

  it("isn't said to keep the balances if a lookup table hides one of its accounts", async () => {
    const instruction = await solanaTokenTransfer(1n)
    const hidden = instruction.keys[0]!.pubkey
    const addresses = Array.from({ length: 16 }, () => hidden)
    const table = new AddressLookupTableAccount({
      key: new PublicKey(bob.solana!.address),
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses,
      },
    })
    const { blockhash } = (await askSolana('getLatestBlockhash', [])).value
    const message = new TransactionMessage({
      payerKey: aliceKey(),
      recentBlockhash: blockhash,
      instructions: [instruction],
    }).compileToV0Message([table])
    expect(message.addressTableLookups).toHaveLength(1)
    const wire = new VersionedTransaction(message).serialize()
    const params = { transaction: Buffer.from(wire).toString('base64'), pubkey: alice.solana!.address }
    // The devnet has no such table. So the node's answer is replaced: all other accounts keep their balances, except for the fee.
    let accounts: { lamports: number }[] = []
    const network = await lying('solana', (method, result) => {
      if (method === 'getMultipleAccounts') accounts = (result as { value: typeof accounts }).value
      if (method !== 'simulateTransaction') return result
      const [payer, ...others] = accounts
      const paid = { ...payer, lamports: payer!.lamports - 5000 }
      return { context: { slot: 1 }, value: { err: null, logs: [], accounts: [paid, ...others] } }
    })
    expect(await simulateRequest({ method: 'solana_signTransaction', params }, network)).toEqual([
      [
        'simulation',
        expect.stringMatching(/^Only changes that this wallet doesn't count, according to 127\.0\.0\.1:\d+$/),
      ],
      ['note', "accounts behind lookup tables aren't counted"],
    ])
  })

  it('is shown with a warning if the node contradicts the decoded effect', async () => {
    const network = await lying('solana', (method, result) => {
      if (method !== 'simulateTransaction') return result
      const { value } = result as { value: { accounts: { lamports: number }[] } }
      value.accounts[0]!.lamports += 1_000_000_000
      return result
    })
    const [, warning] = await run([transfer(1_500_000_000n)], network)
    expect(warning).toEqual([
      'WARNING',
      'The simulation disagrees with the effects above: there you send 1.5 SOL, and here 0.5 SOL',
    ])
  })
})
