import { createHash } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import { Secp256k1Wallet } from '@cosmjs/amino'
import { secp256k1 } from '@noble/curves/secp256k1'
import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { base64 } from '@scure/base'
import { crypto, initEccLib, payments, type Transaction } from 'bitcoinjs-lib'
import { computeAddress, hashMessage, Wallet } from 'ethers'
import { beforeAll, describe, expect, it } from 'vitest'
import { toSign } from '../../../../src/adapters/bip122/chain/bip322.ts'
import { verifyBip122 } from '../../../../src/siwx/verify/bip122.ts'
import { verifyCosmos } from '../../../../src/siwx/verify/cosmos.ts'
import { verifyEip155 } from '../../../../src/siwx/verify/eip155.ts'
import { verifyPolkadot } from '../../../../src/siwx/verify/polkadot.ts'
import type { Verify } from '../../../../src/siwx/verify/proof.ts'
import { signInSigners } from '../../../support/sign-in-signers.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const text = 'hello world'
const seed = createHash('sha256').update('twins').digest()
/** Nodes on which no account is a contract. */
const nodes = {
  call: async (_: string, method: string) => (method === 'eth_chainId' ? '0x1' : '0x'),
  signal: undefined,
}
const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
const bytesOf = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const hex = (...parts: readonly Uint8Array[]) => `0x${Buffer.concat(parts).toString('hex')}`

beforeAll(() => cryptoWaitReady())

function proofOf(signer: { address: string; chainId: string }, signature: string) {
  const { address, chainId } = signer as { address: string; chainId: `eip155:${string}` }
  return { text, signature, scheme: undefined, publicKey: undefined, address, chainId }
}

/**
 * A signature (r, s) has a twin: (r, n - s) with the other recovery id, where n is the order of the curve. ECDSA accepts both
 * signatures.
 */
describe('an ECDSA signature is refused', () => {
  /**
   * The kinds of ECDSA signatures. Each row has the position of the recovery id (-1 if there is none), the position of r, and the
   * encoding.
   */
  const kinds: readonly (readonly [string, Verify, number, number, 'hex' | 'base64'])[] = [
    ['eip155, ethers', verifyEip155, 64, 0, 'hex'],
    ['polkadot, ecdsa, wrapped', verifyPolkadot, 64, 0, 'hex'],
    ['polkadot, ecdsa, marked', verifyPolkadot, 65, 1, 'hex'],
    ['bip122, P2PKH by BIP-137', verifyBip122, 0, 1, 'base64'],
    ['bip122, P2WPKH by BIP-137', verifyBip122, 0, 1, 'base64'],
    ['bip122, P2SH by BIP-137', verifyBip122, 0, 1, 'base64'],
    ['cosmos without its key, @cosmjs/amino', verifyCosmos, -1, 0, 'base64'],
  ]
  it.each(kinds)(
    'if it is the twin of a signature by the test signer (%s)',
    async (name, verify, recovery, at, coding) => {
      const signer = await signInSigners[name]!(seed)
      const { signature } = await signer.sign(text)
      const raw = Buffer.from(signature.replace(/^0x/, ''), coding)
      const judge = (bytes: Uint8Array) =>
        verify(proofOf(signer, (coding === 'hex' ? '0x' : '') + Buffer.from(bytes).toString(coding)), nodes)
      expect(await judge(raw)).toBe(true)
      const twin = Buffer.from(raw)
      twin.set(bytesOf(order - number(raw.subarray(at + 32, at + 64))), at + 32)
      expect(await judge(twin)).toBe(false)
      if (recovery < 0) return
      const lowest = { eip155: 27, bip122: raw[0]! - ((raw[0]! - 27) & 3) }[name.split(',')[0] ?? ''] ?? 0
      for (let other = 0; other < 256; other++) {
        for (const [bytes, isGood] of [
          [raw, true],
          [twin, false],
        ] as const) {
          const changed = Buffer.from(bytes)
          changed[recovery] = other
          const same = other === raw[recovery]
          // On eip155, the recovery ids 0 and 27 mean the same. In BIP-137, the header byte also encodes the address type,
          // and many wallets use the P2PKH header for every type.
          const alias =
            (name.startsWith('eip155') && other === raw[recovery]! - lowest) ||
            (name.startsWith('bip122') && other === 31 + ((raw[0]! - 27) & 3))
          expect(await judge(changed), `${other}`).toBe(isGood && (same || alias))
        }
      }
      for (const changed of [
        Buffer.concat([raw, Buffer.of(0)]),
        raw.subarray(0, -1),
        Buffer.concat([Buffer.of(0), raw]),
      ])
        expect(await judge(changed)).toBe(false)
    },
  )

  it.each([0n, order, order + 1n, 2n ** 256n - 1n])('if its r or s is %s', async (value) => {
    for (const [name, verify, , at, coding] of kinds) {
      const signer = await signInSigners[name]!(seed)
      const raw = Buffer.from((await signer.sign(text)).signature.replace(/^0x/, ''), coding)
      for (const place of [at, at + 32]) {
        const changed = Buffer.from(raw)
        changed.set(bytesOf(value), place)
        const signature = (coding === 'hex' ? '0x' : '') + changed.toString(coding)
        expect(await verify(proofOf(signer, signature), nodes), name).toBe(false)
      }
    }
  })

  it('if it is a twin in a proof that contains the public key', async () => {
    const wallet = await Secp256k1Wallet.fromKey(seed, 'osmo')
    const signer = await signInSigners['cosmos, @cosmjs/amino']!(seed)
    const { signature, publicKey } = await signer.sign(text)
    const raw = Buffer.from(signature, 'base64')
    const twin = Buffer.concat([raw.subarray(0, 32), bytesOf(order - number(raw.subarray(32)))])
    const judge = (bytes: Uint8Array) =>
      verifyCosmos({ ...proofOf(signer, base64.encode(bytes)), publicKey }, nodes as never)
    expect((await wallet.getAccounts())[0]?.address).toBe(signer.address)
    expect(judge(raw)).toBe(true)
    expect(judge(twin)).toBe(false)
  })
})

describe('a BIP-322 transaction', () => {
  initEccLib(ecc)
  const key = Uint8Array.from(seed)
  const publicKey = Buffer.from(ecc.pointFromScalar(key, true)!)
  const internalPubkey = publicKey.subarray(1)
  const even = publicKey[0] === 3 ? ecc.privateNegate(key) : key
  const tweaked = ecc.privateAdd(even, crypto.taggedHash('TapTweak', internalPubkey))!
  const outputKey = Buffer.from(ecc.pointFromScalar(tweaked, true)!).subarray(1)
  const p2wpkh = payments.p2wpkh({ pubkey: publicKey })
  const kinds = {
    p2wpkh,
    p2sh: payments.p2sh({ redeem: p2wpkh }),
    p2pkh: payments.p2pkh({ pubkey: publicKey }),
    p2tr: payments.p2tr({ pubkey: outputKey }),
  }
  type Kind = keyof typeof kinds

  interface Changes {
    /** Changes the transaction before it is signed. */
    readonly before?: (transaction: Transaction) => void
    readonly after?: (transaction: Transaction) => void
    readonly type?: number
    readonly highS?: boolean
    /** The hash type that is written after the signature, if it isn't the signed hash type. */
    readonly written?: Uint8Array
  }

  /** Changes a transaction, its first input and its first output. */
  const set =
    (of: object, input: object = {}, output: object = {}) =>
    (one: Transaction) => {
      Object.assign(one, of)
      Object.assign(one.ins[0]!, input)
      Object.assign(one.outs[0]!, output)
    }

  /** Returns a transaction, signed with the hash that bitcoinjs-lib computes. */
  function signed(
    kind: Kind,
    { before, after, type = kind === 'p2tr' ? 0 : 1, highS = false, written }: Changes = {},
  ) {
    const { output: script } = kinds[kind]
    const transaction = toSign(script!, text)
    before?.(transaction)
    const der = (hash: Uint8Array) => {
      const compact = Buffer.from(ecc.sign(hash, key))
      if (highS) compact.set(bytesOf(order - number(compact.subarray(32))), 32)
      const part = (bytes: Uint8Array) => {
        const digits = number(bytes).toString(16)
        const even = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
        const body = even[0]! > 127 ? Buffer.concat([Buffer.of(0), even]) : even
        return Buffer.concat([Buffer.of(2, body.length), body])
      }
      const body = Buffer.concat([part(compact.subarray(0, 32)), part(compact.subarray(32))])
      return Buffer.concat([Buffer.of(0x30, body.length), body, written ?? Buffer.of(type)])
    }
    if (kind === 'p2tr') {
      const hash = transaction.hashForWitnessV1(
        0,
        transaction.ins.map(() => script!),
        transaction.ins.map(() => 0n),
        type,
      )
      transaction.setWitness(0, [
        Buffer.concat([ecc.signSchnorr(hash, tweaked), written ?? (type ? Buffer.of(type) : Buffer.of())]),
      ])
    } else if (kind === 'p2pkh') {
      const signature = der(transaction.hashForSignature(0, script!, type))
      transaction.setInputScript(
        0,
        Buffer.concat([Buffer.of(signature.length), signature, Buffer.of(33), publicKey]),
      )
    } else {
      const hash = transaction.hashForWitnessV0(0, kinds.p2pkh.output!, 0n, type)
      transaction.setWitness(0, [der(hash), publicKey])
      if (kind === 'p2sh') transaction.setInputScript(0, Buffer.concat([Buffer.of(22), p2wpkh.output!]))
    }
    after?.(transaction)
    return transaction
  }
  const judge = (kind: Kind, transaction: Transaction) =>
    verifyBip122(
      {
        ...proofOf(
          { address: kinds[kind].address!, chainId: 'bip122:000000000019d6689c085ae165831e93' },
          `ful${base64.encode(Uint8Array.from(transaction.toBuffer()))}`,
        ),
      },
      nodes as never,
    )

  it.each(Object.keys(kinds) as Kind[])('of %s is accepted only in the form that BIP-322 allows', (kind) => {
    const is = (changes?: Changes) => judge(kind, signed(kind, changes))
    expect(is()).toBe(true)
    for (const version of [0, 1, 2, 3, 256, 2 ** 31]) {
      const found = is({ before: set({ version }) })
      expect(found, `version ${version}`).toBe(version === 0 || version === 2)
    }
    expect(is({ before: set({ locktime: 500_000 }, { sequence: 7 }) })).toBe(true)
    // The transaction is changed after it was signed.
    expect(is({ after: set({ locktime: 1 }) })).toBe(false)
    expect(is({ after: set({}, { sequence: 1 }) })).toBe(false)
    expect(is({ after: set({ version: 2 }) })).toBe(false)
    // BIP-322 doesn't allow these transactions.
    expect(is({ before: set({}, {}, { value: 1n }) })).toBe(false)
    expect(is({ before: set({}, {}, { script: Buffer.of(0x51) }) })).toBe(false)
    expect(is({ before: (one) => one.addOutput(Buffer.of(0x6a), 0n) })).toBe(false)
    expect(is({ before: (one) => one.addInput(Buffer.alloc(32, 1), 0) })).toBe(false)
    expect(is({ before: set({}, { index: 1 }) })).toBe(false)
    expect(is({ before: (one) => one.ins[0]!.hash.fill(1) })).toBe(false)
    // Hash types that cover only a part of the transaction.
    for (const type of [2, 3, 0x81, 0x82, 0x83]) expect(is({ type }), `type ${type}`).toBe(false)
    if (kind === 'p2tr') {
      expect(is({ type: 1 })).toBe(true)
      expect(is({ written: Buffer.of(0) })).toBe(false)
      for (const written of [[], [0], [2], [0x81], [1, 1]])
        expect(is({ type: 1, written: Buffer.from(written) }), `${written}`).toBe(false)
      expect(is({ written: Buffer.of(1) })).toBe(false)
      // Neither an annex nor an input script is allowed next to the witness.
      expect(is({ after: (one) => one.setWitness(0, [...one.ins[0]!.witness, Buffer.of(0x50)]) })).toBe(false)
      expect(is({ after: (one) => one.setInputScript(0, Buffer.of(0x51)) })).toBe(false)
    } else {
      expect(is({ highS: true })).toBe(false)
      for (const written of [Buffer.of(), Buffer.of(0), Buffer.of(2), Buffer.of(1, 1)])
        expect(is({ written })).toBe(false)
    }
    if (kind === 'p2pkh') {
      expect(is({ after: (one) => one.setWitness(0, [Buffer.of(1)]) })).toBe(false)
      // The valid input script after an OP_1, and with a longer encoding of its first push.
      const longer = (by: readonly number[]) => (one: Transaction) =>
        one.setInputScript(0, Buffer.concat([Buffer.from(by), one.ins[0]!.script]))
      expect(is({ after: longer([0x51]) })).toBe(false)
      expect(is({ after: longer([0x4c]) })).toBe(false)
    }
    if (kind === 'p2wpkh')
      expect(
        is({ after: (one) => one.setInputScript(0, Buffer.concat([Buffer.of(22), p2wpkh.output!])) }),
      ).toBe(false)
    if (kind === 'p2sh') expect(is({ after: (one) => one.setInputScript(0, Buffer.of()) })).toBe(false)
    if (kind === 'p2wpkh' || kind === 'p2sh')
      expect(is({ after: (one) => one.setWitness(0, [...one.ins[0]!.witness, Buffer.of()]) })).toBe(false)
  })

  it("is refused if its public key isn't compressed", () => {
    const long = Buffer.from(ecc.pointFromScalar(key, false)!)
    const changed = signed('p2wpkh', { after: (one) => one.setWitness(0, [one.ins[0]!.witness[0]!, long]) })
    expect(judge('p2wpkh', changed)).toBe(false)
  })
})

it("a signature with a recovery id that Ethereum doesn't use is invalid", async () => {
  const hash = Buffer.from(hashMessage(text).slice(2), 'hex')
  const found = Array.from({ length: 100 }, (_, r) => {
    try {
      // With the recovery id 2, the x coordinate is r plus the order of the curve. No random signature has an r that is small
      // enough for this, so search for one.
      const signature = new secp256k1.Signature(BigInt(r + 1), 1n)
      return [r + 1, signature.addRecoveryBit(2).recoverPublicKey(hash).toHex(false)] as const
    } catch {
      return undefined
    }
  }).find((one) => one !== undefined)!
  const address = computeAddress(`0x${found[1]}`)
  for (const v of [2, 29]) {
    const signature = hex(bytesOf(BigInt(found[0])), bytesOf(1n), Buffer.of(v))
    expect(await verifyEip155(proofOf({ address, chainId: 'eip155:1' }, signature), nodes)).toBe(false)
  }
})

it('a signature is invalid for a key of another kind from the same seed', async () => {
  // All kinds use the same seed, but not the same private key.
  const wallet = new Wallet(hex(seed))
  const pair = new Keyring({ type: 'ed25519' }).addFromSeed(seed)
  const sr = new Keyring({ type: 'sr25519' }).addFromSeed(seed)
  const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  expect(
    verifyPolkadot(proofOf({ address: pair.address, chainId }, hex(pair.sign(text))), nodes as never),
  ).toBe(true)
  expect(
    verifyPolkadot(proofOf({ address: sr.address, chainId }, hex(pair.sign(text))), nodes as never),
  ).toBe(false)
  expect(
    verifyPolkadot(
      proofOf({ address: pair.address, chainId }, await wallet.signMessage(text)),
      nodes as never,
    ),
  ).toBe(false)
})
