import { base64 } from '@scure/base'
import { address, createNoopSigner } from '@solana/kit'
import {
  ComputeBudgetProgram,
  Connection,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getApproveInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { parseUnits } from 'ethers'
import type { Devnet } from 'latchkey/devnet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccounts } from '../../src/devnet/dev-accounts.ts'
import { systemFetch } from '../../src/platform/system-fetch.ts'
import { solanaOverRelay } from '../../src/wallets/solana/over-relay.ts'
import { polled } from '../support/async.ts'
import { fc } from '../support/fast-check.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { closeSocket } from '../support/solana-connection.ts'
import { describeAndSign } from './describe-and-sign.ts'
import { nodeCases, nodeTimeoutFor } from './fuzz.ts'
import { promisedSolana } from './promised.ts'
import { ofKit, solanaInstruction } from './solana-transactions.ts'

const { address: pubkey, secret } = devAccounts.alice!.solana!
const payer = new PublicKey(pubkey)
const count = nodeCases(10_000)

/**
 * Returns whether later cases can still use the paying account: the instruction neither assigns the account
 * to another program nor puts data into the account.
 */
const leavesPayer = ({ programId, data }: TransactionInstruction) =>
  !(programId.equals(SystemProgram.programId) && [1, 8].includes(data[0]!))

describe('a described solana transaction, on LiteSVM,', { timeout: nodeTimeoutFor(count) }, () => {
  let devnet: Devnet
  let node: Connection
  beforeAll(async () => {
    devnet = await leaseDevnet({ families: ['solana'] })
    node = new Connection(devnet.networks[0]!.rpcUrls.default.http[0]!, 'confirmed')
  }, leaseTimeout)
  afterAll(async () => {
    await closeSocket(node)
    await devnet?.stop()
  })

  it('takes no more from the account than the approval says', async () => {
    const network = devnet.networks[0]!
    const mint = new PublicKey(devnet.tokens[0]!.asset.split(':').at(-1)!)
    const log = console as never
    const wallet = solanaOverRelay({ secrets: [secret], networks: [network], fetch: systemFetch, log })
    const tokenAccount = async (owner: string) =>
      (await node.getTokenAccountsByOwner(new PublicKey(owner), { mint })).value[0]!.pubkey.toBase58()
    const [source, destination] = [
      await tokenAccount(pubkey),
      await tokenAccount(devAccounts.bob!.solana!.address),
    ]
    const own = createNoopSigner(address(pubkey))
    const small = fc.bigInt({ min: 0n, max: 1000n })
    const someone = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => new PublicKey(bytes).toBase58())
    // A new account must hold the minimum balance.
    const sent = fc.bigInt({ min: 900_000n, max: 910_000n })
    const usual = fc.oneof(
      fc
        .tuple(someone, sent)
        .map(([to, amount]) =>
          ofKit(getTransferSolInstruction({ source: own, destination: address(to), amount })),
        ),
      small.map((amount) =>
        ofKit(
          getTransferInstruction({
            ...{ source: address(source), destination: address(destination), authority: own, amount },
          }),
        ),
      ),
      small.map((amount) =>
        ofKit(
          getTransferCheckedInstruction({
            ...{ source: address(source), destination: address(destination), authority: own, amount },
            ...{ mint: address(mint.toBase58()), decimals: devnet.tokens[0]!.decimals },
          }),
        ),
      ),
      fc
        .tuple(someone, small)
        .map(([to, amount]) =>
          ofKit(
            getApproveInstruction({ source: address(source), delegate: address(to), owner: own, amount }),
          ),
        ),
      fc
        .nat({ max: 1000 })
        .map((microLamports) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports })),
    )
    const parts = fc.oneof(
      { weight: 3, arbitrary: fc.array(usual, { minLength: 1, maxLength: 4 }) },
      {
        weight: 1,
        arbitrary: fc.array(solanaInstruction(payer).filter(leavesPayer), { minLength: 1, maxLength: 2 }),
      },
    )

    const lamports = async (accounts: readonly string[]) =>
      new Map(
        await Promise.all(
          accounts.map(async (at) => [at, BigInt(await node.getBalance(new PublicKey(at)))] as const),
        ),
      )
    const tokens = async (at: string) =>
      BigInt((await node.getTokenAccountBalance(new PublicKey(at))).value.amount)
    const landed = (signature: string) =>
      polled(async () => {
        const found = await node.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
        return found?.meta
      }, 'the transaction lands')

    const known = new Set<string>()
    let told = 0
    let promised = 0
    await fc.assert(
      fc.asyncProperty(parts, async (instructions) => {
        const { blockhash: recentBlockhash } = await node.getLatestBlockhash()
        const message = new TransactionMessage({ payerKey: payer, instructions, recentBlockhash })
        let wire: Uint8Array
        try {
          wire = new VersionedTransaction(message.compileToV0Message()).serialize()
        } catch {
          // The instructions don't fit into a transaction.
          return
        }
        const receivers = instructions.flatMap(({ keys }) => keys.map(({ pubkey: at }) => at.toBase58()))
        const all = [...new Set([pubkey, ...receivers])]
        const [before, tokensBefore] = [await lamports(all), await tokens(source)]
        const answer = await describeAndSign(
          wallet,
          { method: 'solana_signAndSendTransaction', params: { pubkey, transaction: base64.encode(wire) } },
          network,
        )
        if (!answer) {
          expect([await lamports([pubkey]), await tokens(source)]).toEqual([
            new Map([[pubkey, before.get(pubkey)]]),
            tokensBefore,
          ])
          return
        }
        const { signature } = answer.result as { readonly signature: string }
        // A transaction with the same blockhash and content has already been sent.
        if (known.has(signature)) return
        known.add(signature)
        const { fee, err } = await landed(signature)
        const shown = answer.described.rows
        const feeShown = shown.find(([name]) => name === 'fee')![1].replace(/^up to | SOL$/g, '')
        expect(BigInt(fee)).toBeLessThanOrEqual(parseUnits(feeShown, 9))
        const said = promisedSolana(answer.described.effects, source, devnet.tokens[0]!.decimals)
        if (said) {
          promised++
          const lost = before.get(pubkey)! - (await lamports([pubkey])).get(pubkey)!
          expect(lost - BigInt(fee)).toBeLessThanOrEqual(said.coins)
          expect(tokensBefore - (await tokens(source))).toBeLessThanOrEqual(said.tokens)
        }
        const expected = new Map(before)
        const add = (at: string, by: bigint) => expected.set(at, (expected.get(at) ?? 0n) + by)
        add(pubkey, -BigInt(fee))
        let moved = 0n
        for (const [verb, rest] of err === null ? shown : []) {
          const sol = verb === 'sends' && /^(\S+) SOL from (\S+) to (\S+)$/.exec(rest)
          if (sol) {
            add(sol[2]!, -parseUnits(sol[1]!, 9))
            add(sol[3]!, parseUnits(sol[1]!, 9))
          }
          const units =
            verb === 'sends' && /^(\d+) of the smallest units in token account (\S+) to/.exec(rest)
          if (units && units[2] === source) moved += BigInt(units[1]!)
          const whole = verb === 'sends' && /^(\S+) of token (\S+) from token account (\S+) to/.exec(rest)
          if (whole && whole[3] === source) moved += parseUnits(whole[1]!, devnet.tokens[0]!.decimals)
        }
        if (err === null) told++
        expect(await lamports(all)).toEqual(expected)
        expect(tokensBefore - (await tokens(source))).toBe(moved)
      }),
      { numRuns: count },
    )
    console.log(`fuzz: ${told} of ${count} described and done`)
    expect(told).toBeGreaterThan(count / 3)
    expect(promised).toBeGreaterThan(count / 6)
  })
})
