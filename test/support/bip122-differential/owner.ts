import * as btc from '@scure/btc-signer'
import { hash160, pubECDSA, signECDSA, signSchnorr, taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import type { Draft } from './draft.ts'

export const kinds = ['p2pkh', 'p2pkh-uncompressed', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const
/** The script types whose outputs bitcoind can spend, but the simulator can't. */
export const foreignKinds = ['p2sh-pk', 'p2wsh-pk'] as const
export type OwnerKind = (typeof kinds)[number] | (typeof foreignKinds)[number]

/** A key, and the type of script that locks the key's outputs. */
export interface Owner {
  readonly kind: OwnerKind
  readonly secret: Uint8Array
  readonly publicKey: Uint8Array
  readonly script: Uint8Array
  /** For p2tr: the public key. For the other kinds: the public key or the script whose hash is in `script`. */
  readonly redeem: Uint8Array
}

export interface OwnedCoin {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly owner: Owner
}

export function makeOwner(kind: OwnerKind, secret: Uint8Array): Owner {
  const publicKey = pubECDSA(secret, kind !== 'p2pkh-uncompressed')
  const lone = Uint8Array.from([publicKey.length, ...publicKey, 0xac])
  const pkh = (key: Uint8Array) => btc.p2pkh(key)
  const made = {
    p2pkh: () => ({ ...pkh(publicKey), redeem: publicKey }),
    'p2pkh-uncompressed': () => ({ script: uncompressedScript(publicKey), redeem: publicKey }),
    'p2sh-p2wpkh': () => ({
      ...btc.p2sh(btc.p2wpkh(publicKey)),
      redeem: btc.p2wpkh(publicKey).script,
    }),
    p2wpkh: () => ({ ...btc.p2wpkh(publicKey), redeem: publicKey }),
    p2tr: () => ({ ...btc.p2tr(publicKey.slice(1)), redeem: publicKey.slice(1) }),
    'p2sh-pk': () => ({ ...btc.p2sh(btc.p2pk(publicKey)), redeem: lone }),
    'p2wsh-pk': () => ({ ...btc.p2wsh(btc.p2pk(publicKey)), redeem: lone }),
  }[kind]()
  return { kind, secret, publicKey, script: made.script, redeem: made.redeem }
}

function uncompressedScript(publicKey: Uint8Array): Uint8Array {
  return btc.OutScript.encode({ type: 'pkh', hash: hash160(publicKey) })
}

interface LegacyDigest {
  preimageLegacy(at: number, script: Uint8Array, type: number): Uint8Array
}

/** Signs one input. Returns the signature, followed by its sighash type. @scure/btc-signer computes the digest. */
export function signatureOf(draft: Draft, at: number, coins: readonly OwnedCoin[], type: number): Uint8Array {
  const { owner, value } = coins[at]!
  const transaction = new btc.Transaction({
    version: draft.version | 0,
    lockTime: draft.locktime,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  })
  for (const { txid, vout, sequence } of draft.inputs) transaction.addInput({ txid, index: vout, sequence })
  for (const output of draft.outputs)
    transaction.addOutput({ script: output.script, amount: output.value < 0n ? 0n : output.value })
  const { kind } = owner
  if (kind === 'p2tr') {
    const digest = transaction.preimageWitnessV1(
      at,
      coins.map((coin) => coin.owner.script),
      type,
      coins.map((coin) => coin.value),
    )
    const signature = signSchnorr(digest, taprootTweakPrivKey(owner.secret), new Uint8Array(32))
    return type === 0 ? signature : Uint8Array.from([...signature, type])
  }
  const program = kind === 'p2sh-p2wpkh' ? owner.redeem : owner.script
  const keyHash = btc.OutScript.encode({ type: 'pkh', hash: program.slice(2, 22) })
  const legacy = (transaction as unknown as LegacyDigest).preimageLegacy.bind(transaction)
  const digest =
    kind === 'p2pkh' || kind === 'p2pkh-uncompressed'
      ? legacy(at, owner.script, type)
      : kind === 'p2sh-pk'
        ? legacy(at, owner.redeem, type)
        : transaction.preimageWitnessV0(at, kind === 'p2wsh-pk' ? owner.redeem : keyHash, type, value)
  return Uint8Array.from([...signECDSA(digest, owner.secret), type])
}

/** Returns the unlocking data of an input that spends an output of `owner`. */
export function unlocking(
  owner: Owner,
  signature: Uint8Array,
): { script: Uint8Array; witness: Uint8Array[] } {
  const none = new Uint8Array(0)
  const { publicKey, redeem } = owner
  switch (owner.kind) {
    case 'p2pkh':
    case 'p2pkh-uncompressed':
      return { script: pushes(signature, publicKey), witness: [] }
    case 'p2sh-p2wpkh':
      return { script: pushes(redeem), witness: [signature, publicKey] }
    case 'p2wpkh':
      return { script: none, witness: [signature, publicKey] }
    case 'p2tr':
      return { script: none, witness: [signature] }
    case 'p2sh-pk':
      return { script: pushes(signature, redeem), witness: [] }
    case 'p2wsh-pk':
      return { script: none, witness: [signature, redeem] }
  }
}

/** Encodes a script that pushes the items. Each item has at most 75 bytes. */
export function pushes(...items: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(items.flatMap((item) => [item.length, ...item]))
}
