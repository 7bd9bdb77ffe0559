import { base64 } from '@scure/base'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { approves } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { AminoDoc, DirectDoc } from './sign-doc.ts'
import { checkedAmino, checkedDirect } from './signed.ts'
import { ask } from './signing.ts'
import type { WalletKey } from './wallet.ts'

/** Amino's `StdSignature`: the signature and its public key, in base64. */
export interface DocumentSignature {
  readonly pub_key: { readonly type: 'tendermint/PubKeySecp256k1'; readonly value: string }
  readonly signature: string
}

/** The signature, and the document that the wallet signed. In the wallet, the visitor may have changed the fee. */
export interface SignedDocument<D> {
  readonly signed: D
  readonly signature: DocumentSignature
}

/** The session, network and key of a signing request. */
export interface Signer {
  readonly session: ConnectorSession
  readonly network: ChainNetwork<'cosmos'>
  /** Returns the key. May prompt the visitor. */
  key(): Promise<WalletKey>
}

/**
 * Asks the wallet to sign a document that the page built, in sign mode Direct.
 * @throws `network/wrong-chain` for a document of another network; `adapter/unsupported` if the wallet or its key supports only
 * Amino; `adapter/public-key-error` if the wallet hides the key; `wallet/transaction-altered` if the wallet changed more than the
 * fee's coins and gas; `wallet/invalid-answer` if the wallet's answer is malformed.
 */
export async function signDirect(by: Signer, doc: DirectDoc): Promise<SignedDocument<DirectDoc>> {
  const { session, network } = by
  requireChain(network, doc.chainId)
  if (!approves(session, 'cosmos', 'signDirect', 'cosmos_signDirect')) throw unsupported('signDirect')
  const key = await by.key()
  if (key.aminoOnly) throw unsupported('signDirect')
  const publicKey = keyOf(key)
  const answer = await ask(session, network, 'signDirect', key.address, doc)
  const { authInfoBytes, signature } = checkedDirect(doc, answer, publicKey)
  return { signed: { ...doc, authInfoBytes }, signature: standard(signature, publicKey) }
}

/** Asks the wallet to sign an Amino document. @throws the errors of `signDirect` */
export async function signAmino(by: Signer, doc: AminoDoc): Promise<SignedDocument<AminoDoc>> {
  const { session, network } = by
  requireChain(network, doc.chain_id)
  if (!approves(session, 'cosmos', 'signAmino', 'cosmos_signAmino')) throw unsupported('signAmino')
  const key = await by.key()
  const publicKey = keyOf(key)
  const answer = await ask(session, network, 'signAmino', key.address, doc)
  const { fee, unchanged, signature } = checkedAmino(doc, answer, publicKey)
  const chosen = { ...doc.fee, amount: fee.amount, gas: String(fee.gas) }
  return { signed: unchanged ? doc : { ...doc, fee: chosen }, signature: standard(signature, publicKey) }
}

function requireChain({ id, caipNetworkId }: ChainNetwork<'cosmos'>, chainId: string): void {
  if (chainId !== String(id))
    throw latchkeyError('network/wrong-chain', {
      values: { actual: caipNetworkId, expected: `cosmos:${chainId}` },
    })
}

/** Returns the public key. @throws `adapter/public-key-error` if the wallet is locked and hides the key. */
export function keyOf({ publicKey }: WalletKey): Uint8Array {
  if (!publicKey) throw latchkeyError('adapter/public-key-error')
  return publicKey
}

function standard(signature: Uint8Array, publicKey: Uint8Array): DocumentSignature {
  const value = base64.encode(publicKey)
  return {
    pub_key: { type: 'tendermint/PubKeySecp256k1', value },
    signature: base64.encode(signature),
  }
}

function unsupported(capability: string) {
  return latchkeyError('adapter/unsupported', { values: { capability, subject: 'this wallet or its key' } })
}
