import { createNoopSigner, address as kitAddress } from '@solana/kit'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import type { AdapterOf, CaipAddress, Latchkey } from 'latchkey'
import { solana } from 'latchkey/adapters/solana'
import { standardConnector } from 'latchkey/connectors'
import type { Devnet } from 'latchkey/devnet'
import { createSolanaWallet, type SolanaWallet } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOn } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

describe('instructions that a host sends on solana', () => {
  let keys: SolanaWallet & { script: { count(method?: string): number } }
  let client: Latchkey
  let adapter: AdapterOf<'solana'>
  let account: CaipAddress<'solana'>
  beforeEach(async () => {
    keys = createSolanaWallet({
      secrets: [devnet.accounts.alice!.solana!.secret],
      chains: devnet.networks.map(({ caipNetworkId, rpcUrls }) => ({
        id: caipNetworkId as `solana:${string}`,
        rpcUrl: rpcUrls.default.http[0]!,
      })),
    }) as typeof keys
    const connector = standardConnector({ id: 'keys', name: 'Keys', wallet: keys.standard })
    client = clientOn(devnet, [solana()], [connector])
    const [connection] = await client.connect({ connectorId: 'keys', namespaces: ['solana'] })
    account = connection.addresses[0] as CaipAddress<'solana'>
    adapter = await client.adapter('solana')
  })
  afterEach(() => client.dispose())

  const of = (name: string) => devnet.accounts[name]!.solana!.address
  const key = (name: string) => new PublicKey(of(name))
  const node = () => new Connection(devnet.networks[0]!.rpcUrls.default.http[0]!, 'confirmed')
  const asked = () =>
    keys.script.count('solana:signAndSendTransaction') + keys.script.count('solana:signTransaction')
  const pay = (lamports: number, to = key('carol')) =>
    SystemProgram.transfer({ fromPubkey: key('alice'), toPubkey: to, lamports })
  const landed = async (transaction: Parameters<typeof adapter.sendTransaction>[1]) => {
    const sent = await adapter.sendTransaction(account, transaction)
    return adapter.waitForTransaction(devnet.networks[0]!.caipNetworkId as `solana:${string}`, sent)
  }

  it('of web3.js are sent in one transaction, with a blockhash and a compute budget', async () => {
    const before = await node().getBalance(key('carol'))
    const memo = new TransactionInstruction({
      ...{ programId: memoProgram, keys: [], data: Buffer.from('order 7') },
    })
    const { phase } = await landed({ instructions: [memo, pay(1_000_001), pay(2)] })
    expect(phase).toBe('confirmed')
    expect((await node().getBalance(key('carol'))) - before).toBe(1_000_003)
    expect(asked()).toBe(1)
  })

  it('of @solana/kit are sent', async () => {
    const before = await node().getBalance(key('carol'))
    const instruction = getTransferSolInstruction({
      source: createNoopSigner(kitAddress(of('alice'))),
      destination: kitAddress(of('carol')),
      amount: 1_000_007n,
    })
    await landed({ instructions: [instruction] })
    expect((await node().getBalance(key('carol'))) - before).toBe(1_000_007)
  })

  it("keep the host's compute budget, or get a compute budget from a simulation", async () => {
    const budgetOf = async (transaction: Parameters<typeof adapter.signTransaction>[1]) => {
      const wire = await adapter.signTransaction(account, transaction)
      const { message } = VersionedTransaction.deserialize(wire)
      const budget = message.compiledInstructions.filter(({ programIdIndex }) =>
        message.staticAccountKeys[programIdIndex]?.equals(ComputeBudgetProgram.programId),
      )
      return budget.map(({ data }) => {
        const view = new DataView(Uint8Array.from(data).buffer)
        return data[0] === 3 ? view.getBigUint64(1, true) : view.getUint32(1, true)
      })
    }
    const instructions = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 4321 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 77 }),
      pay(1_000_000),
    ]
    expect(await budgetOf({ instructions })).toEqual([77n, 4321])
    expect(await budgetOf({ instructions, computeUnitLimit: 5000, microLamportsPerUnit: 1n })).toEqual([
      1n,
      5000,
    ])
    const [, measured] = await budgetOf({ instructions: [pay(1_000_000)] })
    expect(measured).toBeGreaterThan(0)
    expect(measured).toBeLessThan(5000)
  })

  it('are sent in two transactions if the host sends them twice', async () => {
    const before = await node().getBalance(key('carol'))
    const instructions = [pay(1_000_000)]
    const first = await adapter.sendTransaction(account, { instructions })
    const second = await adapter.sendTransaction(account, { instructions })
    expect(second.hash).not.toBe(first.hash)
    const network = devnet.networks[0]!.caipNetworkId as `solana:${string}`
    for (const sent of [first, second]) await adapter.waitForTransaction(network, sent)
    expect((await node().getBalance(key('carol'))) - before).toBe(2_000_000)
  })

  it('are sent in a transaction of version 0 if the host passes lookup tables', async () => {
    const table = Keypair.generate().publicKey
    const others = Array.from({ length: 30 }, () => Keypair.generate().publicKey)
    const touch = new TransactionInstruction({
      programId: memoProgram,
      keys: others.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
      data: Buffer.from('x'),
    })
    const { message } = await import('../../src/adapters/solana/chain/instructions.ts').then(
      async ({ planOf }) => {
        const { unsigned } = await import('../../src/adapters/solana/chain/transfers.ts')
        const lookupTables = { [table.toBase58()]: others.map((each) => each.toBase58()) }
        const { instructions, tables } = planOf(of('alice'), { instructions: [touch], lookupTables })
        const budget = { computeUnitLimit: 1, microLamportsPerUnit: 0n }
        return VersionedTransaction.deserialize(
          unsigned(of('alice'), PublicKey.default.toBase58(), instructions, budget, tables).wire,
        )
      },
    )
    expect(message.version).toBe(0)
    expect(message.addressTableLookups).toMatchObject([
      { accountKey: table, readonlyIndexes: others.map((_, index) => index), writableIndexes: [] },
    ])
  })

  it.each<[string, () => Parameters<AdapterOf<'solana'>['sendTransaction']>[1], object]>([
    ['an empty list', () => ({ instructions: [] }), { field: 'instructions' }],
    [
      'a value that is not an instruction',
      () => ({ instructions: [pay(1), { programAddress: 'x' }] }),
      { field: 'instructions[1]' },
    ],
    [
      'a second signer',
      () => ({
        instructions: [
          SystemProgram.transfer({ fromPubkey: key('bob'), toPubkey: key('carol'), lamports: 1 }),
        ],
      }),
      { field: 'instructions[0]' },
    ],
    [
      'more instructions than fit into a transaction',
      () => ({ instructions: Array.from({ length: 40 }, () => pay(1, Keypair.generate().publicKey)) }),
      { field: 'instructions' },
    ],
    [
      'instructions that are slightly too large for a transaction',
      () => ({ instructions: Array.from({ length: 25 }, () => pay(1, Keypair.generate().publicKey)) }),
      { field: 'instructions' },
    ],
    [
      'a budget that the network refuses',
      () => ({ instructions: [pay(1)], computeUnitLimit: 2_000_000 }),
      { field: 'computeUnitLimit' },
    ],
    [
      'an account that is not a lookup table',
      () => ({ instructions: [pay(1)], lookupTables: { nothing: ['x'] } }),
      { field: 'lookupTables.nothing' },
    ],
  ])(
    'are refused with an error that names the field if the host passes %s',
    async (_, transaction, values) => {
      await expect(adapter.sendTransaction(account, transaction())).rejects.toMatchObject({
        code: 'validation/invalid-input',
        values,
      })
      expect(asked()).toBe(0)
    },
  )

  it("don't reach the wallet if they would fail on-chain or cost too much", async () => {
    const refused = AddressLookupTableProgram.freezeLookupTable({
      ...{ lookupTable: key('carol'), authority: key('alice') },
    })
    await expect(adapter.sendTransaction(account, { instructions: [refused] })).rejects.toMatchObject({
      code: expect.stringMatching(/^(node|validation)\//),
    })
    await expect(
      adapter.sendTransaction(account, { instructions: [pay(1_000_000)] }, { maxFee: 1n }),
    ).rejects.toMatchObject({ code: 'wallet/fee-above-limit' })
    expect(asked()).toBe(0)
  })
})
