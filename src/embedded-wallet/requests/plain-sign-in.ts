import { base58 } from '@scure/base'
import { chainNamespaces } from '../../core/chain/namespace.ts'
import { isSameAddress } from '../../core/chain/same-address.ts'
import { parseSignInMessage } from '../../siwx/message.ts'
import { messageBytes } from '../../wallets/decode/message.ts'
import { refuseTransaction } from '../../wallets/decode/transaction-bytes.ts'
import { fieldsOf, listOf, type WireCall } from '../../wallets/walletconnect/family-wallet.ts'
import type { ApprovalRequest } from './approval.ts'

/**
 * Returns whether a request only signs in to the page that sent it. The domain and the URI in the message must be those of the
 * page. The account and the network must be those of the request. The message must have no resources, because resources can grant
 * rights (ERC-5573). Only such a request can be approved inside any page. For other requests, the service must trust the page
 * (`approveInFrame`).
 */
export function isPlainSignIn({ call, network, origin }: ApprovalRequest): boolean {
  try {
    const { bytes, account } = messageOf(call)
    for (const namespace of chainNamespaces) refuseTransaction(namespace, bytes)
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const { domain, scheme, uri, chainId, accountAddress, resources } = parseSignInMessage(text)
    const page = new URL(origin)
    return (
      domain === page.host &&
      (scheme === undefined || `${scheme}:` === page.protocol) &&
      new URL(uri).origin === origin &&
      chainId === network.caipNetworkId &&
      isSameAddress(accountAddress, account) &&
      resources === undefined
    )
  } catch {
    return false
  }
}

/**
 * Returns the bytes to sign, and the signer.
 * @throws if the request doesn't sign a message.
 */
function messageOf(call: WireCall): { readonly bytes: Uint8Array; readonly account: string } {
  if (call.method === 'personal_sign') {
    const [text, account] = listOf(call.params)
    return { bytes: messageBytes(String(text)), account: String(account) }
  }
  if (call.method !== 'solana_signMessage') throw new TypeError('not a message')
  const { message, pubkey } = fieldsOf(call)
  return { bytes: base58.decode(String(message)), account: String(pubkey) }
}
