import { createHash } from 'node:crypto'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { readOutputScript } from './output-script.ts'

/** The bech32 prefixes (BIP-173). */
export const prefixes = { regtest: 'bcrt', signet: 'tb' } as const
export type LocalChain = keyof typeof prefixes

/** The version bytes of base58 addresses. All test networks use the same bytes. */
const versions = { pubkeyhash: 0x6f, scripthash: 0xc4 } as const

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** Returns the output script of an address; undefined if the address isn't one of this network. */
export function scriptOfAddress(address: string, chain: LocalChain): Uint8Array | undefined {
  return witnessScript(address, chain) ?? hashScript(address)
}

/** Returns the address of an output script; undefined if the script has no address. */
export function addressOfScript(script: Uint8Array, chain: LocalChain): string | undefined {
  const { kind, content, version } = readOutputScript(script)
  if (kind === 'pubkeyhash' || kind === 'scripthash')
    return base58check.encode(Uint8Array.from([versions[kind], ...content]))
  if (version === undefined || kind === 'nonstandard') return undefined
  const coder = version === 0 ? bech32 : bech32m
  return coder.encode(prefixes[chain], [version, ...coder.toWords(content)])
}

/** Decodes a bech32 address (BIP-173). From witness version 1 on, an address is bech32m (BIP-350). */
function witnessScript(address: string, chain: LocalChain): Uint8Array | undefined {
  for (const coder of [bech32, bech32m]) {
    const { prefix, words: [version = 0, ...words] = [] } = coder.decodeUnsafe(address) ?? {}
    const program = coder.fromWordsUnsafe(words)
    if (prefix !== prefixes[chain] || !program || version > 16) continue
    const script = Uint8Array.from([version === 0 ? 0 : 0x50 + version, program.length, ...program])
    const known = readOutputScript(script).kind !== 'nonstandard'
    if (known && (version === 0) === (coder === bech32)) return script
  }
  return undefined
}

function hashScript(address: string): Uint8Array | undefined {
  let bytes: Uint8Array
  try {
    bytes = base58check.decode(address)
  } catch {
    return undefined
  }
  const [version, ...hash] = bytes
  if (hash.length !== 20) return undefined
  if (version === versions.pubkeyhash) return Uint8Array.from([0x76, 0xa9, 20, ...hash, 0x88, 0xac])
  return version === versions.scripthash ? Uint8Array.from([0xa9, 20, ...hash, 0x87]) : undefined
}
