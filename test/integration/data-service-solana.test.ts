import { base58 } from '@scure/base'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  associatedAccount,
  associatedTokenProgram,
  token2022Program,
  tokenProgram,
} from '../../src/adapters/solana/chain/token.ts'
import { type Devnet, startDataService } from '../../src/devnet/index.ts'
import { dataClient, rowOf } from '../support/data-service.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { makeFeeToken } from '../support/solana-fee-token.ts'

const sol = 1_000_000_000n
let devnet: Devnet
let chain: Connection
let service: ReturnType<typeof dataClient>
let chainId: string

beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['solana'], data: true })
  chain = new Connection(devnet.nodes[0]!.url, 'confirmed')
  chainId = devnet.networks[0]!.caipNetworkId
  service = dataClient(devnet.data!.url)
}, leaseTimeout)
afterAll(async () => {
  await closeSocket(chain)
  await devnet?.stop()
})

const secretOf = (name: string) => devnet.accounts[name]!.solana!.secret
const keyOf = (name: string) => Keypair.fromSecretKey(base58.decode(secretOf(name)))
async function run(payer: Keypair, ...instructions: TransactionInstruction[]): Promise<string> {
  const transaction = new Transaction({ feePayer: payer.publicKey, ...(await chain.getLatestBlockhash()) })
  transaction.add(...instructions).sign(payer)
  return chain.sendRawTransaction(transaction.serialize(), { skipPreflight: true })
}
const control = (method: string) =>
  fetch(devnet.nodes[0]!.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
  })
const pay = (from: Keypair, to: PublicKey, lamports: bigint) =>
  run(from, SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports }))

/** Encodes a token transfer by hand. The transaction also creates the recipient's token account. */
function tokenTransfer(symbol: string, from: Keypair, to: PublicKey, amount: bigint) {
  const { asset, decimals } = devnet.tokens.find(
    (each) => each.symbol === symbol && each.asset.startsWith(chainId),
  )!
  const mint = new PublicKey(asset.slice(asset.lastIndexOf(':') + 1))
  const program = symbol === 'LKT' ? tokenProgram : token2022Program
  const [source, target] = [from.publicKey, to].map((owner) =>
    associatedAccount(owner.toBase58(), { mint, program }),
  ) as [PublicKey, PublicKey]
  const key = (pubkey: PublicKey, isWritable = false, isSigner = false) => ({ pubkey, isWritable, isSigner })
  const create = new TransactionInstruction({
    programId: associatedTokenProgram,
    keys: [
      key(from.publicKey, true, true),
      key(target, true),
      key(to),
      key(mint),
      key(SystemProgram.programId),
      key(program),
    ],
    data: Buffer.from([1]),
  })
  const data = Buffer.alloc(10)
  data[0] = 12
  data.writeBigUInt64LE(amount, 1)
  data[9] = decimals
  const transfer = new TransactionInstruction({
    programId: program,
    keys: [key(source, true), key(mint), key(target, true), key(from.publicKey, false, true)],
    data,
  })
  return { create, transfer, mint: mint.toBase58() }
}

describe('the data service with solana networks', () => {
  it('lists its networks', async () => {
    const { body } = await service.get('/v1/supported-chains')
    expect(body).toEqual({ http: devnet.networks.map(({ caipNetworkId }) => caipNetworkId), ws: [] })
  })

  it('lists a transfer for both accounts, and shows the balances that web3.js reads', async () => {
    const receiver = Keypair.generate().publicKey
    const signature = await pay(keyOf('alice'), receiver, 2n * sol + 1n)
    const [row] = (await service.history(receiver.toBase58(), chainId)).data
    expect(row).toMatchObject({
      id: signature,
      metadata: {
        operationType: 'receive',
        hash: signature,
        chain: chainId,
        minedAt: new Date((await chain.getTransaction(signature))!.blockTime! * 1000).toISOString(),
        sentFrom: devnet.accounts.alice!.solana!.address,
        sentTo: receiver.toBase58(),
        status: 'confirmed',
      },
      transfers: [{ direction: 'in', quantity: { numeric: '2.000000001' }, price: 150 }],
    })
    const sent = await service.history(devnet.accounts.alice!.solana!.address, chainId)
    expect(rowOf(sent.data[0]!)).toBe('send confirmed -2.000000001 SOL')
    expect(await service.balances(receiver.toBase58(), chainId)).toMatchObject([
      { symbol: 'SOL', chainId, quantity: { decimals: '9', numeric: '2.000000001' } },
    ])
    expect(await chain.getBalance(receiver)).toBe(2_000_000_001)
  })

  it.each(['LKT', 'tUSD'])(
    'lists a transfer of %s for the recipient if the transaction names only token accounts',
    async (symbol) => {
      const receiver = Keypair.generate()
      const { create, transfer, mint } = tokenTransfer(symbol, keyOf('bob'), receiver.publicKey, 2_500_000n)
      await run(keyOf('bob'), create)
      await run(keyOf('bob'), transfer)
      const numeric = symbol === 'LKT' ? '0.0025' : '2.5'
      const received = await service.history(receiver.publicKey.toBase58(), chainId)
      expect(received.data.map(rowOf)).toEqual([`receive confirmed +${numeric} ${symbol}`])
      expect(received.data[0]!.metadata.sentFrom).toBe(devnet.accounts.bob!.solana!.address)
      const sent = await service.history(devnet.accounts.bob!.solana!.address, chainId)
      expect(rowOf(sent.data[0]!)).toBe(`send confirmed -${numeric} ${symbol}`)
      expect(await service.balances(receiver.publicKey.toBase58(), chainId)).toMatchObject([
        { symbol: 'SOL', quantity: { numeric: '0' } },
        { symbol, address: `${chainId}:${mint}`, quantity: { numeric } },
      ])
    },
  )

  it('distinguishes transfers to oneself, failures, approvals and other calls', async () => {
    const key = Keypair.generate()
    const self = key.publicKey
    await pay(keyOf('carol'), self, 3n * sol)
    await pay(key, self, sol)
    const failed = await pay(key, Keypair.generate().publicKey, 99n * sol)
    await run(key, SystemProgram.allocate({ accountPubkey: self, space: 0 }))
    const { create } = tokenTransfer('LKT', key, self, 0n)
    const account = create.keys[1]!.pubkey
    await run(key, create)
    await run(
      key,
      new TransactionInstruction({
        programId: tokenProgram,
        keys: [account, keyOf('carol').publicKey, self].map((pubkey, at) => ({
          pubkey,
          isWritable: at === 0,
          isSigner: at === 2,
        })),
        data: Buffer.from([4, ...Buffer.from('00ca9a3b00000000', 'hex')]),
      }),
    )
    const { data } = await service.history(self.toBase58(), chainId)
    expect(data.map(rowOf)).toEqual([
      'approve confirmed =1 LKT',
      'execute confirmed -0 SOL',
      'execute confirmed -0 SOL',
      'send failed -99 SOL',
      'send confirmed =1 SOL',
      'receive confirmed +3 SOL',
    ])
    expect(data[3]!.id).toBe(failed)
  })

  it('shows the received amount of a token with a transfer fee', async () => {
    const holder = keyOf('dave').publicKey.toBase58()
    const amount = 1_000_000n
    const { mint } = await makeFeeToken(chain, secretOf('dave'), {
      holder,
      amount,
      basisPoints: 100,
      most: amount,
    })
    const receiver = Keypair.generate().publicKey
    const accounts = [holder, receiver.toBase58()].map((owner) =>
      associatedAccount(owner, { mint, program: token2022Program }),
    )
    const { create, transfer } = tokenTransfer('tUSD', keyOf('dave'), receiver, 100_000n)
    create.keys[1]!.pubkey = accounts[1]!
    create.keys[3]!.pubkey = mint
    const [source, named, target] = transfer.keys
    source!.pubkey = accounts[0]!
    named!.pubkey = mint
    target!.pubkey = accounts[1]!
    const decimals = (await chain.getTokenSupply(mint)).value.decimals
    transfer.data[9] = decimals
    await run(keyOf('dave'), create, transfer)
    const balance = await chain.getTokenAccountBalance(accounts[1]!)
    expect(balance.value.amount).toBe('99000')
    const [row] = (await service.history(receiver.toBase58(), chainId)).data
    expect(row!.transfers[0]!.quantity.numeric).toBe(balance.value.uiAmountString)
    expect(row!.transfers[0]!.fungible_info?.name).toBe('Unknown token')
  })

  it('returns pages of transactions, newest first, and keeps their order after a restart', async () => {
    const receiver = Keypair.generate().publicKey
    // Puts the transfers into one block, so that only their positions in the block differ.
    await control('devnet_hold')
    for (let value = 1n; value <= 5n; value++) await pay(keyOf('erin'), receiver, value * sol)
    await control('devnet_release')
    const again = await startDataService({ networks: devnet.networks, tokens: devnet.tokens, pageSize: 2 })
    try {
      const paged = dataClient(again.url)
      const rows: string[] = []
      let cursor: string | undefined
      do {
        const page = await paged.history(receiver.toBase58(), undefined, cursor)
        expect(page.data.length).toBeLessThanOrEqual(2)
        rows.push(...page.data.map(rowOf))
        cursor = page.next ?? undefined
      } while (cursor)
      expect(rows).toEqual([5, 4, 3, 2, 1].map((value) => `receive confirmed +${value} SOL`))
      expect(rows).toEqual((await service.history(receiver.toBase58())).data.map(rowOf))
    } finally {
      await again.stop()
    }
  })

  it("has nodes that list only the signatures within a request's limit and range", async () => {
    const receiver = Keypair.generate().publicKey
    const sent: string[] = []
    for (let value = 1n; value <= 4n; value++) sent.unshift(await pay(keyOf('frank'), receiver, value * sol))
    const list = async (options: object) =>
      (await chain.getSignaturesForAddress(receiver, options)).map(({ signature }) => signature)
    expect(await list({})).toEqual(sent)
    expect(await list({ limit: 2 })).toEqual(sent.slice(0, 2))
    expect(await list({ before: sent[1], limit: 1 })).toEqual([sent[2]])
    expect(await list({ until: sent[2]! })).toEqual(sent.slice(0, 2))
    await expect(list({ limit: 1001 })).rejects.toThrow('Invalid limit')
  })
})
