import { base64 } from '@scure/base'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { approves } from '../../core/wallet/approvals.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { MessageSignature } from '../../core/wallet/transaction.ts'
import { accountOfKey } from './address.ts'
import { adr36Doc } from './adr36.ts'
import { chainOf } from './asset.ts'
import { hexOf } from './bytes.ts'
import { aminoDoc, type Draft, directDoc } from './sign-doc.ts'
import { fromAmino, fromDirect, signatureFrom } from './signed.ts'
import { call, invalid, keplrOf, request, type WalletKey } from './wallet.ts'

type Network = ChainNetwork<'cosmos'>

/**
 * Asks the wallet to sign a transaction. Returns the signed transaction, ready to broadcast. Uses
 * sign mode Direct if the wallet and its key support it, otherwise Amino.
 * @throws `wallet/transaction-altered` if the wallet signed another transaction;
 * `wallet/invalid-answer`; `adapter/unsupported` if the wallet signs only Amino and a message has
 * no Amino form.
 */
export async function signTransaction(
  session: ConnectorSession,
  network: Network,
  key: WalletKey,
  draft: Draft,
): Promise<Uint8Array> {
  const { address, publicKey } = key
  if (!publicKey) throw invalid('getKey', 'the public key of the account')
  if (!key.aminoOnly && approves(session, 'cosmos', 'signDirect', 'cosmos_signDirect')) {
    const doc = directDoc(draft, publicKey)
    return fromDirect(doc, await ask(session, network, 'signDirect', address, doc), publicKey)
  }
  const doc = aminoDoc(draft)
  if (!doc)
    throw latchkeyError('adapter/unsupported', {
      values: { capability: 'sign.transaction', subject: 'a wallet that signs in Amino only' },
    })
  return fromAmino(draft, doc, await ask(session, network, 'signAmino', address, doc), publicKey)
}

/** Asks the wallet to sign a message by ADR-36. */
export async function signMessage(
  session: ConnectorSession,
  network: Network,
  address: string,
  message: string | Uint8Array,
): Promise<MessageSignature> {
  // Latchkey's own port has all methods, so check that the wallet has this one.
  const wallet = approves(session, 'cosmos', 'signArbitrary') ? keplrOf(session) : undefined
  const method = wallet?.signArbitrary ? 'signArbitrary' : 'signAmino'
  const data = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const answer = wallet?.signArbitrary
    ? await call(method, () => wallet.signArbitrary?.(String(network.id), address, message))
    : await ask(session, network, 'signAmino', address, adr36Doc(address, data))
  const { signature, publicKey } = signatureFrom(wallet?.signArbitrary ? answer : inner(answer), method)
  if ((await accountOfKey(publicKey, chainOf(network))) !== address)
    throw invalid(method, 'a signature of the account')
  return {
    signature: base64.encode(signature),
    encoding: 'base64',
    scheme: 'adr36',
    publicKey: hexOf(publicKey),
  }
}

/** Asks once for a signature, over the session's channel. */
export async function ask(
  session: ConnectorSession,
  network: Network,
  method: 'signDirect' | 'signAmino',
  address: string,
  doc: object,
): Promise<unknown> {
  const wallet = keplrOf(session)
  // Asks the wallet to keep the fee and the memo that the host has shown. Some wallets ignore these options.
  const options = { preferNoSetFee: true, preferNoSetMemo: true }
  if (wallet) return call(method, () => wallet[method]?.(String(network.id), address, doc, options))
  return request(session, network, `cosmos_${method}`, { signerAddress: address, signDoc: wireDoc(doc) })
}

/** Converts a document to JSON, with bytes in base64: https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
function wireDoc(doc: object): object {
  return Object.fromEntries(
    Object.entries(doc).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? base64.encode(value) : value,
    ]),
  )
}

function inner(answer: unknown): unknown {
  return (answer as { signature?: unknown } | undefined)?.signature
}
