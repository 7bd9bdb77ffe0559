import { bech32, bech32m } from '@scure/base'
import { base58Bytes, hash160, sha256 } from '../families/bytes.ts'
import { isLow, isSigned } from './secp256k1.ts'
import type { AddressProblem, Verifier } from './verifier.ts'

/** For each network, by CAIP-2 reference: the bech32 prefix, the version bytes of P2PKH and P2SH, and the name. */
const chains: Readonly<Record<string, readonly [string, number, number, string]>> = {
  '000000000019d6689c085ae165831e93': ['bc', 0, 5, 'mainnet'],
  '00000000da84f2bafbbc53dee25a72ae': ['tb', 0x6f, 0xc4, 'testnet4'],
  '00000008819873e925422c1ff0f99f7c': ['tb', 0x6f, 0xc4, 'signet'],
  '0f9188f13cb7b2c71f2a335e3a4fc328': ['bcrt', 0x6f, 0xc4, 'regtest'],
}

interface ReadAddress {
  /** The bech32 prefix, or the Base58 version byte. */
  readonly mark: string | number
  /** The witness version; undefined for P2PKH and P2SH. */
  readonly version: number | undefined
  readonly program: Uint8Array
}

export const bip122Verifier: Verifier = {
  name: '@noble/curves',
  // The wallet's library uses @noble/curves, so OpenSSL verifies the signatures independently where it can. OpenSSL supports
  // neither BIP-340 nor public key recovery. So @noble/curves verifies the signatures that need BIP-340 or public key recovery.
  nameOf: ({ scheme }, address) =>
    scheme === 'bip322' && readAddress(address)?.version === 0 ? 'OpenSSL' : '@noble/curves',
  async signerOfMessage(message, { signature, scheme }, address) {
    const read = readAddress(address)
    const bytes = Buffer.from(signature.replace(/^smp/, ''), 'base64')
    if (!read || bytes.length === 0) return undefined
    try {
      const signed =
        scheme === 'ecdsa' ? await recovers(read, message, bytes) : await spends(read, message, bytes)
      return signed ? address : undefined
    } catch {
      // The point or a number is invalid.
      return undefined
    }
  },
  same(one, other) {
    const [a, b] = [readAddress(one), readAddress(other)]
    return (
      a !== undefined && b !== undefined && a.mark === b.mark && Buffer.compare(a.program, b.program) === 0
    )
  },
  async judge(text, network) {
    const read = readAddress(text)
    if (!read)
      return { reason: `"${text}" is not an address: ${faultOf(text)[1]}`, problem: faultOf(text)[0] }
    const marks = chains[network?.slice(network.indexOf(':') + 1) ?? '']
    if (marks && !marks.includes(read.mark))
      return {
        reason: `"${text}" is an address of another network: ${networksOf(read)}, not ${marks[3]}`,
        problem: 'network',
      }
    return { address: read.version === undefined ? text : text.toLowerCase(), checksum: 'right' }
  },
  async traits(text): Promise<Readonly<Record<string, string>>> {
    const read = readAddress(text)
    if (!read) return {}
    return { type: kindOf(read), networks: networksOf(read) }
  },
}

function networksOf({ mark }: ReadAddress): string {
  const on = Object.values(chains).filter((marks) => marks.includes(mark))
  return on.map(([, , , name]) => name).join(', ')
}

function kindOf({ version, program, mark }: ReadAddress): string {
  if (version === undefined) return mark === 0 || mark === 0x6f ? 'p2pkh' : 'p2sh'
  if (version === 0) return program.length === 20 ? 'p2wpkh' : 'p2wsh'
  return version === 1 && program.length === 32 ? 'p2tr' : `witness version ${version}, without rules yet`
}

function faultOf(text: string): readonly [AddressProblem, string] {
  const mistyped = ['checksum', 'its checksum is wrong, a character was mistyped'] as const
  const nothing = ['form', 'its checksum or its form is wrong'] as const
  const [, name] = /^([a-z0-9]{1,83})1[02-9ac-hj-np-z]{6,}$/i.exec(text) ?? []
  if (name !== undefined && text.length >= 14) {
    const ours = Object.values(chains).some(([hrp]) => hrp === name.toLowerCase())
    if (text !== text.toLowerCase() && text !== text.toUpperCase())
      return ['form', 'it mixes capitals and small letters, as its checksum forbids']
    const encoding = [bech32, bech32m].find((one) => one.decodeUnsafe(text))
    if (!encoding) return ours ? mistyped : nothing
    if (!ours) return ['prefix', `addresses of no Bitcoin network begin with ${name}1`]
    const [version = 17] = encoding.decodeUnsafe(text)?.words ?? []
    if ((version === 0) !== (encoding === bech32))
      return ['checksum', "its checksum doesn't fit its witness version (BIP-350)"]
    return ['form', 'its witness version or its length is invalid']
  }
  const bytes = base58Bytes(text, 40)
  if (bytes?.length !== 25) return nothing
  const right = sha256d(bytes.subarray(0, 21)).subarray(0, 4).equals(bytes.subarray(21))
  return right ? ['prefix', `addresses of no Bitcoin network have the mark ${bytes[0]}`] : mistyped
}

/**
 * Parses Base58Check, BIP-173 and BIP-350 addresses. Doesn't use the library, because this parser verifies the library's answers.
 */
export function readAddress(text: string): ReadAddress | undefined {
  for (const encoding of [bech32, bech32m]) {
    const decoded = encoding.decodeUnsafe(text)
    const [version = 17, ...words] = decoded?.words ?? []
    const program = decoded && encoding.fromWordsUnsafe(words)
    if (!program || version > 16 || program.length < 2 || program.length > 40) continue
    if ((version === 0) !== (encoding === bech32)) continue
    if (version === 0 && program.length !== 20 && program.length !== 32) continue
    if (Object.values(chains).some(([hrp]) => hrp === decoded.prefix))
      return { mark: decoded.prefix, version, program }
  }
  const bytes = base58Bytes(text, 40) ?? new Uint8Array()
  const [mark = -1] = bytes
  const known = Object.values(chains).some(([, key, script]) => mark === key || mark === script)
  const checksum = sha256d(bytes.subarray(0, 21)).subarray(0, 4)
  if (bytes.length !== 25 || !known || Buffer.compare(bytes.subarray(21), checksum) !== 0) return undefined
  return { mark, version: undefined, program: bytes.subarray(1, 21) }
}

/** Verifies a BIP-137 signature: the recovered public key must fit the address. */
async function recovers({ version, program, mark }: ReadAddress, message: string, signature: Buffer) {
  const { secp256k1 } = await import('@noble/curves/secp256k1')
  const [header = 0] = signature
  if (signature.length !== 65 || header < 27 || header > 42 || !isLow(signature.subarray(33))) return false
  const preamble = Buffer.from('\x18Bitcoin Signed Message:\n')
  const text = Buffer.from(message, 'utf8')
  const hash = sha256d(Buffer.concat([preamble, compactSize(text.length), text]))
  const found = secp256k1.Signature.fromCompact(signature.subarray(1)).addRecoveryBit((header - 27) & 3)
  const key = found.recoverPublicKey(hash)
  const keyHash = hash160(key.toRawBytes(header >= 31))
  const wrapped = hash160(Buffer.concat([Buffer.from([0, 20]), keyHash]))
  const isScript = version === undefined && Object.values(chains).some(([, , script]) => script === mark)
  return Buffer.compare(isScript ? wrapped : keyHash, program) === 0
}

/** Verifies a simple BIP-322 signature: the witness of a virtual transaction that commits to the message. */
async function spends({ version, program }: ReadAddress, message: string, witness: Buffer): Promise<boolean> {
  const items = itemsOf(witness)
  const [signature, key] = items ?? []
  if (!items || !signature) return false
  if (version === 0 && program.length === 20) {
    if (items.length !== 2 || !key || Buffer.compare(hash160(key), program) !== 0) return false
    if (signature.at(-1) !== 1) return false
    const der = signature.subarray(0, -1)
    return (
      isLow(der.subarray(6 + (der[3] ?? 0))) &&
      isSigned(sha256(segwitMessage(program, message)), der, key, 'der')
    )
  }
  if (version !== 1 || program.length !== 32 || items.length !== 1) return false
  const hashType = signature.length === 65 ? signature[64] : 0
  if ((signature.length !== 64 && hashType !== 1) || hashType === undefined) return false
  const { schnorr } = await import('@noble/curves/secp256k1')
  return schnorr.verify(signature.subarray(0, 64), taprootHash(program, message, hashType), program)
}

const zeros = (count: number) => Buffer.alloc(count)
const output = Buffer.concat([zeros(8), Buffer.from([1, 0x6a])])

/** Returns the outpoint that the virtual transaction spends: the output of `to_spend`, which commits to the message. */
function outpoint(script: Buffer, message: string): Buffer {
  const tag = sha256(Buffer.from('BIP0322-signed-message'))
  const commitment = sha256(Buffer.concat([tag, tag, Buffer.from(message, 'utf8')]))
  const head = Buffer.from('ffffffff220020', 'hex')
  const input = Buffer.concat([zeros(32), head, commitment, zeros(4)])
  const paid = Buffer.concat([zeros(8), Buffer.from([script.length]), script])
  const toSpend = Buffer.concat([zeros(4), Buffer.from([1]), input, Buffer.from([1]), paid, zeros(4)])
  return Buffer.concat([sha256d(toSpend), zeros(4)])
}

/** Returns the BIP-143 preimage. The signature commits to the double SHA-256 hash of this preimage. */
function segwitMessage(program: Uint8Array, message: string): Buffer {
  const spent = outpoint(Buffer.concat([Buffer.from([0, 20]), program]), message)
  const code = Buffer.concat([Buffer.from('1976a914', 'hex'), program, Buffer.from('88ac', 'hex')])
  return Buffer.concat([
    ...[zeros(4), sha256d(spent), sha256d(zeros(4)), spent, code, zeros(8), zeros(4)],
    ...[sha256d(output), zeros(4), Buffer.from([1, 0, 0, 0])],
  ])
}

/** Returns the BIP-341 hash of a key path spend. */
function taprootHash(program: Uint8Array, message: string, hashType: number): Buffer {
  const script = Buffer.concat([Buffer.from([0x51, 32]), program])
  const tag = sha256(Buffer.from('TapSighash'))
  const paid = Buffer.concat([Buffer.from([34]), script])
  const hashes = [outpoint(script, message), zeros(8), paid, zeros(4), output].map(sha256)
  return sha256(Buffer.concat([tag, tag, Buffer.from([0, hashType]), zeros(8), ...hashes, zeros(5)]))
}

function itemsOf(bytes: Buffer): readonly Buffer[] | undefined {
  const items: Buffer[] = []
  let at = 1
  for (let left = bytes[0] ?? 0; left > 0; left--) {
    const length = bytes[at] ?? 0xff
    items.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return at === bytes.length ? items : undefined
}

/** Doesn't use the library's encoder, because this verifier checks the library's signatures. */
function compactSize(length: number): Buffer {
  if (length < 0xfd) return Buffer.from([length])
  const bytes = Buffer.alloc(length <= 0xffff ? 3 : 5)
  bytes[0] = bytes.length === 3 ? 0xfd : 0xfe
  bytes.writeUIntLE(length, 1, bytes.length - 1)
  return bytes
}

function sha256d(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes))
}
