import { base58, base64 } from '@scure/base'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import type { ServiceWallet } from '../../src/core/wallet/wallet-service.ts'
import { networksFrom } from '../../src/embedded-wallet/networks.ts'
import { eip155Requests } from '../../src/embedded-wallet/requests/eip155.ts'
import { solanaRequests } from '../../src/embedded-wallet/requests/solana.ts'
import { eip155OverRelay } from '../../src/wallets/eip155/over-relay.ts'
import { solanaOverRelay } from '../../src/wallets/solana/over-relay.ts'
import type { Intercept, WalletRequest } from '../../src/wallets/wallet-request.ts'
import { wireError } from '../../src/wallets/walletconnect/wire-errors.ts'
import type { WalletOptions } from './money-world.ts'

/** Signs and broadcasts a page's transaction. Resolves with the hash. */
type Send = (request: WalletRequest) => Promise<string>

/** Whose code signs and broadcasts: the test wallet, the embedded wallet, or a wallet over WalletConnect. */
export type Sender = 'wallet' | 'embedded' | 'walletconnect'

const method = { eip155: 'eth_sendTransaction', solana: 'solana_signAndSendTransaction' } as const
const log = { debug() {}, warn() {}, error() {} }

/** Converts the page's request to the request that an embedded wallet or a wallet over WalletConnect receives. */
function callOf(
  family: 'eip155' | 'solana',
  { params: [input] }: WalletRequest,
  encode: (b: Uint8Array) => string,
) {
  if (family === 'eip155') return { method: method.eip155, params: [input] }
  const { account, transaction } = input as { account: { address: string }; transaction: Uint8Array }
  return { method: method.solana, params: { transaction: encode(transaction), pubkey: account.address } }
}

const hashIn = (answer: unknown): string =>
  typeof answer === 'string' ? answer : (answer as { signature: string }).signature

function overWalletConnect(
  family: 'eip155' | 'solana',
  { network, secret, rpcUrl, fetch, clock }: WalletOptions,
): Send {
  const own = { ...network, rpcUrls: { default: { http: [rpcUrl] } } }
  const make = family === 'eip155' ? eip155OverRelay : solanaOverRelay
  const wallet = make({ secrets: [secret], networks: [own], fetch, clock, log })
  return async (request) => {
    const call = JSON.parse(JSON.stringify(callOf(family, request, base64.encode)))
    try {
      const completed = await wallet.complete?.(call, own)
      return hashIn(await wallet.request(completed ?? call, own))
    } catch (error) {
      // A relay or a frame transmits only the encoded error to the page.
      throw JSON.parse(JSON.stringify(wireError(error)))
    }
  }
}

function inTheFrame(
  family: 'eip155' | 'solana',
  { network, secret, rpcUrl, fetch, clock }: WalletOptions,
): Send {
  const { caipNetworkId: id, name, nativeCurrency } = network
  const networks = networksFrom([{ id, name, rpcUrl, nativeCurrency } as never], null, id)
  const kept = { add: async () => true, update: async () => {}, get: async () => undefined }
  const prepare =
    family === 'eip155' ? eip155Requests(networks, fetch, kept, clock).prepare : solanaRequests(fetch, clock)
  return async (request) => {
    const call = callOf(family, request, base58.encode)
    const from =
      family === 'eip155'
        ? (request.params[0] as { from: string }).from
        : (call.params as { pubkey: string }).pubkey
    const wallet = { version: 1, splitAt: 0, addresses: { eip155: from, solana: from } } as ServiceWallet
    const prepared = await prepare(call as never, wallet, networks.of(family))
    return hashIn(await prepared.sign({ eip155: secret, solana: secret }))
  }
}

/** Lets the code of `sender` answer the requests that send a transaction. Loses the answers while `isGone` returns true. */
export function sending(
  family: 'eip155' | 'solana',
  sender: Sender,
  options: WalletOptions,
  isGone: () => boolean,
): Intercept {
  const send =
    sender === 'wallet'
      ? undefined
      : (sender === 'embedded' ? inTheFrame : overWalletConnect)(family, options)
  return async (request, honest) => {
    if (!/^(eth_sendTransaction|solana:signAndSendTransaction)$/.test(request.method)) return honest()
    const answer = async () => {
      if (!send) return honest()
      const hash = await send(request)
      return family === 'eip155' ? hash : [{ signature: base58.decode(hash) }]
    }
    const answered = answer()
    if (!isGone()) return answered
    await answered.catch(() => {})
    throw latchkeyError('wallet/answer-missed')
  }
}
