import { hex } from '@scure/base'
import { address as addresses } from 'bitcoinjs-lib'
import { bitcoinChainName, bitcoinChains } from '../../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { outpointOf, prevoutOf, readPsbt } from './psbt.ts'

/** An input or an output of a PSBT. */
export interface PsbtPart {
  /** In sats. */
  readonly value: bigint
  /** Undefined for a script that has no address. */
  readonly address: string | undefined
  /** In hex. */
  readonly script: string
}
export interface PsbtInput extends Partial<PsbtPart> {
  readonly txid: string
  readonly vout: number
  /** True when there is any signature; only finalizing tells whether there are enough. */
  readonly signed: boolean
  /** The sighash type that the PSBT asks for (BIP-174); undefined for the usual one of the address. */
  readonly sighash?: number | undefined
}
export interface InspectedPsbt {
  readonly inputs: readonly PsbtInput[]
  readonly outputs: readonly PsbtPart[]
  /** In sats; undefined when the PSBT does not say what an input holds. */
  readonly fee: bigint | undefined
  /** May be replaced by a transaction that pays more (BIP-125). */
  readonly replaceable: boolean
}

/**
 * What a PSBT spends and pays, with the addresses of a network.
 * @throws `validation/invalid-input` for what is no PSBT.
 */
export function inspectPsbt(psbtBase64: string, network: CaipNetworkId<'bip122'>): InspectedPsbt {
  const psbt = readPsbt(psbtBase64)
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
      // Not every script has one.
    }
    return { value, address, script: hex.encode(script) }
  }
  const inputs = psbt.data.inputs.map((input, index): PsbtInput => {
    const prevout = prevoutOf(psbt, index)
    const { txid = '', vout = 0 } = outpointOf(psbt, index) ?? {}
    const signed =
      (input.partialSig?.length ?? 0) > 0 ||
      [input.tapKeySig, input.tapScriptSig, input.finalScriptSig, input.finalScriptWitness].some(Boolean)
    return { txid, vout, signed, sighash: input.sighashType, ...(prevout && part(prevout)) }
  })
  const outputs = psbt.txOutputs.map(part)
  const known = inputs.every(({ value }) => value !== undefined)
  const spent = inputs.reduce((sum, { value = 0n }) => sum + value, 0n)
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n)
  return {
    inputs,
    outputs,
    fee: known ? spent - paid : undefined,
    replaceable: psbt.txInputs.some(({ sequence = 0xffffffff }) => sequence < 0xfffffffe),
  }
}
