import { base58 } from '@scure/base'
import { Keypair, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { jupiterLayouts, readJupiter } from '../../../../src/adapters/solana/chain/swaps/jupiter.ts'
import { readGuarantee } from '../../../../src/adapters/solana/chain/swaps/read-swap.ts'
import { isLatchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import {
  ata,
  bonk,
  budget,
  type Call,
  close,
  create,
  discriminator,
  honest,
  jupiter,
  type Kind,
  kinds,
  owner,
  planV1,
  swapInstruction,
  thief,
  token2022Program,
  tokenProgram,
  usdc,
  wireOf,
  wrap,
  wrappedMint,
} from '../../../support/jupiter-transactions.ts'

const token = (mint: typeof usdc) => ({ address: mint.toBase58(), symbol: 'T', name: 'T', decimals: 6 })
const coin = { symbol: 'SOL', name: 'Solana', decimals: 9 }
const pair = { from: token(usdc), to: token(bonk) }
const read = (wire: Uint8Array, of: { from: object; to: object } = pair) =>
  readGuarantee(wire, owner.toBase58(), of as never)
const swap = (kind: Kind, part: Partial<Call> = {}) =>
  wireOf([...budget, create(bonk), swapInstruction(honest(kind, part))])

/** Returns the field that the error names. */
function fieldOf(run: () => unknown): unknown {
  try {
    return { read: run() }
  } catch (error) {
    if (isLatchkeyError(error, 'swap/mismatch')) return error.values.field
    throw error
  }
}

describe("a swap through Jupiter's program", () => {
  it.each(kinds)(
    'with the instruction %s shows the amount and the minimum that the program enforces',
    (kind) => {
      const exactOut = kind.includes('exact_out')
      expect(read(swap(kind))).toEqual({
        ...{ kind: 'swap', router: jupiter.toBase58(), path: [usdc.toBase58(), bonk.toBase58()] },
        ...{ fromCoin: false, toCoin: false, receiver: owner.toBase58() },
        // Exact output: at most 990,100 plus 1 %, rounded up. Exact input: at least 1,000,001 minus 1 %, rounded down.
        ...(exactOut ? { amount: 1_000_001n, minimum: 990_000n } : { amount: 1_000_000n, minimum: 990_000n }),
      })
    },
  )

  it('is recognized by the discriminators of the instruction names in the IDL', () => {
    const hex = kinds.map((kind) => Buffer.from(discriminator(kind)).toString('hex'))
    expect(Object.keys(jupiterLayouts).sort()).toEqual(hex.sort())
  })

  // The calls of two transactions on mainnet: 3LF4ABXfbETvFbQ7nr7WU8pZvQ3H4gFBRZnLb1gJMSKzHZZNMXbJA4VUsrsAMa9cgBJgJDv7aeNnbRDC39C2oi1X
  // and 2BppD7ZqzcCpJ4WbvSbm6AAH7ZS1dZxAgjwNWWCPxuk7ahxSwdRHVBKRLjtb4uQYJR1BfNxcehW6qcYTGKki1TgP. They are in `src/tests/snapshot` of
  // https://github.com/jup-ag/instruction-parser/tree/074b51f490b79aebf530fc73bea72035bfde7edd
  it('is decoded from recorded calls on mainnet', () => {
    const shared = 'YGc4QmfE2gj62vkfvPkzQgEkdw1VVntNPEACkWcphfbtFe2D7hQehAUGoPubU1QmfGs'
    const program = jupiter.toBase58()
    const accounts = [
      tokenProgram.toBase58(),
      'DSN3j1ykL3obAVNv7ZX49VsFCPe4LqzxHnmtLiPwY6xg',
      'J6SiqG6aWGWFxcXFd6c3xjrvbsX8PTYyYNY97dxceH4P',
      'gTw3Ka3tcNYGW9hBLPeWPU119zaThehGHYRh9Piw3na',
      'GUBeA7Zc27uJvas2LHGRmr1j3mR9sCuPeeoxTuGirXEV',
      '4jVFS4iFYaYL4G94Be9eKejW3aNVmsK73DgyDxeF1zeb',
      'CMH7hWNBtoNU93kWvmbm4m8r2KX44FAHYbUCaQWTw9Za',
      'EPCz5LK372vmvCkZH3HgSuGNKACJJwwxsofW6fypCPZL',
      'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      program,
      program,
    ]
    expect(readJupiter(accounts, base58.decode(shared))).toEqual({
      authority: 'J6SiqG6aWGWFxcXFd6c3xjrvbsX8PTYyYNY97dxceH4P',
      source: 'gTw3Ka3tcNYGW9hBLPeWPU119zaThehGHYRh9Piw3na',
      destination: 'CMH7hWNBtoNU93kWvmbm4m8r2KX44FAHYbUCaQWTw9Za',
      sourceMint: 'EPCz5LK372vmvCkZH3HgSuGNKACJJwwxsofW6fypCPZL',
      targetMint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
      // The transaction paid 20,000,000,000 and received 2,994,093,354. The quote was 2,993,471,962, with a slippage of 0.3 %.
      amount: 20_000_000_000n,
      minimum: (2_993_471_962n * 9970n) / 10_000n,
    })
    const wrapped = wrappedMint.toBase58()
    const own = [
      '4qLQDSpCwGJSig3tDvkfUbgW1TJWgeABpr5BtR3r3vZo',
      'E7dccQmqiHwAzVFtj5gBPL1zt5zrxuK2BK8u3BbaQ1Ci',
    ] as const
    const route = '2HVEByRpLjtVhaCFkEX1ekvqe5WFzbwqqDFeFUhPQ1BbukbmhDEDCYoVC9Y6K'
    const plain = [tokenProgram.toBase58(), ...own, own[1], program, wrapped, program]
    expect(readJupiter(plain, base58.decode(route))).toMatchObject({
      ...{ authority: own[0], source: own[1], destination: own[1], targetMint: wrapped },
      ...{ amount: 200_000_000n, minimum: 100_042_621n },
    })
  })

  it('can pay a token account of Token-2022', () => {
    const part = { destination: ata(owner, bonk, token2022Program) }
    const made = create(bonk, { program: token2022Program })
    expect(read(wireOf([made, swapInstruction(honest('route', part))]))?.receiver).toBe(owner.toBase58())
  })

  it('wraps SOL that it sells', () => {
    const call = swapInstruction(honest('route', { sourceMint: wrappedMint }))
    const wire = wireOf([...budget, create(wrappedMint), ...wrap(1_000_000n), create(bonk), call, close()])
    expect(read(wire, { from: coin, to: token(bonk) })).toMatchObject({
      ...{ fromCoin: true, toCoin: false, path: [wrappedMint.toBase58(), bonk.toBase58()] },
      amount: 1_000_000n,
    })
  })

  it('unwraps SOL that it buys', () => {
    const call = swapInstruction(honest('shared_accounts_route', { targetMint: wrappedMint }))
    const wire = wireOf([create(wrappedMint), call, close()])
    expect(read(wire, { from: token(usdc), to: coin })).toMatchObject({ fromCoin: false, toCoin: true })
  })

  it("is not found in a transaction without a call of Jupiter's program", () => {
    expect(read(wireOf([SystemProgram.transfer({ fromPubkey: owner, toPubkey: thief, lamports: 1 })]))).toBe(
      undefined,
    )
    expect(read(Uint8Array.of(1, 2, 3))).toBe(undefined)
  })

  it.each(kinds)('with the instruction %s is refused with an error that names the wrong field', (kind) => {
    const v2 = kind.endsWith('_v2')
    const shared = kind.startsWith('shared')
    const lies: readonly (readonly [field: string, part: Partial<Call>])[] = [
      ['source token', { source: ata(owner, bonk) }],
      ['source token', { source: ata(thief, usdc) }],
      ['receiver', { destination: ata(thief, bonk) }],
      ['receiver', { destination: ata(owner, usdc) }],
      ['amount', { first: 0n }],
      ['amount', { second: 0n }],
      ['platform fee', { fee: 85 }],
      ...(v2
        ? ([['platform fee', { surplus: 10_000 }]] as const)
        : ([
            ['platform fee', { feeAccount: ata(thief, bonk) }],
            ['data', { tail: Buffer.from([0]) }],
            ['route', { plan: Buffer.from([1, 0, 0, 0, 200, 100, 0, 1]) }],
            ['route', { plan: Buffer.from([0, 0, 0, 0]) }],
            // The program reads the 19 zeros after the plan as the amounts. Valid amounts follow the zeros.
            ['data', { plan: Buffer.concat([planV1, Buffer.alloc(19)]) }],
          ] as const)),
      ['minimum', { slippage: 10_001 }],
      ...(shared ? [] : ([['receiver', { other: ata(thief, bonk) }]] as const)),
    ]
    const found = lies.map(([, part]) => fieldOf(() => read(swap(kind, part))))
    expect(found).toEqual(lies.map(([field]) => field))
  })

  it('is refused when other bytes follow the amounts that the program reads', () => {
    const tail = Buffer.alloc(19)
    tail.writeBigUInt64LE(1_000_000n, 0)
    tail.writeBigUInt64LE(1_000_001n, 8)
    tail.writeUInt16LE(100, 16)
    const part = { second: 1n, slippage: 9999, tail }
    expect(fieldOf(() => read(swap('route', part)))).toBe('data')
  })

  it('shows the enforced minimum, even if it is far below the quote', () => {
    expect(read(swap('route', { slippage: 5000 }))?.minimum).toBe(500_000n)
    expect(read(swap('route', { second: 5n }))?.minimum).toBe(4n)
    expect(read(swap('shared_accounts_route_v2', { slippage: 10_000 }))?.minimum).toBe(0n)
  })

  it('is refused if an account that must be proven is in a lookup table', () => {
    const call = honest('shared_accounts_route')
    const wire = (hidden: typeof usdc) => wireOf([swapInstruction(call)], { table: [hidden] })
    for (const hidden of [call.destination, call.source, bonk, usdc])
      expect(fieldOf(() => read(wire(hidden)))).toBe('lookup table')
    const made = wireOf([create(bonk), swapInstruction(honest('route'))], { table: [ata(owner, bonk)] })
    expect(fieldOf(() => read(made))).toBe('token account')
  })

  const call = swapInstruction(honest('route'))
  const other = Keypair.fromSeed(new Uint8Array(32).fill(9)).publicKey
  const sold = swapInstruction(honest('route', { sourceMint: wrappedMint }))
  const bought = swapInstruction(honest('route', { targetMint: wrappedMint }))
  const fromCoin = { from: coin, to: token(bonk) }
  const toCoin = { from: token(usdc), to: coin }
  const raw = (data: number[], programId = tokenProgram, keys: (typeof usdc)[] = []) =>
    new TransactionInstruction({
      programId,
      keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(owner), isWritable: true })),
      data: Buffer.from(data),
    })
  const approve = [4, ...new Uint8Array(8).fill(255)]
  const lies: readonly (readonly [string, string, () => unknown])[] = [
    ['two swaps', 'instruction', () => read(wireOf([call, call]))],
    ['another fee payer', 'account', () => read(wireOf([call], { payer: other }))],
    ['another signer', 'signer', () => read(wireOf([create(bonk, { payer: other }), call]))],
    [
      'an approval',
      'instruction',
      () => read(wireOf([raw(approve, tokenProgram, [ata(owner, usdc), thief, owner]), call])),
    ],
    ['a memo', 'instruction', () => read(wireOf([raw([1], thief), call]))],
    [
      'a durable nonce',
      'instruction',
      () => read(wireOf([SystemProgram.nonceAdvance({ noncePubkey: thief, authorizedPubkey: owner }), call])),
    ],
    [
      'a transfer to a stranger',
      'wrapped account',
      () => read(wireOf([...wrap(1_000_000n, thief), sold]), fromCoin),
    ],
    ['a transfer after the swap', 'instruction', () => read(wireOf([sold, ...wrap(1_000_000n)]), fromCoin)],
    ['two transfers', 'instruction', () => read(wireOf([...wrap(1_000_000n), ...wrap(1n), sold]), fromCoin)],
    ['more wrapped SOL than the amount', 'value', () => read(wireOf([...wrap(9_000_000n), sold]), fromCoin)],
    [
      'wrapped SOL, although it sells another token',
      'source token',
      () => read(wireOf([...wrap(1_000_000n), call])),
    ],
    ["a stranger's token account", 'token account', () => read(wireOf([create(bonk, { of: thief }), call]))],
    [
      "a stranger's token account at the account's own address",
      'token account',
      () => read(wireOf([create(bonk, { of: thief, at: ata(owner, bonk) }), call])),
    ],
    [
      'a token account that a stranger pays for',
      'token account',
      () => {
        const made = create(bonk, { payer: thief })
        made.keys[0]!.isSigner = false
        return read(wireOf([made, call]))
      },
    ],
    [
      'a token account that is created after the swap',
      'instruction',
      () => read(wireOf([bought, close(), create(wrappedMint)]), toCoin),
    ],
    [
      'a token account at another address',
      'token account',
      () => read(wireOf([create(bonk, { at: thief }), call])),
    ],
    [
      'a token account of another program',
      'token account',
      () => read(wireOf([create(bonk, { program: thief }), call])),
    ],
    [
      'another instruction of the associated token account program',
      'instruction',
      () => read(wireOf([create(bonk, { data: [2] }), call])),
    ],
    ['a closed token account', 'wrapped account', () => read(wireOf([call, close(ata(owner, usdc))]))],
    [
      "an instruction that pays the closed account's SOL to a stranger",
      'receiver',
      () => read(wireOf([bought, close(undefined, thief)]), toCoin),
    ],
    [
      'an account that is closed before the swap',
      'instruction',
      () => read(wireOf([close(), bought]), toCoin),
    ],
    [
      'an account that is closed twice',
      'instruction',
      () => read(wireOf([bought, close(), close()]), toCoin),
    ],
    [
      'an instruction that unwraps SOL, although the swap does not buy SOL',
      'wrapped account',
      () => read(wireOf([call, close()])),
    ],
    [
      "`SyncNative` of a stranger's account",
      'wrapped account',
      () => read(wireOf([raw([17], tokenProgram, [thief]), call])),
    ],
    [
      '`RequestHeapFrame`',
      'instruction',
      () => read(wireOf([raw([1, 0, 0, 4, 0], budget[0]!.programId), call])),
    ],
    [
      "another call of Jupiter's program",
      'data',
      () => read(wireOf([raw([...discriminator('claim')], jupiter, [owner])])),
    ],
    [
      'a request for the opposite direction',
      'source token',
      () => read(wireOf([call]), { from: token(bonk), to: token(usdc) }),
    ],
  ]
  it.each(lies)('with %s is refused, and the error names the field %s', (_, field, run) => {
    expect(fieldOf(run)).toBe(field)
  })

  it('never shows a wrong receiver or source token, whichever bytes of the transaction change', () => {
    // A linear congruential generator: https://en.wikipedia.org/wiki/Linear_congruential_generator
    let seed = 39
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * below)
    }
    const wires = kinds.map((kind) =>
      wireOf([...budget, create(bonk), swapInstruction(honest(kind)), close()]),
    )
    wires.push(...kinds.map((kind) => swap(kind)))
    for (let round = 0; round < 1500; round++) {
      const wire = wires[round % wires.length]!.slice()
      for (let change = random(3); change >= 0; change--) wire[65 + random(wire.length - 65)] = random(256)
      try {
        const found = read(wire)
        if (found) expect(found).toMatchObject({ receiver: owner.toBase58(), fromCoin: false })
        if (found) expect(found.path[0]).toBe(usdc.toBase58())
      } catch (error) {
        expect(isLatchkeyError(error, 'swap/mismatch'), String(error)).toBe(true)
      }
    }
  })
})
