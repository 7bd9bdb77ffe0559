import { base58, base64 } from '@scure/base'
import type { CaipNetworkId } from 'latchkey'
import {
  formatSignInMessage,
  parseSignInMessage,
  type SignInFields,
  type SignInProof,
  verifySignIn,
} from 'latchkey/siwx'
import { describe, expect, it } from 'vitest'
import { signInInput } from '../../src/adapters/solana/sign-in-input.ts'
import { solanaSignInText } from '../../src/wallets/solana/sign-in-text.ts'
import { fc } from '../support/fast-check.ts'
import { asked, fifthOf } from '../support/seed.ts'
import { signInSigners } from '../support/sign-in-signers.ts'

/** The number of cases for all kinds of signers together. `npm run soak` runs a hundred times as many. */
const cases = asked('SIGN_IN_CASES', fifthOf(1000))
const kinds = Object.keys(signInSigners)
const casesOf = Math.ceil(cases / kinds.length)
const now = new Date('2026-01-01T12:00:00Z')
/** Answers calls as a node on which no account has code. */
const rpc = async (chainId: string, method: string) =>
  method === 'eth_chainId' ? `0x${BigInt(chainId.slice(7)).toString(16)}` : '0x'

const characters = (all: string, constraints: fc.ArrayConstraints) =>
  fc.array(fc.constantFrom(...all), constraints).map((list) => list.join(''))
const alphanumeric = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const unreserved = `${alphanumeric}-._~`
const pchar = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...`${unreserved}!$&'()*+,;=:@`) },
  fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
)
const segment = fc.array(pchar, { maxLength: 12 }).map((list) => list.join(''))
const domain = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((ip) => `[${ip}]`),
  fc.webAuthority({ withPort: true }),
)
const uri = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(characters(alphanumeric, { minLength: 1, maxLength: 5 }), segment)
    .map(([scheme, rest]) => `u${scheme}:${rest}`),
)
/** Draws times between two dates, with any offset and any number of decimals. */
const time = (min: string, max: string) =>
  fc
    .tuple(
      fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }),
      fc.integer({ min: -1439, max: 1439 }),
      characters('0123456789', { maxLength: 9 }),
      fc.boolean(),
    )
    .map(([date, offset, digits, isUtc]) => {
      const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
      const size = Math.abs(offset)
      const zone = isUtc ? 'Z' : `${offset < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
      const local = new Date(date.getTime() + (isUtc ? 0 : offset * 60_000)).toISOString().slice(0, 19)
      return `${local}${digits && `.${digits}`}${zone}`
    })
/** Draws the fields of a sign-in message, without the account. */
const saying = fc.record(
  {
    domain,
    uri,
    version: fc.constant('1'),
    nonce: characters(alphanumeric, { minLength: 8, maxLength: 40 }),
    issuedAt: time('1971-01-01', '2025-12-30'),
    statement: characters(`${unreserved}:/?#[]@!$&'()*+,;= `, { minLength: 1, maxLength: 60 }),
    expirationTime: time('2026-01-03', '2999-01-01'),
    notBefore: time('1971-01-01', '2025-12-30'),
    requestId: segment,
    resources: fc.array(uri, { maxLength: 4 }),
  },
  { requiredKeys: ['domain', 'uri', 'version', 'nonce', 'issuedAt'] },
)
const seed = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes[0] !== 0 && bytes[0] !== 255)

const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solanaAddress = 'SysvarC1ock11111111111111111111111111111111'
const accounts: readonly Pick<SignInFields, 'chainId' | 'accountAddress'>[] = [
  { chainId: 'eip155:1', accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' },
  { chainId: solanaChain, accountAddress: solanaAddress },
  {
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    accountAddress: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  },
  {
    chainId: 'bip122:000000000019d6689c085ae165831e93',
    accountAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  },
  { chainId: 'cosmos:cosmoshub-4', accountAddress: 'cosmos1clpqr4nrk4khgkxj78fcwwh6dl3uw4ep4tgu9q' },
]
const message = fc
  .tuple(saying, fc.constantFrom(...accounts))
  .map(([said, account]) => ({ ...said, ...account }) as SignInFields)

describe('the text of a sign-in message', () => {
  it('equals the text that a Solana wallet builds from the fields', () => {
    const account = { accountAddress: solanaAddress, chainId: solanaChain } as const
    fc.assert(
      fc.property(saying, (said) => {
        const fields = { ...said, ...account } as SignInFields
        const text = new TextEncoder().encode(formatSignInMessage(fields))
        const input = signInInput(fields, text, solanaAddress)
        // A wallet omits the line of an empty request id. So the client must ask the wallet to sign the text instead of the
        // fields.
        if (fields.requestId === '') expect(input).toBeUndefined()
        else {
          expect(input).toEqual({ ...said, address: solanaAddress, chainId: 'mainnet' })
          expect(new TextEncoder().encode(solanaSignInText(input!))).toEqual(text)
        }
        expect(signInInput(fields, text.slice(1), solanaAddress)).toBeUndefined()
        expect(signInInput(fields, text, 'SysvarRent111111111111111111111111111111111')).toBeUndefined()
      }),
      { numRuns: cases },
    )
  })

  it('is parsed to the fields that it was built from', () => {
    fc.assert(
      fc.property(message, (fields) => {
        const text = formatSignInMessage(fields)
        const parsed = parseSignInMessage(text)
        expect({ ...parsed }).toEqual(fields)
        expect(formatSignInMessage(parsed)).toBe(text)
        expect(parsed.toString()).toBe(text)
      }),
      { numRuns: cases },
    )
  })

  it('is refused or read as a different message after a change', () => {
    fc.assert(
      fc.property(message, change(), (fields, alter) => {
        const text = formatSignInMessage(fields)
        const changed = alter(text)
        try {
          const parsed = parseSignInMessage(changed)
          expect(formatSignInMessage(parsed)).toBe(changed)
          if (changed !== text) expect({ ...parsed }).not.toEqual(fields)
        } catch (error) {
          expect(error).toMatchObject({ code: 'siwx/invalid-message' })
        }
      }),
      { numRuns: cases },
    )
  })

  it('is parsed exactly or refused with an error code', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(message, fc.string({ unit: 'binary', maxLength: 20 }), fc.nat()).map(([fields, more, at]) => {
        const text = formatSignInMessage(fields)
        const place = at % text.length
        return text.slice(0, place) + more + text.slice(place)
      }),
    )
    fc.assert(
      fc.property(anything, (text) => {
        try {
          expect(parseSignInMessage(text).toString()).toBe(text)
        } catch (error) {
          expect(error).toMatchObject({ code: 'siwx/invalid-message' })
        }
      }),
      { numRuns: cases },
    )
  })
})

/** Returns functions that insert, remove or replace a character. */
function change(): fc.Arbitrary<(text: string) => string> {
  return fc
    .tuple(
      fc.nat(),
      fc.constantFrom(...` \n\r${unreserved}:/%#+é\u200b`),
      fc.constantFrom('in', 'out', 'other'),
    )
    .map(([at, character, how]) => (text: string) => {
      const place = at % (text.length + (how === 'in' ? 1 : 0))
      return (
        text.slice(0, place) + (how === 'out' ? '' : character) + text.slice(place + (how === 'in' ? 0 : 1))
      )
    })
}

type Coding = readonly [read: (text: string) => Uint8Array, write: (bytes: Uint8Array) => string]
const hex: Coding = [
  (text) => Uint8Array.from(Buffer.from(text.slice(2), 'hex')),
  (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
]
const codings: Readonly<Record<string, Coding>> = {
  eip155: hex,
  polkadot: hex,
  solana: [base58.decode, base58.encode],
  bip122: [base64.decode, base64.encode],
  cosmos: [base64.decode, base64.encode],
}
const codingOf = (chainId: CaipNetworkId) => codings[chainId.split(':')[0] ?? '']!

/**
 * Returns a signature in one form, because several encodings mean the same. Ethereum and polkadot's ecdsa count the recovery id
 * from 0 or from 27. The header of BIP-137 also contains an address type. Polkadot's key type byte is optional.
 */
function meaning(kind: string, bytes: Uint8Array): string {
  const numbered = (all: readonly number[]) => {
    const last = all[64] ?? 0
    return all.length === 65 && (last === 27 || last === 28)
      ? [...all.slice(0, 64), last - 27].join()
      : all.join()
  }
  const [header = 0, ...rest] = bytes
  if (kind.startsWith('eip155')) return numbered([...bytes])
  if (kind.startsWith('polkadot')) {
    const mark = ['ed25519', 'sr25519', 'ecdsa'].findIndex((one) => kind.includes(one))
    const bare = header === mark && rest.length === (mark === 2 ? 65 : 64) ? rest : [...bytes]
    return mark === 2 ? numbered(bare) : bare.join()
  }
  return kind.includes('BIP-137') ? [(header - 27) & 3, header >= 31, ...rest].join() : bytes.join()
}

/** Returns functions that change bytes: one bit or byte, one byte more or fewer, swapped halves or zeros. */
const otherBytes = fc
  .tuple(
    fc.nat(),
    fc.nat({ max: 255 }),
    fc.constantFrom('bit', 'byte', 'longer', 'shorter', 'halves', 'zeros'),
  )
  .map(([at, value, how]) => (bytes: Uint8Array): Uint8Array => {
    const place = at % bytes.length
    const changed = Uint8Array.from(bytes)
    if (how === 'bit') changed[place]! ^= 1 << (value % 8)
    if (how === 'byte') changed[place] = value
    if (how === 'longer')
      return Uint8Array.from([...bytes.subarray(0, place), value, ...bytes.subarray(place)])
    if (how === 'shorter') return Uint8Array.from([...bytes.subarray(0, place), ...bytes.subarray(place + 1)])
    if (how === 'halves') return Uint8Array.from([...bytes.subarray(32), ...bytes.subarray(0, 32)])
    if (how === 'zeros') changed.fill(0, place, place + 32)
    return changed
  })

const mutation = fc.oneof(
  fc.tuple(fc.constant('signature' as const), otherBytes),
  fc.tuple(fc.constant('text' as const), change()),
  fc.tuple(fc.constant('key' as const), otherBytes),
)

describe('a sign-in that was changed after it was signed', () => {
  it.each(kinds)('is refused (signer: %s)', { timeout: 120_000 + casesOf * 500 }, async (kind) => {
    let refused = 0
    await fc.assert(
      fc.asyncProperty(saying, seed, mutation, async (said, secret, mutated) => {
        const signer = await signInSigners[kind]!(secret)
        const text = formatSignInMessage({
          ...said,
          chainId: signer.chainId,
          accountAddress: signer.address,
        } as SignInFields)
        const proof: SignInProof = { message: text, ...(await signer.sign(text)) }
        const verify = (one: SignInProof) => {
          // Takes the expected values from the text, so that only the signature can be refused.
          const [domain = '', nonce = ''] = [/^(\S+) wants/, /^Nonce: (.*)$/m].map(
            (field) => field.exec(one.message)?.[1] ?? '-',
          )
          return verifySignIn(one, { domain, nonce, uri: () => true, now }, { rpc })
        }
        await verify(proof)
        const [read, write] = codingOf(signer.chainId)
        const altered = { ...proof }
        if (mutated[0] === 'text') altered.message = mutated[1](text)
        else if (mutated[0] === 'signature' || proof.publicKey === undefined) {
          const bytes = read(proof.signature)
          const other = mutated[0] === 'signature' ? mutated[1](bytes) : bytes.map((byte) => byte ^ 255)
          if (meaning(kind, bytes) === meaning(kind, other)) return
          altered.signature = write(other)
        } else {
          const isHex = /^[\da-f]{66}$/.test(proof.publicKey)
          const bytes = isHex ? Buffer.from(proof.publicKey, 'hex') : base64.decode(proof.publicKey)
          const other = mutated[1](Uint8Array.from(bytes))
          altered.publicKey = isHex ? Buffer.from(other).toString('hex') : base64.encode(other)
          if (altered.publicKey === proof.publicKey) return
        }
        if (
          altered.message === proof.message &&
          altered.signature === proof.signature &&
          altered.publicKey === proof.publicKey
        )
          return
        const found = await verify(altered).then(
          () => 'verified',
          (error) => String(error.code ?? error),
        )
        expect(found, JSON.stringify([proof, altered])).toMatch(
          /^siwx\/(invalid-message|invalid-signature|expired|not-yet-valid|issued-in-future|wrong-domain|wrong-nonce)$/,
        )
        refused++
      }),
      { numRuns: casesOf },
    )
    // Almost every mutation changes the sign-in. In a run with few cases, several mutations may change nothing by chance.
    expect(refused).toBeGreaterThan(casesOf * (casesOf < 50 ? 0.5 : 0.8))
  })
})
