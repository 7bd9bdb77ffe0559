import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import {
  decodeCosmosDoc,
  decodePolkadotPayload,
  decodeSolanaTransaction,
  solanaActionText,
} from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { fc } from '../../support/fast-check.ts'

const blockhash = '11111111111111111111111111111112'
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes))

/** Expects that `read` decodes its input, or refuses it with an error code. */
function refusesOrReads(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'validation/invalid-input',
      values: { field: expect.any(String), reason: expect.any(String) },
    })
  }
}

describe('a solana transaction', () => {
  const instruction = fc.record({
    programId: key,
    keys: fc.array(fc.record({ pubkey: key, isSigner: fc.boolean(), isWritable: fc.boolean() }), {
      maxLength: 3,
    }),
    data: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  })

  it("is decoded to the parts from which the family's own library compiled it", () => {
    fc.assert(
      fc.property(key, fc.array(instruction, { maxLength: 4 }), fc.boolean(), (payer, parts, legacy) => {
        const instructions = parts.map((part) => new TransactionInstruction(part))
        const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions })
        const compiled = legacy ? message.compileToLegacyMessage() : message.compileToV0Message()
        let wire: Uint8Array
        try {
          wire = new VersionedTransaction(compiled).serialize()
        } catch {
          // The library can't serialize a transaction that is larger than a packet.
          return
        }
        if (wire.length > 1232) return
        const read = decodeSolanaTransaction(wire)
        expect(read.version).toBe(legacy ? 'legacy' : 0)
        expect(read.feePayer).toBe(payer.toBase58())
        expect(read.recentBlockhash).toBe(blockhash)
        expect(Buffer.from(read.message).toString('hex')).toBe(
          Buffer.from(compiled.serialize()).toString('hex'),
        )
        expect(read.signers.map(({ address }) => address)).toEqual(
          compiled.staticAccountKeys
            .slice(0, compiled.header.numRequiredSignatures)
            .map((each) => each.toBase58()),
        )
        expect(read.instructions.map(({ program, accounts, data }) => ({ program, accounts, data }))).toEqual(
          instructions.map(({ programId, keys, data }) => ({
            program: programId.toBase58(),
            accounts: keys.map(({ pubkey }) => pubkey.toBase58()),
            data: data.toString('hex'),
          })),
        )
      }),
      { numRuns: 200 },
    )
  })

  const [from, to, mint] = [1, 2, 3].map((seed) => new PublicKey(new Uint8Array(32).fill(seed))) as [
    PublicKey,
    PublicKey,
    PublicKey,
  ]
  const readOf = (
    instructions: readonly TransactionInstruction[],
    tables: AddressLookupTableAccount[] = [],
  ) => {
    const message = new TransactionMessage({
      payerKey: from,
      recentBlockhash: blockhash,
      instructions: [...instructions],
    }).compileToV0Message(tables)
    return decodeSolanaTransaction(new VersionedTransaction(message).serialize())
  }
  const words = (...instructions: TransactionInstruction[]) =>
    readOf(instructions).instructions.map(({ action }) => action && solanaActionText(action))
  const token = (data: readonly number[], keys: readonly PublicKey[]) =>
    new TransactionInstruction({
      programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
      keys: keys.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
      data: Buffer.from(data),
    })

  it('is described in words', () => {
    expect(
      words(
        SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1_500_000_000 }),
        token([12, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0, 6], [from, mint, to, from]),
        token([4, 255, 255, 255, 255, 255, 255, 255, 255], [from, to, from]),
        ComputeBudgetProgram.setComputeUnitLimit({ units: 3_000 }),
        // The instruction has fewer accounts than its program requires.
        token([12, 1], [from, mint, to, from]),
        new TransactionInstruction({ programId: mint, keys: [], data: Buffer.from([1]) }),
      ),
    ).toEqual([
      `sends 1.5 SOL from ${from} to ${to}`,
      `sends 1 of token ${mint} from token account ${from} to ${to}`,
      `lets ${to} take 18446744073709551615 of the smallest units in token account ${from}`,
      'uses at most 3000 compute units',
      undefined,
      undefined,
    ])
  })

  it('names the amounts that leave the account, and who controls a created or transferred account', () => {
    const program = new PublicKey(new Uint8Array(32).fill(7))
    const rent = { lamports: 2_000_000_000, space: 5, programId: program }
    const associated = (data: readonly number[]) =>
      new TransactionInstruction({
        programId: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
        keys: [from, to, mint, from, mint, to, from].map((pubkey) => ({
          pubkey,
          isSigner: false,
          isWritable: true,
        })),
        data: Buffer.from(data),
      })
    const made = `makes the account ${to} of the program ${program} with 2 SOL of ${from}`
    expect(
      words(
        SystemProgram.createAccount({ fromPubkey: from, newAccountPubkey: to, ...rent }),
        SystemProgram.createAccountWithSeed({
          ...{ fromPubkey: from, newAccountPubkey: to, basePubkey: from, seed: 'any seed' },
          ...rent,
        }),
        token([6, 2, 1, ...to.toBytes()], [from, from]),
        token([6, 2, 0], [from, from]),
        // Token accounts have no authority of this type.
        token([6, 4, 0, 0], [from, from]),
        associated([1]),
        // RecoverNested creates nothing.
        associated([2]),
      ),
    ).toEqual([
      made,
      made,
      `gives the authority over ${from} to ${to}`,
      `removes the authority over ${from} for good`,
      undefined,
      `makes the token account ${to} of ${mint} for the token ${from}`,
      undefined,
    ])
  })

  it('shows its highest fee, and whether a durable nonce keeps it valid', () => {
    const transfer = SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1 })
    expect(readOf([transfer])).toMatchObject({ fee: 5_000n, durable: false })
    const priced = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 300 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 10_000 }),
      transfer,
    ]
    expect(readOf(priced).fee).toBe(5_003n)
    const advance = SystemProgram.nonceAdvance({ noncePubkey: mint, authorizedPubkey: from })
    expect(readOf([advance, transfer]).durable).toBe(true)
  })

  it('names the lookup table of an account, and the position of the account in it', () => {
    const table = new AddressLookupTableAccount({
      key: mint,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [from, to],
      },
    })
    const read = readOf([SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 5 })], [table])
    expect(read.instructions[0]?.action).toEqual({
      kind: 'transfer',
      lamports: 5n,
      from: String(from),
      to: `no. 1 of table ${mint}`,
    })
  })

  it('is decoded, or refused with an error code, for any bytes', () => {
    const valid = new VersionedTransaction(
      new TransactionMessage({
        payerKey: from,
        recentBlockhash: blockhash,
        instructions: [
          SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 1 }),
          token([12, 1], [from, mint, to]),
        ],
      }).compileToV0Message(),
    ).serialize()
    fc.assert(
      fc.property(fc.nat(valid.length - 1), fc.nat(255), fc.nat(valid.length), (at, byte, length) => {
        const changed = valid.slice()
        changed[at] = byte
        refusesOrReads(() => decodeSolanaTransaction(changed))
        refusesOrReads(() => decodeSolanaTransaction(changed.slice(0, length)))
      }),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) =>
        refusesOrReads(() => decodeSolanaTransaction(bytes)),
      ),
    )
  })
})

describe('documents and payloads', () => {
  it('are decoded, or refused with an error code, for any JSON', () => {
    const names = [
      ...['msgs', 'fee', 'chain_id', 'bodyBytes', 'authInfoBytes', 'chainId', 'accountNumber', 'signDoc'],
      ...[
        'address',
        'method',
        'genesisHash',
        'signedExtensions',
        'version',
        'transactionPayload',
        '__proto__',
      ],
    ]
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, '', '0', 'AAAA', '0x0a00', 'sign/MsgSignData', 4, -1, 1.5),
        fc.string(),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names, 'type', 'value', 'amount', 'gas', 'denom'), tie('any')),
      ),
    })).any
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json)
        refusesOrReads(() => decodeCosmosDoc(text))
        refusesOrReads(() => decodePolkadotPayload(text))
      }),
      { numRuns: 3_000 },
    )
  })
})
