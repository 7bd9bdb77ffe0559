import type { InspectedPsbt } from '../../adapters/bip122/chain/inspect.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { refused } from './refused.ts'

export type { InspectedPsbt }

/** Returns whether a text looks like a PSBT in base64, that is, whether it starts with `psbt` and 0xff (BIP-174). */
export function isPsbt(text: string): boolean {
  return /^cHNidP[89+/][A-Za-z0-9+/]+=*$/.test(text.trim())
}

/**
 * Decodes the inputs, outputs and fee of a PSBT, with the addresses of a network.
 * @param signing The inputs to sign. They affect whether the fee counts as proven. Default: all.
 * @throws `validation/invalid-input` if the text isn't a PSBT; `config/peer-missing` without bitcoinjs-lib, which reads PSBTs.
 */
export async function decodePsbt(
  psbtBase64: string,
  network: CaipNetworkId,
  signing?: readonly number[],
): Promise<InspectedPsbt> {
  const { inspectPsbt } = await import('../../adapters/bip122/chain/inspect.ts').catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'Reading PSBTs', install: 'npm install bitcoinjs-lib' },
      cause,
    })
  })
  return inspectPsbt(psbtBase64.trim(), network as CaipNetworkId<'bip122'>, signing)
}

/** An input to sign, and the address that the page named for it. */
export interface WantedInput {
  readonly index: number
  readonly address: unknown
}

const sighashNames: Readonly<Record<number, string>> = { 0: 'DEFAULT', 1: 'ALL', 2: 'NONE', 3: 'SINGLE' }

/** Returns the name of a sighash type, such as `NONE, ANYONECANPAY`. */
export function sighashName(type: number): string {
  const name = sighashNames[type & 0x7f] ?? `0x${type.toString(16)}`
  return type & 0x80 ? `${name}, ANYONECANPAY` : name
}

/**
 * Returns the sighash type for a name such as `SINGLE|ANYONECANPAY`, in the spelling of Bitcoin Core. Returns undefined for an
 * unknown name.
 */
export function sighashTypeOf(name: string): number | undefined {
  const [, base = '', others] = /^(ALL|NONE|SINGLE)(\|ANYONECANPAY)?$/i.exec(name) ?? []
  const type = ['ALL', 'NONE', 'SINGLE'].indexOf(base.toUpperCase()) + 1
  return type > 0 ? type | (others ? 0x80 : 0) : undefined
}

/** Returns whether a signature of this type covers only part of the transaction. */
export function isPartialSighash(type: number | undefined): type is number {
  return type !== undefined && type > 1
}

/**
 * Refuses a PSBT if an input to sign is missing, lacks the output that it spends, doesn't belong to
 * the address that the page named, or has a sighash type that covers only part of the transaction.
 * Also refuses a PSBT that is the signature of a message (BIP-322).
 *
 * @param allowSighash The partial sighash types to allow. Default: none.
 * @throws `validation/invalid-input`, which names the refused part.
 */
export function requireSignable(
  psbt: InspectedPsbt,
  wanted: readonly WantedInput[],
  allowSighash: readonly number[] = [],
): void {
  const { inputs, outputs } = psbt
  for (const { index, address } of wanted) {
    const field = `psbt.inputs[${index}]`
    const input = inputs[index]
    if (!input) throw refused(field, 'is missing')
    if (input.value === undefined) throw refused(field, 'lacks the output that it spends')
    if (input.address !== address)
      throw refused(
        field,
        `belongs to ${input.address ?? 'a script without an address'}, not to ${String(address)}`,
      )
    if (isPartialSighash(input.sighash) && !allowSighash.includes(input.sighash))
      throw refused(
        field,
        `asks for the sighash type ${sighashName(input.sighash)}, with which others may change the transaction`,
      )
  }
  // Refuse the `to_sign` of BIP-322, which spends nothing and pays nothing.
  const [first] = inputs
  if (
    first?.value === 0n &&
    first.vout === 0 &&
    outputs.every(({ script, value }) => value === 0n && script === '6a')
  )
    throw refused('psbt', 'is the signature of a message (BIP-322): sign the message instead')
}

/** The payment of WalletConnect's `sendTransfer`. */
export interface Bip122Transfer {
  readonly from: string
  readonly to: string
  /** The amount in sats. */
  readonly amount: bigint
}

/**
 * Reads the parameters of `sendTransfer`.
 * @throws `validation/invalid-input`, which names the invalid parameter.
 */
export function decodeBip122Transfer(params: Readonly<Record<string, unknown>>): Bip122Transfer {
  const amount = String(params.amount)
  if (!/^\d{1,16}$/.test(amount)) throw refused('amount', 'is not a number of sats')
  return { from: String(params.account), to: String(params.recipientAddress), amount: BigInt(amount) }
}
