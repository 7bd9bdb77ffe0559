import { bech32 } from '@scure/base'
import { hash160 } from '../families/bytes.ts'
import { cosmosChain } from '../families/cosmos-chain.ts'
import { networksOf } from '../families/ready-networks.ts'
import { isLow, isSigned } from './secp256k1.ts'
import type { AddressVerdict, Verifier } from './verifier.ts'

const denomPattern = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/

/** CosmJS makes the signatures, so another library verifies them: OpenSSL, or ethers for Ethereum-style keys. */
export const cosmosVerifier: Verifier = {
  name: 'OpenSSL',
  nameOf: ({ publicKey }, address) =>
    addressOf(Buffer.from(publicKey ?? '', 'hex'), prefixIn(address) ?? '') === address
      ? 'OpenSSL'
      : 'ethers',
  async signerOfMessage(message, { signature, publicKey }, address) {
    const prefix = prefixIn(address)
    const key = Buffer.from(publicKey ?? '', 'hex')
    const bytes = Buffer.from(signature, 'base64')
    if (prefix === undefined || key.length !== 33 || bytes.length !== 64 || !isLow(bytes.subarray(32)))
      return undefined
    const signer = addressOf(key, prefix)
    if (signer !== address) return ethSignerOf(message, bytes, key, address)
    return isSigned(adr36(signer, message), bytes, key, 'ieee-p1363') ? signer : undefined
  },
  same: (one, other) => one.toLowerCase() === other.toLowerCase(),
  async judge(text, network) {
    const verdict = judge(text, (await cosmosChain(network))?.bech32Prefix)
    if (!('problem' in verdict) || verdict.problem !== 'prefix') return verdict
    const named = await networksWith(bech32.decodeUnsafe(text)?.prefix)
    return named ? { ...verdict, problem: 'network' } : verdict
  },
  async traits(address) {
    const prefix = bech32.decodeUnsafe(address)?.prefix ?? ''
    const networks = await networksWith(prefix)
    return { prefix, ...(networks && { networks }) }
  },
  async judgeAsset(namespace, reference) {
    if (namespace === 'ibc')
      return /^[0-9a-f]{64}$/i.test(reference)
        ? { address: reference.toUpperCase(), checksum: 'absent' }
        : { reason: `"${reference}" is not the hash of a denomination: expected 64 hex digits` }
    return denomPattern.test(decoded(reference))
      ? { address: reference, checksum: 'absent' }
      : { reason: `"${reference}" is not a denomination` }
  },
}

async function networksWith(prefix: string | undefined): Promise<string | undefined> {
  const known = (await networksOf('cosmos')).filter(({ cosmos }) => cosmos?.bech32Prefix === prefix)
  return known.length > 0 ? known.map(({ name }) => name).join(', ') : undefined
}

/** Returns the ADR-36 document as canonical JSON: sorted keys, no spaces. */
function adr36(signer: string, message: string): Buffer {
  const data = Buffer.from(message).toString('base64')
  return Buffer.from(
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[' +
      `{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${signer}"}}],"sequence":"0"}`,
  )
}

function prefixIn(address: string): string | undefined {
  return bech32.decodeUnsafe(address)?.prefix
}

/**
 * Returns the signer for a key of the type `eth_secp256k1`. For such a key, the address and the hash of the document use
 * keccak-256.
 */
async function ethSignerOf(message: string, bytes: Buffer, key: Buffer, address: string) {
  const [{ computeAddress }, { keccak256, SigningKey }] = await Promise.all([
    import('ethers/transaction'),
    import('ethers/crypto'),
  ])
  const hex = (part: Uint8Array) => `0x${Buffer.from(part).toString('hex')}`
  try {
    const account = Buffer.from(computeAddress(hex(key)).slice(2), 'hex')
    const signer = bech32.encode(prefixIn(address) ?? '', bech32.toWords(account))
    const digest = keccak256(adr36(signer, message))
    const [r, s] = [hex(bytes.subarray(0, 32)), hex(bytes.subarray(32))]
    const recovered = ([27, 28] as const).map((v) =>
      SigningKey.computePublicKey(SigningKey.recoverPublicKey(digest, { r, s, v }), true),
    )
    return recovered.includes(hex(key)) ? signer : undefined
  } catch {
    // The key isn't a point on the curve, or the signature has no signer.
    return undefined
  }
}

function addressOf(publicKey: Buffer, prefix: string): string {
  return bech32.encode(prefix, bech32.toWords(hash160(publicKey)))
}

function judge(text: string, prefix: string | undefined): AddressVerdict {
  const found = bech32.decodeUnsafe(text)
  const bytes = found && bech32.fromWordsUnsafe(found.words)
  if (!found && /^[a-z][a-z0-9]{0,82}1[02-9ac-hj-np-z]{26,}$/.test(text) && text.length <= 90)
    return {
      reason: `"${text}" is not an address: its bech32 checksum is wrong, a character was mistyped`,
      problem: 'checksum',
    }
  if (!found || !bytes) return { reason: `"${text}" is not an address: expected bech32 in one case` }
  if (/(valoper|valcons|pub)$/.test(found.prefix))
    return {
      reason: `"${text}" is not an account: a validator's address or a key can't receive payments`,
      problem: 'prefix',
    }
  if (bytes.length !== 20 && bytes.length !== 32)
    return { reason: `"${text}" is not an address: expected 20 or 32 bytes, found ${bytes.length}` }
  if (prefix !== undefined && found.prefix !== prefix)
    return {
      reason: `"${text}" is of another chain: the addresses of this one begin with ${prefix}1`,
      problem: 'prefix',
    }
  return { address: text.toLowerCase(), checksum: 'right' }
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    return ''
  }
}
