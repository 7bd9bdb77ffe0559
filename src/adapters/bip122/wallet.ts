import { base64 } from '@scure/base'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { BitcoinSigner, BitcoinWallet } from '../../core/wallet/bitcoin-wallet.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { ApprovalTable } from '../shared/wallet-says.ts'
import { rpcWallet } from './rpc-wallet.ts'
import { standardWallet } from './standard-wallet.ts'

/** Methods of WalletConnect and of native channels; features of wallet-standard. */
export const approvals = {
  'send.native': ['signPsbt', 'bitcoin:signTransaction'],
  'send.transaction': ['signPsbt', 'bitcoin:signTransaction'],
  'sign.transaction': ['signPsbt', 'bitcoin:signTransaction'],
  'sign.message': ['signMessage', 'bitcoin:signMessage'],
  'network.switch': ['switchNetwork'],
} as const satisfies ApprovalTable

/** The wallet behind a session, whatever its channel is. */
export function walletOf(session: ConnectorSession): BitcoinSigner {
  const channel = session.channel('bip122')
  switch (channel.kind) {
    case 'rpc':
      return rpcWallet(channel)
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

/** The wallet itself, where it is on a network of its own. */
export function nativeOf(session: ConnectorSession): BitcoinWallet | undefined {
  const channel = session.channel('bip122')
  const bitcoin = channel.kind === 'native' && channel.dialect === 'bitcoin'
  return bitcoin ? (channel.provider as BitcoinWallet) : undefined
}

/** @throws `validation/invalid-input` for bytes that are no text: Bitcoin wallets sign texts. */
export function textOf(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'message', reason: 'Bitcoin wallets sign texts, and these bytes are not UTF-8' },
    })
  }
}

/** @throws `wallet/invalid-answer` unless it is base64. */
export function psbtFrom(answer: unknown, method: string): string {
  try {
    if (typeof answer === 'string' && base64.decode(answer).length > 0) return answer
  } catch {
    // Said below.
  }
  throw latchkeyError('wallet/invalid-answer', { values: { method, expected: 'a PSBT' } })
}
