import { bech32m, hex } from '@scure/base'
import { Address, NETWORK, OutScript, Transaction } from '@scure/btc-signer'
import * as bitcoin from 'bitcoinjs-lib'
import { formatUnits } from 'ethers'

const regtest = { ...NETWORK, bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4 }
const loose = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
  allowUnknownVersion: true,
} as const

/** Returns the address of a script on regtest, or the script in hex if it has no address. */
export const addressOf = (script: Uint8Array) => {
  // The library supports only witness versions 0 and 1. BIP-350 also defines the addresses of later versions.
  const [version = 0, length = 0] = script
  if (version > 0x51 && version <= 0x60 && length >= 2 && length <= 40 && script.length === length + 2)
    return bech32m.encode(regtest.bech32, [version - 0x50, ...bech32m.toWords(script.slice(2))])
  try {
    return Address(regtest).encode(OutScript.decode(script))
  } catch {
    return hex.encode(script)
  }
}
export const btc = (sats: bigint) => `${formatUnits(sats, 8).replace(/\.0$/, '')} BTC`

const hints = ['tapInternalKey', 'tapLeafScript', 'tapBip32Derivation', 'bip32Derivation'] as const

/**
 * Parses a PSBT. If the library refuses it, parses it again without two kinds of fields that this library
 * reads differently: fields of newer standards, and unsigned hints for signers.
 */
function readable(psbt: string): Transaction {
  try {
    return Transaction.fromPSBT(Buffer.from(psbt, 'base64'), loose)
  } catch {
    const plain = bitcoin.Psbt.fromBase64(psbt)
    const { inputs, outputs, globalMap } = plain.data
    for (const fields of [...inputs, ...outputs, globalMap]) delete fields.unknownKeyVals
    for (const fields of [...inputs, ...outputs])
      for (const hint of hints) delete (fields as Partial<Record<typeof hint, unknown>>)[hint]
    return Transaction.fromPSBT(plain.toBuffer(), loose)
  }
}

/** Returns the inputs, the outputs and the signed inputs that @scure/btc-signer reads in a PSBT. */
export function secondReading(psbt: string) {
  const read = readable(psbt)
  const inputs = Array.from({ length: read.inputsLength }, (_, at) => {
    const input = read.getInput(at)
    const whole = input.nonWitnessUtxo?.outputs[input.index!]
    const prevout = whole ?? input.witnessUtxo
    return {
      prevout: prevout && { amount: BigInt(prevout.amount!), script: prevout.script! },
      signed: Boolean(input.partialSig?.length || input.tapKeySig),
      sighash: input.sighashType,
      legacy: whole !== undefined,
    }
  })
  const outputs = Array.from({ length: read.outputsLength }, (_, at) => read.getOutput(at))
  return { inputs, outputs: outputs.map(({ amount, script }) => ({ amount: amount!, script: script! })) }
}

/** Returns the fee of a PSBT, or undefined if the values of its coins aren't proven. */
export function provenFee(
  { inputs, outputs }: ReturnType<typeof secondReading>,
  signInputs: readonly { readonly index: number }[],
): bigint | undefined {
  // BIP-341: only a taproot signature of the whole transaction covers the values of all inputs.
  const covered =
    signInputs.length > 0 &&
    signInputs.every(({ index }) => {
      const { prevout, sighash = 0 } = inputs[index]!
      return hex.encode(prevout!.script).startsWith('5120') && sighash < 2
    })
  return inputs.every(({ prevout, legacy }) => prevout && (legacy || covered))
    ? inputs.reduce((sum, { prevout }) => sum + prevout!.amount, 0n) -
        outputs.reduce((sum, { amount }) => sum + amount, 0n)
    : undefined
}
