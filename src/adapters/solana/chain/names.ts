import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { PublicKey } from '@solana/web3.js'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { AdapterContext } from '../../../core/wallet/adapter.ts'
import type { NameLookup } from '../../../core/wallet/name-lookup.ts'
import type { CallOptions } from '../../../ports.ts'
import { type ChainAccount, type SolanaNode, solanaNode } from './node.ts'
import { isTokenOwned } from './token.ts'

/**
 * The programs and accounts of SNS on mainnet: `js/src/constants.ts` and `js/src/nft/const.ts` of
 * https://github.com/Bonfida/sns-sdk.
 */
const nameProgram = new PublicKey('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX')
const root = new PublicKey('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx')
const reverseClass = new PublicKey('33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z')
const tokenizer = new PublicKey('nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk')
/** The class of records of version 2. */
const recordsClass = new PublicKey('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo')
/** The program that stores each account's primary name. */
const offersProgram = new PublicKey('85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29')

/** The size of a name account's header: its parent, its owner and its class, 32 bytes each. */
const header = 96
/** The first byte of a token record. This value means that the name exists as a token now. */
const isToken = 2
/** The kind of signature in a record of version 2. This value means that a Solana account signed the record. */
const bySolana = 1

/**
 * Creates the lookup for SNS, the names that end with `.sol`, on Solana's mainnet. Follows SNS-IP 5:
 * https://github.com/Bonfida/sns-ip. Refuses a name that resolves to its owner if the owner's address has no key. A program
 * controls such an address, and may be unable to pay out what the address receives.
 */
export function snsLookup(context: Pick<AdapterContext, 'rpc'>): NameLookup<'solana'> {
  const lookup: NameLookup<'solana'> = {
    async normalize(name) {
      const text = name.toLowerCase()
      // Some other characters look like the characters below, and SNS doesn't specify which name they belong to. So refuse all
      // other characters.
      if (/^([a-z0-9_-]+\.){1,2}sol$/.test(text)) return text
      const reason = "isn't a .sol name of ASCII letters, digits, hyphens and underscores"
      throw latchkeyError('validation/invalid-input', { values: { field: 'name', reason } })
    },
    async resolve(name, on, _, opts) {
      const node = solanaNode(context.rpc(on.caipNetworkId), opts)
      return ownerOf(node, name)
    },
    async reverse(address, on, coinType, opts) {
      const name = await primaryName(solanaNode(context.rpc(on.caipNetworkId), opts), address)
      if (name === undefined) return undefined
      return (await resolvedAgain(name, on, coinType, opts)) === address ? name : undefined
    },
  }
  /** Resolves an account's name. Returns undefined if the name isn't in its normal form. */
  async function resolvedAgain(
    name: string,
    on: Parameters<typeof lookup.resolve>[1],
    coinType: number,
    opts: CallOptions | undefined,
  ) {
    const normal = await lookup.normalize(name).catch(() => undefined)
    return normal === name ? lookup.resolve(name, on, coinType, opts) : undefined
  }
  return lookup
}

/** Returns the account of a name, or of a record below a name. */
function nameAccount(name: string, parent = root, kind?: PublicKey): PublicKey {
  const hash = sha256(new TextEncoder().encode(`SPL Name Service${name}`))
  const seeds = [hash, kind?.toBytes() ?? new Uint8Array(32), parent.toBytes()]
  return PublicKey.findProgramAddressSync(seeds, nameProgram)[0]
}

/** Returns the account of a whole name, such as `dex.bonfida.sol`. */
export function accountOfName(name: string): PublicKey {
  const [label = '', sub] = name.split('.').slice(0, -1).reverse()
  const account = nameAccount(label)
  return sub === undefined ? account : nameAccount(`\0${sub}`, account)
}

async function ownerOf(node: SolanaNode, name: string): Promise<string | undefined> {
  const account = accountOfName(name)
  const recordAt = nameAccount('\x01SOL', account)
  const [tokenAt] = PublicKey.findProgramAddressSync(
    [new TextEncoder().encode('nft_record'), account.toBytes()],
    tokenizer,
  )
  const recordV2At = nameAccount('\x02SOL', account, recordsClass)
  const [token, record, recordV2, registry] = await node.accounts(
    [tokenAt, recordAt, recordV2At, account].map((key) => key.toBase58()),
  )
  const owner = dataOf(registry, nameProgram, header)?.slice(32, 64)
  if (!owner) return undefined
  if (dataOf(token, tokenizer, 98)?.[0] === isToken) return tokenHolder(node, account)
  const second = dataOf(recordV2, nameProgram, header + 8)
  if (second) {
    const content = provenContent(second.slice(header), owner)
    // A record that was signed by an earlier owner of the name doesn't count.
    return content ? addressOf(content) : ownAddress(owner)
  }
  const first = dataOf(record, nameProgram, header + 32 + 64)
  const [content, signature] = [first?.slice(header, header + 32), first?.slice(header + 32, header + 96)]
  if (content && signature && isSigned(content, recordAt, signature, owner)) return addressOf(content)
  return ownAddress(owner)
}

/**
 * Returns the address in a record of version 2. Returns undefined if the record is stale. @throws `name/resolve-failed` if the
 * record isn't proven or has no address, or if the account at this address didn't sign the record.
 */
function provenContent(data: Uint8Array, owner: Uint8Array): Uint8Array | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [staleness, association] = [view.getUint16(0, true), view.getUint16(2, true)]
  const [staleId, associationId, content] = [data.slice(8, 40), data.slice(40, 72), data.slice(72, 104)]
  if (staleness !== bySolana || association !== bySolana) throw refused('the record is not proven')
  if (view.getUint32(4, true) !== 32 || content.length !== 32) throw refused('the record has no address')
  if (!isSame(staleId, owner)) return undefined
  if (!isSame(associationId, content)) throw refused('the address in the record did not sign the record')
  return content
}

/** Returns whether the name's owner signed a record of version 1. */
function isSigned(content: Uint8Array, at: PublicKey, signature: Uint8Array, owner: Uint8Array): boolean {
  const hex = [...content, ...at.toBytes()].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    return ed25519.verify(signature, new TextEncoder().encode(hex), owner)
  } catch {
    return false
  }
}

/** Returns the owner of the token that represents a name. */
async function tokenHolder(node: SolanaNode, account: PublicKey): Promise<string> {
  const [mint] = PublicKey.findProgramAddressSync(
    [new TextEncoder().encode('tokenized_name'), account.toBytes()],
    tokenizer,
  )
  const largest = await node.largestTokenAccount(mint.toBase58())
  const [held] = largest === undefined ? [] : await node.accounts([largest])
  const { data } = held && isTokenOwned(held) ? held : { data: new Uint8Array() }
  const isHolder =
    data.length >= 165 &&
    isSame(data.slice(0, 32), mint.toBytes()) &&
    new DataView(data.buffer, data.byteOffset).getBigUint64(64, true) === 1n
  if (!isHolder) throw refused('the token of the name has no holder')
  return ownAddress(data.slice(32, 64))
}

async function primaryName(node: SolanaNode, address: string): Promise<string | undefined> {
  const [at] = PublicKey.findProgramAddressSync(
    [new TextEncoder().encode('favourite_domain'), new PublicKey(address).toBytes()],
    offersProgram,
  )
  const [primary] = await node.accounts([at.toBase58()])
  const account = dataOf(primary, offersProgram, 33)?.slice(1, 33)
  if (!account) return undefined
  const own = new PublicKey(account)
  const [registry] = await node.accounts([own.toBase58()])
  const parent = dataOf(registry, nameProgram, header)?.slice(0, 32)
  if (!parent) return undefined
  const above = isSame(parent, root.toBytes()) ? undefined : new PublicKey(parent)
  const [label, zone] = await Promise.all([
    labelOf(node, own, above),
    above === undefined ? 'sol' : labelOf(node, above).then((text) => text && `${text}.sol`),
  ])
  return label && zone ? `${label}.${zone}` : undefined
}

/** Reads the label of a name account from its reverse record. */
async function labelOf(
  node: SolanaNode,
  account: PublicKey,
  parent?: PublicKey,
): Promise<string | undefined> {
  const hash = sha256(new TextEncoder().encode(`SPL Name Service${account.toBase58()}`))
  const seeds = [hash, reverseClass.toBytes(), parent?.toBytes() ?? new Uint8Array(32)]
  const [at] = PublicKey.findProgramAddressSync(seeds, nameProgram)
  const [record] = await node.accounts([at.toBase58()])
  const data = dataOf(record, nameProgram, header + 4)
  if (!data) return undefined
  const size = new DataView(data.buffer, data.byteOffset).getUint32(header, true)
  // The label of a subdomain has a prefix of one byte. Remove it.
  return new TextDecoder().decode(data.slice(header + 4, header + 4 + size)).replace(/^\0/, '')
}

function dataOf(account: ChainAccount | undefined, program: PublicKey, size: number): Uint8Array | undefined {
  return account?.owner === program.toBase58() && account.data.length >= size ? account.data : undefined
}

/** Returns an address if it has a key. @throws `name/resolve-failed` otherwise */
function ownAddress(bytes: Uint8Array): string {
  if (PublicKey.isOnCurve(bytes)) return addressOf(bytes)
  throw refused('the name belongs to a program')
}

function addressOf(bytes: Uint8Array): string {
  return new PublicKey(bytes).toBase58()
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

function refused(reason: string) {
  return latchkeyError('name/resolve-failed', { cause: new Error(reason) })
}
