import { hex } from '@scure/base'
import type { Psbt, Signer } from 'bitcoinjs-lib'
import { compactSize } from '../../core/compact-size.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { refuseTransaction } from '../decode/transaction-bytes.ts'
import { ProviderError } from '../provider-error.ts'

export type Bip122Kind = 'p2wpkh' | 'p2tr' | 'p2sh' | 'p2pkh'

/** The addresses and signatures of one private key. The private key never leaves this object. */
export interface Bip122Keys {
  /** The compressed public key in hex. */
  readonly publicKey: string
  address(kind: Bip122Kind, chain: ChainSpelling): string
  /**
   * Signs a message. Returns base64: the 65 bytes of BIP-137, or the witness of BIP-322's simple form.
   * @throws `validation/invalid-input` if the message is a transaction.
   */
  signMessage(kind: Bip122Kind, chain: ChainSpelling, message: string, scheme: 'ecdsa' | 'bip322'): string
  /** Signs inputs. `kind` is the type of the address from which an input spends. Takes and returns the PSBT in base64. */
  signPsbt(
    psbtBase64: string,
    inputs: readonly { index: number; kind: Bip122Kind }[],
    finalize?: boolean,
    /** The sighash types to sign if the PSBT requests them, although they cover only a part of the transaction. */
    allowSighash?: readonly number[],
  ): string
}

export interface ChainSpelling {
  readonly hrp: string
  readonly pubKeyHash: number
  readonly scriptHash: number
}

/** The header bytes of BIP-137, which encode the address type. The recovery id is added to them. */
const headers: Readonly<Record<Bip122Kind, number>> = { p2pkh: 31, p2sh: 35, p2wpkh: 39, p2tr: 39 }

/**
 * Returns the addresses of a private key, and functions that sign with it.
 *
 * @param secret The private key: `0x` and 64 hex digits.
 * @throws `config/peer-missing` if bitcoinjs-lib, which signs, isn't installed.
 */
export async function bip122Keys(secret: string): Promise<Bip122Keys> {
  const [bitcoin, { curve }, { toSign }] = await Promise.all([
    import('bitcoinjs-lib'),
    import('../../adapters/bip122/chain/curve.ts'),
    import('../../adapters/bip122/chain/bip322.ts'),
  ]).catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: {
        feature: 'A wallet with bip122 keys',
        install: 'npm install bitcoinjs-lib @bitcoinerlab/secp256k1',
      },
      cause,
    })
  })
  const secp256k1 = curve()
  const { payments, Psbt, crypto } = bitcoin
  const privateKey = hex.decode(secret.slice(2))
  const publicKey = secp256k1.pointFromScalar(privateKey, true) ?? new Uint8Array()
  const internalPubkey = publicKey.subarray(1)
  const signer = signerOf(privateKey)
  const tweaked = signerOf(tweak())

  function signerOf(key: Uint8Array): Signer {
    return {
      publicKey: secp256k1.pointFromScalar(key, true) ?? new Uint8Array(),
      sign: (hash) => secp256k1.sign(hash, key),
      signSchnorr: (hash) => secp256k1.signSchnorr(hash, key),
    }
  }
  /** Returns the private key of the taproot output. The output has no script path (BIP-86). */
  function tweak(): Uint8Array {
    const even = publicKey[0] === 3 ? secp256k1.privateNegate(privateKey) : privateKey
    return secp256k1.privateAdd(even, crypto.taggedHash('TapTweak', internalPubkey)) ?? new Uint8Array()
  }
  function paymentOf(kind: Bip122Kind, { hrp, ...versions }: ChainSpelling) {
    const network = { ...bitcoin.networks.testnet, ...versions, bech32: hrp }
    if (kind === 'p2tr') return payments.p2tr({ internalPubkey, network })
    if (kind === 'p2pkh') return payments.p2pkh({ pubkey: publicKey, network })
    const segwit = payments.p2wpkh({ pubkey: publicKey, network })
    return kind === 'p2sh' ? payments.p2sh({ redeem: segwit, network }) : segwit
  }
  const mark = (psbt: Psbt, index: number, kind: Bip122Kind, allowSighash: readonly number[] = []) => {
    const input = psbt.data.inputs[index]
    // bitcoinjs-lib signs a taproot input with ALL only if ALL is listed, because its default for taproot is DEFAULT.
    const { SIGHASH_ALL } = bitcoin.Transaction
    const asked = [SIGHASH_ALL, ...allowSighash].filter((type) => type === input?.sighashType)
    if (kind === 'p2tr' && !input?.tapInternalKey) psbt.updateInput(index, { tapInternalKey: internalPubkey })
    psbt.signInput(index, kind === 'p2tr' ? tweaked : signer, asked.length > 0 ? asked : undefined)
  }

  return {
    publicKey: hex.encode(publicKey),
    address: (kind, chain) => paymentOf(kind, chain).address ?? '',
    signMessage(kind, chain, message, scheme) {
      refuseTransaction('bip122', new TextEncoder().encode(message))
      if (scheme === 'ecdsa') {
        const { signature, recoveryId } = secp256k1.signRecoverable(
          legacyHash(message, crypto.hash256),
          privateKey,
        )
        return base64Of(Uint8Array.from([headers[kind] + recoveryId, ...signature]))
      }
      const { output: script = new Uint8Array(), redeem } = paymentOf(kind, chain)
      const virtual = toSign(script, message)
      const psbt = new Psbt().setVersion(0)
      psbt.addInput({
        hash: virtual.ins[0]?.hash ?? '',
        index: 0,
        sequence: 0,
        witnessUtxo: { script, value: 0n },
        ...(redeem?.output && { redeemScript: redeem.output }),
      })
      psbt.addOutput({ script: Uint8Array.from([0x6a]), value: 0n })
      mark(psbt, 0, kind)
      psbt.finalizeAllInputs()
      return base64Of(psbt.data.inputs[0]?.finalScriptWitness ?? new Uint8Array())
    },
    signPsbt(psbtBase64, inputs, finalize = false, allowSighash = []) {
      const psbt = Psbt.fromBase64(psbtBase64)
      for (const { index, kind } of inputs) {
        if (!psbt.data.inputs[index]) throw new ProviderError(-32602, `There is no input ${index}.`)
        mark(psbt, index, kind, allowSighash)
        if (finalize) psbt.finalizeInput(index)
      }
      return psbt.toBase64()
    },
  }
}

/** Returns the hash that BIP-137 signs. It is the hash of a fixed text and the message, each preceded by its length. */
function legacyHash(message: string, hash256: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(message)
  const preamble = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  return hash256(Uint8Array.from([...preamble, ...compactSize(text.length), ...text]))
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
