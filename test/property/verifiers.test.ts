import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { base58, base64 } from '@scure/base'
import { Wallet } from 'ethers'
import type { MessageSignature } from 'latchkey'
import { verifyBip322 } from 'latchkey/adapters/bip122'
import { bip122Keys } from 'latchkey/wallets'
import { describe, expect, it } from 'vitest'
import { families } from '../../cli/families/families.ts'
import { verifierOf } from '../../cli/verifiers/families.ts'
import { devAccounts } from '../../src/devnet/index.ts'
import { fc } from '../support/fast-check.ts'
import { fifthOf } from '../support/seed.ts'

const message = 'hello'
const alice = devAccounts.alice!
const n = secp256k1.CURVE.n
const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const bytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
/** Returns n - s, the s of a second signature that a lax verifier accepts too. The tests call this signature the twin. */
const high = (s: Uint8Array) => bytes(n - number(s))

interface Case {
  readonly address: string
  readonly good: MessageSignature
  /** The twin of `good`: the same signature with a high s. Only a lax verifier accepts it for the account. */
  readonly lax: MessageSignature
}

const ecdsa = (secret: string, hash: Uint8Array) => {
  const signature = secp256k1.sign(hash, secret.replace(/^0x/, ''))
  return { bytes: Buffer.from(signature.toCompactRawBytes()), recovery: signature.recovery }
}
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest()

async function bip122Signed(scheme: 'ecdsa' | 'bip322') {
  const { address, secret } = alice.bip122!
  const regtest = { hrp: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4 }
  return { address, signature: (await bip122Keys(secret)).signMessage('p2wpkh', regtest, message, scheme) }
}

/** Creates a signature and its twin, for each kind of signature that Latchkey verifies. */
const cases: Readonly<Record<string, () => Promise<Case & { family: (typeof families)[number] }>>> = {
  async eip155() {
    const { address, secret } = alice.eip155!
    const signature = await new Wallet(secret).signMessage(message)
    const raw = Buffer.from(signature.slice(2), 'hex')
    const twin = Buffer.concat([raw.subarray(0, 32), high(raw.subarray(32, 64)), Buffer.from([raw[64]! ^ 7])])
    const hexed = (data: Buffer): MessageSignature => ({
      signature: `0x${data.toString('hex')}`,
      encoding: 'hex',
      scheme: 'eip191',
    })
    return { family: 'eip155', address, good: hexed(raw), lax: hexed(twin) }
  },
  async solana() {
    const { address, secret } = alice.solana!
    const seed = base58.decode(secret).subarray(0, 32)
    const raw = ed25519.sign(new TextEncoder().encode(message), seed)
    const s = number(Uint8Array.from(raw.subarray(32)).reverse())
    const twin = Uint8Array.from([...raw.subarray(0, 32), ...bytes(s + ed25519.CURVE.n).reverse()])
    const texted = (data: Uint8Array): MessageSignature => ({
      signature: base58.encode(data),
      encoding: 'base58',
      scheme: 'ed25519',
    })
    return { family: 'solana', address, good: texted(raw), lax: texted(twin) }
  },
  async 'bip122 by the key (BIP-137)'() {
    const { address, signature } = await bip122Signed('ecdsa')
    const raw = Buffer.from(base64.decode(signature))
    const twin = Buffer.from([39 + ((raw[0]! - 39) ^ 1), ...raw.subarray(1, 33), ...high(raw.subarray(33))])
    const texted = (data: Uint8Array): MessageSignature => ({
      signature: base64.encode(data),
      encoding: 'base64',
      scheme: 'ecdsa',
    })
    return { family: 'bip122', address, good: texted(raw), lax: texted(twin) }
  },
  async 'bip122 by BIP-322'() {
    const { address, signature } = await bip122Signed('bip322')
    return {
      family: 'bip122',
      address,
      good: { signature, encoding: 'base64', scheme: 'bip322' },
      lax: { signature: highWitness(signature), encoding: 'base64', scheme: 'bip322' },
    }
  },
  async cosmos() {
    const { address, secret } = alice.cosmos!
    const data = Buffer.from(message).toString('base64')
    const doc =
      '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[' +
      `{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${address}"}}],"sequence":"0"}`
    const { bytes: raw } = ecdsa(secret, sha256(Buffer.from(doc)))
    const publicKey = Buffer.from(secp256k1.getPublicKey(secret.replace(/^0x/, ''))).toString('hex')
    const texted = (signed: Uint8Array): MessageSignature => ({
      signature: base64.encode(signed),
      encoding: 'base64',
      scheme: 'adr36',
      publicKey,
    })
    return {
      family: 'cosmos',
      address,
      good: texted(raw),
      lax: texted(Buffer.concat([raw.subarray(0, 32), high(raw.subarray(32))])),
    }
  },
}

/** Replaces s by n - s in the witness of a segwit key. */
function highWitness(signature: string): string {
  const witness = Buffer.from(base64.decode(signature.replace(/^smp/, '')))
  const length = witness[1]!
  const der = witness.subarray(2, 2 + length - 1)
  const compact = secp256k1.Signature.fromDER(Buffer.from(der).toString('hex'))
  const twin = Buffer.from(new secp256k1.Signature(compact.r, n - compact.s).toDERRawBytes())
  return base64.encode(
    Buffer.concat([Buffer.from([2, twin.length + 1]), twin, Buffer.from([1]), witness.subarray(2 + length)]),
  )
}

describe.each(Object.entries(cases))('a signature of %s', (_, make) => {
  it('is valid for its account only with a low s', async () => {
    const { family, address, good, lax } = await make()
    const { signerOfMessage, same } = await verifierOf(family)
    expect(same((await signerOfMessage(message, good, address)) ?? '', address)).toBe(true)
    expect(await signerOfMessage(message, lax, address)).toBeUndefined()
  })
})

describe('the Bitcoin library', () => {
  it('refuses a BIP-322 signature with a high s', async () => {
    const { address, good, lax } = await cases['bip122 by BIP-322']!()
    expect(await verifyBip322(address, message, good.signature)).toBe(true)
    expect(await verifyBip322(address, message, lax.signature)).toBe(false)
  })

  it('returns false for invalid signatures', async () => {
    const { address, good } = await cases['bip122 by BIP-322']!()
    const wild = fc.oneof(fc.anything(), fc.string(), fc.base64String())
    await fc.assert(
      fc.asyncProperty(wild, wild, wild, fc.integer({ min: 0, max: 6 }), async (one, two, three, kept) => {
        const given = [kept & 1 ? address : one, kept & 2 ? message : two, kept & 4 ? good.signature : three]
        return (await verifyBip322(...(given as [string, string, string]))) === false
      }),
      { numRuns: fifthOf(1000) },
    )
  })
})

describe.each(families)('the %s verifier', (family) => {
  it('returns no account for an invalid signature', async () => {
    const { signerOfMessage } = await verifierOf(family)
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.uint8Array({ minLength: 64, maxLength: 66 }).map((raw) => `0x${Buffer.from(raw).toString('hex')}`),
      fc.uint8Array({ minLength: 64, maxLength: 66 }).map((raw) => Buffer.from(raw).toString('base64')),
      fc.uint8Array({ minLength: 64, maxLength: 64 }).map((raw) => base58.encode(raw)),
    )
    const wild = fc.oneof(text, fc.anything())
    const signed = fc.oneof(
      fc.record({
        signature: wild,
        scheme: fc.constantFrom('ecdsa', 'bip322', 'sr25519', 'ed25519', undefined),
        publicKey: fc.oneof(fc.constant(undefined), fc.string()),
      }),
      fc.anything(),
    )
    const mine = alice[family]!.address
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(message), wild),
        signed,
        wild,
        fc.boolean(),
        async (said, by, to, own) => {
          const signer = await signerOfMessage(
            said as string,
            by as MessageSignature,
            (own ? mine : to) as string,
          )
          return signer?.toLowerCase() !== mine.toLowerCase()
        },
      ),
      { numRuns: fifthOf(1000) },
    )
  })
})
