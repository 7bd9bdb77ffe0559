import { hex } from '@scure/base'
import * as bitcoin from 'bitcoinjs-lib'
import type { Bip122Keys, Bip122Kind } from 'latchkey/wallets'
import { curve } from '../../src/adapters/bip122/chain/curve.ts'
import type { OwnScript } from './bip122-psbts.ts'

const kinds: readonly Bip122Kind[] = ['p2wpkh', 'p2tr', 'p2sh', 'p2pkh']

/** Returns the scripts of one key on regtest. */
export function ownScripts(
  { address: spell, publicKey }: Bip122Keys,
  chain: Parameters<Bip122Keys['address']>[1],
): readonly OwnScript[] {
  curve()
  const pubkey = hex.decode(publicKey)
  return kinds.map((kind) => {
    const address = spell(kind, chain)
    return {
      kind,
      address,
      script: bitcoin.address.toOutputScript(address, bitcoin.networks.regtest),
      redeemScript: kind === 'p2sh' ? bitcoin.payments.p2wpkh({ pubkey }).output : undefined,
      tapInternalKey: kind === 'p2tr' ? pubkey.subarray(1) : undefined,
    }
  })
}
