import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'
import type { CaipAssetId } from '../../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { normalizeAddress } from '../address.ts'
import { invalid } from '../checks.ts'
import { extensionsOf, rulesOf, type TokenRules } from './extensions.ts'
import { type MultiplierAt, multiplierOf } from './multiplier.ts'
import type { ChainAccount, SolanaNode } from './node.ts'
import { type TransferFee, transferFeesOf } from './transfer-fee.ts'

export const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const token2022Program = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const associatedTokenProgram = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const metadataProgram = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
const plainAccount = 165
const tokenPrograms: readonly string[] = [tokenProgram.toBase58(), token2022Program.toBase58()]

export interface Token {
  readonly mint: PublicKey
  readonly program: PublicKey
  readonly decimals: number
  readonly symbol: string
  /** The size of the token's associated accounts in bytes. The rent depends on this size. */
  readonly accountSize: number
  /** The multiplier, the transfer fees and the rules can change. So the adapter doesn't cache a token that has any of them. */
  readonly multiplier?: MultiplierAt | undefined
  readonly fees?: readonly [TransferFee, TransferFee] | undefined
  readonly rules?: TokenRules | undefined
}

/** A token account and its balance. */
export interface Holding {
  readonly address: string
  readonly amount: bigint
  /** Whether the token's issuer has frozen the account. */
  readonly frozen: boolean
}

/**
 * Returns the mint of a token asset. Returns undefined for the native coin.
 * @throws `caip/invalid-asset-id`, `validation/invalid-input` for an asset of another network or another kind.
 */
export function mintOf(
  network: ChainNetwork<'solana'>,
  asset: CaipAssetId<'solana'> | undefined,
): string | undefined {
  if (asset === undefined) return undefined
  const { networkId, assetNamespace, assetReference } = parseCaipAssetId(asset)
  if (networkId !== network.caipNetworkId) throw invalid('asset', `${asset} is not on ${network.name}`)
  if (assetNamespace === 'slip44') return undefined
  const mint = normalizeAddress(assetReference)
  if (assetNamespace !== 'token' || !mint) throw invalid('asset', `${asset} isn't an SPL token`)
  return mint
}

/** Returns whether a token program owns the account. Such an account is a mint or a token account, not a visitor's address. */
export function isTokenOwned(account: ChainAccount | undefined): boolean {
  return account !== undefined && tokenPrograms.includes(account.owner)
}

/** Returns an owner's associated token account for a mint. */
export function associatedAccount(
  owner: string,
  { mint, program }: Pick<Token, 'mint' | 'program'>,
): PublicKey {
  const seeds = [new PublicKey(owner), program, mint].map((key) => key.toBytes())
  return PublicKey.findProgramAddressSync(seeds, associatedTokenProgram)[0]
}

/** @throws `validation/invalid-input` when the token doesn't exist. */
export async function readToken(node: SolanaNode, mint: string): Promise<Token> {
  const key = new PublicKey(mint)
  const seeds = [new TextEncoder().encode('metadata'), metadataProgram.toBytes(), key.toBytes()]
  const [metadataAt] = PublicKey.findProgramAddressSync(seeds, metadataProgram)
  const [account, metadata] = await node.accounts([mint, metadataAt.toBase58()])
  // Byte 45 of a mint is the flag `is_initialized`. A plain mint has 82 bytes. A mint with extensions is longer than a token
  // account (165 bytes), and its byte 165, the account type, is 1.
  const { data } = account ?? {}
  const isMint = data?.[45] === 1 && (data.length === 82 || data[165] === 1)
  if (!account || !data || !isMint || !isTokenOwned(account))
    throw invalid('asset', `this chain doesn't have the token ${mint}`)
  const named = metadata?.owner === metadataProgram.toBase58() ? metadata.data : undefined
  const extensions = extensionsOf(data)
  const feeConfig = extensions.get(1)
  return {
    mint: key,
    fees: feeConfig && transferFeesOf(feeConfig),
    rules: rulesOf(extensions),
    multiplier: multiplierOf(extensions),
    program: new PublicKey(account.owner),
    decimals: data[44] ?? 0,
    accountSize: account.owner === token2022Program.toBase58() ? accountSize(extensions) : plainAccount,
    symbol: tokenSymbol(extensionSymbol(extensions) ?? (named && borshText(named, 65, 1))),
  }
}

/** Reads all token accounts of an owner for a mint. */
export async function readHoldings(
  node: SolanaNode,
  owner: string,
  mint: string,
): Promise<readonly Holding[]> {
  const accounts = await node.tokenAccounts(owner, mint)
  return accounts.map(({ address, data }) => {
    const [at, by] = [base58.encode(data.slice(0, 32)), base58.encode(data.slice(32, 64))]
    if (data.length < 165 || at !== mint || by !== owner)
      throw latchkeyError('rpc/invalid-value', { values: { method: 'getTokenAccountsByOwner' } })
    const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
    // Byte 108 of a token account is its state: 2 is frozen.
    return { address, amount, frozen: data[108] === 2 }
  })
}

/**
 * Some extensions of a mint add an extension to its token accounts. Each pair is the mint extension's `ExtensionType`, and the
 * size of the added extension in bytes, without its header.
 */
const accountExtensions: readonly (readonly [kind: number, size: number])[] = [
  [1, 8], // transfer fee: the withheld amount
  [9, 0], // non-transferable
  [14, 1], // transfer hook: the transferring flag
  [26, 0], // pausable
]

/**
 * Returns the size of an associated account. It consists of a plain account, one byte for the
 * account type, and the extensions with a header of four bytes each. An associated account of
 * Token-2022 always has the immutable-owner extension.
 */
function accountSize(carried: ReadonlyMap<number, Uint8Array>): number {
  const needed = accountExtensions.filter(([kind]) => carried.has(kind))
  return needed.reduce((sum, [, size]) => sum + 4 + size, plainAccount + 1 + 4)
}

/**
 * Reads the symbol in a Token-2022 mint. In extension 19 (token metadata), the symbol follows the update authority, the mint and
 * the name.
 */
function extensionSymbol(extensions: ReadonlyMap<number, Uint8Array>): string | undefined {
  const metadata = extensions.get(19)
  return metadata && borshText(metadata, 64, 1)
}

/** Reads a string from a list of length-prefixed strings that starts at an offset. */
function borshText(data: Uint8Array, start: number, index: number): string | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  let at = start
  for (let position = 0; at + 4 <= data.length; position++) {
    const end = at + 4 + view.getUint32(at, true)
    if (end > data.length) return undefined
    if (position === index) return new TextDecoder().decode(data.slice(at + 4, end))
    at = end
  }
  return undefined
}
