import { sha256 } from '@noble/hashes/sha2'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { type BitcoinChain, bitcoinChainName, bitcoinChains } from '../../core/chain/bip122.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'

export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness-unknown'

/** A decoded address, with its script and the networks where it is valid. */
export interface ParsedAddress {
  /** The address in its normal form: Bech32 in lower case, Base58 unchanged. */
  readonly address: string
  readonly kind: ScriptKind
  /** The public key hash, script hash, witness program or output key. The address type decides which. */
  readonly program: Uint8Array
  /** The scriptPubKey of an output that pays the address. */
  readonly script: Uint8Array
  /** Returns whether the address is valid on a network. Several test networks have the same address format. */
  isOn(chain: BitcoinChain): boolean
}

const base58check = createBase58check(sha256)

/**
 * Parses an address (Base58Check, BIP-173 or BIP-350). Returns undefined for text that isn't an address, or has a wrong checksum.
 */
export function parseAddress(text: string): ParsedAddress | undefined {
  if (typeof text !== 'string' || text.length > 90) return undefined
  return /^[a-z]+1/i.test(text) ? (parseSegwit(text) ?? parseBase58(text)) : parseBase58(text)
}

function parseSegwit(text: string): ParsedAddress | undefined {
  for (const encoding of [bech32, bech32m]) {
    // An address starts with its network's prefix, such as `bc`, and the separator `1`.
    const decoded = encoding.decodeUnsafe(text, 90)
    if (!decoded) continue
    const { prefix, words } = decoded
    const [version = 17, ...rest] = words
    const program = encoding.fromWordsUnsafe(rest)
    if (!program || version > 16 || program.length < 2 || program.length > 40) return undefined
    // Version 0 uses Bech32, all other versions use Bech32m (BIP-350).
    if ((version === 0) !== (encoding === bech32)) return undefined
    if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
    if (!Object.values(bitcoinChains).some(({ hrp }) => hrp === prefix)) return undefined
    return {
      address: text.toLowerCase(),
      kind: witnessKind(version, program.length),
      program,
      script: Uint8Array.from([version === 0 ? 0 : 0x50 + version, program.length, ...program]),
      isOn: ({ hrp }) => hrp === prefix,
    }
  }
  return undefined
}

function witnessKind(version: number, length: number): ScriptKind {
  if (version === 0) return length === 20 ? 'p2wpkh' : 'p2wsh'
  return version === 1 && length === 32 ? 'p2tr' : 'witness-unknown'
}

function parseBase58(text: string): ParsedAddress | undefined {
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(text)
  } catch {
    return undefined
  }
  const [first, ...hash] = bytes
  const is = (field: 'pubKeyHash' | 'scriptHash') =>
    Object.values(bitcoinChains).some((chain) => chain[field] === first)
  const field = is('pubKeyHash') ? 'pubKeyHash' : is('scriptHash') ? 'scriptHash' : undefined
  if (!field || hash.length !== 20) return undefined
  return {
    address: text,
    kind: field === 'pubKeyHash' ? 'p2pkh' : 'p2sh',
    program: Uint8Array.from(hash),
    script: Uint8Array.from(
      field === 'pubKeyHash' ? [0x76, 0xa9, 20, ...hash, 0x88, 0xac] : [0xa9, 20, ...hash, 0x87],
    ),
    isOn: (chain) => chain[field] === first,
  }
}

/** Returns the parameters of a network. Returns undefined for an unknown network, on which any address may be valid. */
function chainOf(network: ChainNetwork<'bip122'> | undefined): BitcoinChain | undefined {
  const name = bitcoinChainName(network?.caipNetworkId)
  return name && bitcoinChains[name]
}

/** Normalizes an address: Bech32 becomes lower case. Returns undefined for text that isn't an address of the network. */
export function normalizeAddress(text: string, network?: ChainNetwork<'bip122'>): string | undefined {
  const parsed = parseAddress(text)
  const chain = chainOf(network)
  return parsed && (!chain || parsed.isOn(chain)) ? parsed.address : undefined
}

/**
 * Parses a recipient's address.
 * @throws `validation/invalid-address` for text that isn't an address of the network. Also throws this error for a witness
 * version without spending rules, because anyone can take the coins at such an address.
 */
export function recipientAddress(text: string, network: ChainNetwork<'bip122'>): ParsedAddress {
  const refuse = (reason: string) => latchkeyError('validation/invalid-address', { values: { reason } })
  const parsed = parseAddress(text)
  if (!parsed) throw refuse('expected a Bitcoin address; a character may be mistyped')
  const chain = chainOf(network)
  if (chain && !parsed.isOn(chain)) throw refuse(`${text} isn't a valid address on ${network.name}`)
  if (parsed.kind === 'witness-unknown')
    throw refuse(`${text} has an unknown witness version, so anyone could spend what it receives`)
  return parsed
}
