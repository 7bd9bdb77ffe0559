import { hex } from '@scure/base'
import { address as addresses } from 'bitcoinjs-lib'
import { bitcoinChainName, bitcoinChains } from '../../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { outpointOf, prevoutOf, provenInputs, readPsbt } from './psbt.ts'

/** An input or an output of a PSBT. */
export interface PsbtPart {
  /** In sats. */
  readonly value: bigint
  /** The address of the script. Undefined for a script without an address. */
  readonly address: string | undefined
  /** The scriptPubKey, in hex. */
  readonly script: string
}
export interface PsbtInput extends Partial<PsbtPart> {
  readonly txid: string
  readonly vout: number
  /** Whether the input has at least one signature. It may need more signatures. */
  readonly signed: boolean
  /**
   * Whether the value is proven. The proof is the whole transaction that created the coin. If the wallet signs only taproot
   * inputs, and each signature covers the whole transaction, the signatures are a proof too, because they cover the values of all
   * inputs.
   */
  readonly proven: boolean
  /** The sighash type that the PSBT requests (BIP-174). Undefined for the default of the address type. */
  readonly sighash?: number | undefined
}
export interface InspectedPsbt {
  readonly inputs: readonly PsbtInput[]
  readonly outputs: readonly PsbtPart[]
  /** The fee in sats. Undefined if the PSBT doesn't prove the value of every input. */
  readonly fee: bigint | undefined
  /** Whether a transaction with a higher fee can replace this transaction (BIP-125). */
  readonly replaceable: boolean
}

/**
 * Returns the inputs, outputs and fee of a PSBT. Addresses are in the network's format.
 * @param signing The inputs that the wallet will sign. The proof of the fee may depend on these inputs. Default: all.
 * @throws `validation/invalid-input` for data that isn't a PSBT.
 */
export function inspectPsbt(
  psbtBase64: string,
  network: CaipNetworkId<'bip122'>,
  signing?: readonly number[],
): InspectedPsbt {
  const psbt = readPsbt(psbtBase64)
  const proven = provenInputs(psbt, signing ?? psbt.data.inputs.map((_, index) => index))
  const { hrp, pubKeyHash, scriptHash } = bitcoinChains[bitcoinChainName(network) ?? 'mainnet']
  const spelling = {
    bech32: hrp,
    pubKeyHash,
    scriptHash,
    wif: 0x80,
    messagePrefix: '',
    bip32: { public: 0, private: 0 },
  }
  const part = ({ script, value }: { script: Uint8Array; value: bigint }): PsbtPart => {
    let address: string | undefined
    try {
      address = addresses.fromOutputScript(script, spelling)
    } catch {
      // Some scripts have no address.
    }
    return { value, address, script: hex.encode(script) }
  }
  const inputs = psbt.data.inputs.map((input, index): PsbtInput => {
    const prevout = prevoutOf(psbt, index)
    const { txid = '', vout = 0 } = outpointOf(psbt, index) ?? {}
    const signed =
      (input.partialSig?.length ?? 0) > 0 ||
      [input.tapKeySig, input.tapScriptSig, input.finalScriptSig, input.finalScriptWitness].some(Boolean)
    const { sighashType: sighash } = input
    return { txid, vout, signed, proven: proven[index] === true, sighash, ...(prevout && part(prevout)) }
  })
  const outputs = psbt.txOutputs.map(part)
  const known = inputs.every(({ value, proven }) => value !== undefined && proven)
  const spent = inputs.reduce((sum, { value = 0n }) => sum + value, 0n)
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n)
  return {
    inputs,
    outputs,
    fee: known ? spent - paid : undefined,
    replaceable: psbt.txInputs.some(({ sequence = 0xffffffff }) => sequence < 0xfffffffe),
  }
}
