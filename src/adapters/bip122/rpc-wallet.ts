import { base64, hex } from '@scure/base'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { BitcoinSigner } from '../../core/wallet/bitcoin-wallet.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { WalletChannel } from '../../core/wallet/connector.ts'

/**
 * Creates the signer for a wallet that is reached by JSON-RPC. The signer uses WalletConnect's Bitcoin methods (S3.5.6).
 * @param accounts The accounts of the session.
 */
export function rpcWallet(
  { request, approves }: Extract<WalletChannel, { kind: 'rpc' }>,
  accounts: readonly AccountRecord[],
): BitcoinSigner {
  const nameOf = (address: string | undefined, network: CaipNetworkId) =>
    address !== undefined && approves?.(address) ? address : accountOf(address, accounts, network)
  const ask = (method: string, params: object, network: CaipNetworkId) => request({ method, params }, network)
  return {
    async signMessage({ address, message, scheme, network }) {
      const params = { account: nameOf(address, network), address, message, protocol: scheme }
      return signatureOf(member(await ask('signMessage', params, network), 'signature'))
    },
    async signPsbt({ psbtBase64, inputs, network }) {
      const signInputs = inputs.map(({ sighash, ...input }) => ({
        ...input,
        ...(sighash !== undefined && { sighashTypes: [sighash] }),
      }))
      const account = nameOf(inputs[0]?.address, network)
      const params = { account, psbt: psbtBase64, signInputs, broadcast: false }
      return member(await ask('signPsbt', params, network), 'psbt')
    },
  }
}

/**
 * Returns the address that names the account of an address, if the session doesn't name the account by the address itself. In
 * WalletConnect, an account contains many addresses, and usually its first payment address names it.
 */
function accountOf(
  address: string | undefined,
  accounts: readonly AccountRecord[],
  network: CaipNetworkId,
): string | undefined {
  const here = accounts.filter(({ networks }) => networks?.includes(network) ?? true)
  const own = here.find((account) => account.address === address)
  if (own?.type !== 'ordinal') return address
  const payments = here.filter(({ type }) => type === 'payment')
  // The part of a derivation path that all addresses of an account share: m / purpose / coin / account.
  const part = ({ path }: AccountRecord) => path?.split('/')[3]
  const sibling = payments.find((payment) => part(own) !== undefined && part(payment) === part(own))
  return (sibling ?? payments[0])?.address ?? address
}

/**
 * Returns a signature in base64. WalletConnect's specification requires hex, but some wallets
 * answer with base64, as they do outside WalletConnect.
 */
function signatureOf(answer: unknown): unknown {
  if (typeof answer !== 'string' || !/^(0x)?([0-9a-f]{2})+$/i.test(answer)) return answer
  return base64.encode(hex.decode(answer.replace(/^0x/, '')))
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}
