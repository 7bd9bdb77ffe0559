import { bech32 } from '@scure/base'
import { hash160 } from '../families/bytes.ts'
import { cosmosPrefix } from '../families/cosmos-prefix.ts'
import { networksOf } from './networks-of.ts'
import { isLow, isSigned } from './secp256k1.ts'
import type { AddressVerdict, Verifier } from './verifier.ts'

const denomPattern = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/

/** Verifies with Node's OpenSSL, because CosmJS makes the signatures. */
export const cosmosVerifier: Verifier = {
  name: 'OpenSSL',
  async signerOfMessage(message, { signature, publicKey }, address) {
    const prefix = bech32.decodeUnsafe(address)?.prefix
    const key = Buffer.from(publicKey ?? '', 'hex')
    if (prefix === undefined || key.length !== 33) return undefined
    const signer = addressOf(key, prefix)
    const bytes = Buffer.from(signature, 'base64')
    const good =
      bytes.length === 64 &&
      isLow(bytes.subarray(32)) &&
      isSigned(adr36(signer, message), bytes, key, 'ieee-p1363')
    return good ? signer : undefined
  },
  same: (one, other) => one.toLowerCase() === other.toLowerCase(),
  async judge(text, network) {
    const verdict = judge(text, await cosmosPrefix(network))
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

/** The ADR-36 sign doc in its canonical JSON: sorted keys, no spaces. */
function adr36(signer: string, message: string): Buffer {
  const data = Buffer.from(message).toString('base64')
  return Buffer.from(
    '{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[' +
      `{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${signer}"}}],"sequence":"0"}`,
  )
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
