import { base64 } from '@scure/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { BitcoinSigner } from '../../core/wallet/bitcoin-wallet.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import { rpcWallet } from './rpc-wallet.ts'
import { standardWallet } from './standard-wallet.ts'
import { nativeOf } from './wallet.ts'

/**
 * Returns a signer for a session's wallet. The session reaches the wallet over JSON-RPC, wallet-standard, or the wallet's own
 * object in the page.
 */
export function walletOf(session: ConnectorSession): BitcoinSigner {
  const channel = session.channel('bip122')
  switch (channel.kind) {
    case 'rpc':
      return rpcWallet(channel, session.accounts)
    case 'wallet-standard':
      return standardWallet(channel.wallet)
    case 'native': {
      const wallet = nativeOf(session)
      if (wallet) return wallet
    }
  }
  throw latchkeyError('adapter/unsupported', {
    values: { capability: 'bip122', subject: `a ${channel.kind} wallet` },
  })
}

/**
 * Converts bytes to text, because Bitcoin wallets sign only text. @throws `validation/invalid-input` for bytes that aren't UTF-8.
 */
export function textOf(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'message', reason: "Bitcoin wallets sign text, and these bytes aren't valid UTF-8" },
    })
  }
}

/** Returns the PSBT in a wallet's answer. @throws `wallet/invalid-answer` unless the answer is base64. */
export function psbtFrom(answer: unknown, method: string): string {
  try {
    if (typeof answer === 'string' && base64.decode(answer).length > 0) return answer
  } catch {
    // The statement below throws.
  }
  throw latchkeyError('wallet/invalid-answer', { values: { method, expected: 'a PSBT' } })
}
