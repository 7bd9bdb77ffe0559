import { formatUnits } from '../../../core/amounts/units.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SendParams } from '../../../core/wallet/transaction.ts'
import { invalid } from '../checks.ts'
import type { Asset, Holding } from './assets.ts'
import type { Account } from './balances.ts'
import type { Call } from './call.ts'
import type { Runtime } from './runtime.ts'

type Calls = Readonly<
  Record<string, Readonly<Record<string, ((...args: unknown[]) => { method: Call }) | undefined>> | undefined>
>

/** Returns the call that transfers an amount. The call keeps the sender's account alive unless the caller allows its removal. */
export function transferCall(
  { api }: Runtime,
  { to, amount, options }: SendParams<'polkadot'>,
  asset: Asset | undefined,
): Call {
  const { balances, assets } = api.tx as unknown as Calls
  const death = options?.allowDeath === true
  const make = asset
    ? death
      ? assets?.transfer
      : assets?.transferKeepAlive
    : death
      ? // On runtimes from before 2023, the call's name is `transfer`.
        (balances?.transferAllowDeath ?? balances?.transfer)
      : balances?.transferKeepAlive
  if (!make)
    throw latchkeyError('adapter/unsupported', {
      values: { capability: asset ? 'send.token' : 'send.native', subject: 'this chain' },
    })
  return (asset ? make(asset.id, to, amount) : make(to, amount)).method
}

export interface TransferState {
  readonly network: ChainNetwork<'polkadot'>
  readonly params: SendParams<'polkadot'>
  /** The network fee, including the tip. */
  readonly fee: bigint
  readonly deposit: bigint
  readonly sender: Account
  readonly receiver: Account
  readonly token?: { readonly asset: Asset; readonly sender: Holding; readonly receiver: Holding } | undefined
}

/** Returns how much of the sent asset must stay in the sender's account. */
export function reserveOf(
  { options }: Pick<SendParams<'polkadot'>, 'options'>,
  asset: Asset | undefined,
  { free, held, needed }: Account,
  deposit: bigint,
  fee: bigint,
): bigint {
  const keeps = options?.allowDeath !== true
  if (asset) return keeps ? asset.minBalance : 0n
  const stays = keeps || needed || !paysFee(free, fee, deposit)
  // Frozen coins stay in the account, so they count toward the existential deposit.
  return stays && deposit > held ? deposit - held : 0n
}

/** Returns whether an account can pay a fee. The chain takes the fee before the transfer, and only from coins above the deposit. */
function paysFee(free: bigint, fee: bigint, deposit: bigint): boolean {
  return free - fee >= deposit
}

/**
 * Refuses a transfer that the chain would reject. The chain would charge the fee for some rejected transfers.
 * @throws `validation/insufficient-balance`, `validation/invalid-amount`, `validation/invalid-address`;
 * `validation/invalid-input` for a frozen asset
 */
export function checkTransfer({
  network,
  params,
  fee,
  deposit,
  sender,
  receiver,
  token,
}: TransferState): void {
  const { amount, options } = params
  const { symbol, decimals } = network.nativeCurrency
  const keeps = options?.allowDeath !== true
  const coins = (value: bigint) => `${formatUnits(value, decimals)} ${symbol}`
  if (!token) {
    if (sender.transferable < amount + fee || !paysFee(sender.free, fee, deposit)) throw short(symbol)
    const left = sender.free - amount - fee
    if (keeps && left < deposit)
      throw refusedAmount(
        `leaves less than the ${coins(deposit)} that keeps the account open; allowDeath sends everything`,
      )
    if (sender.needed && left < deposit)
      throw refusedAmount(
        `leaves less than the ${coins(deposit)} that must stay while the account has stakes, votes or other assets`,
      )
    if (receiver.free + amount < deposit)
      throw refusedAmount(`is below the ${coins(deposit)} that a new account needs`)
    return
  }
  const { asset } = token
  const units = (value: bigint) => `${formatUnits(value, asset.decimals)} ${asset.symbol}`
  if (!asset.live) throw invalid('asset', `its issuer has frozen ${asset.symbol || `asset ${asset.id}`}`)
  if (token.receiver.blocked)
    throw refusedRecipient(`${params.to} can't receive ${asset.symbol || `asset ${asset.id}`}`)
  if (token.sender.frozen || token.sender.balance < amount) throw short(asset.symbol)
  // After the fee, the account must keep its frozen coins or the existential deposit, whichever is higher.
  if (sender.free - fee < (sender.held > deposit ? sender.held : deposit)) throw short(symbol)
  if (keeps && token.sender.balance - amount < asset.minBalance)
    throw refusedAmount(`leaves less than ${units(asset.minBalance)}; allowDeath sends everything`)
  if (token.receiver.exists) return
  if (amount < asset.minBalance)
    throw refusedAmount(`is below the ${units(asset.minBalance)} that a new holder needs`)
  if (!asset.sufficient && !receiver.provided)
    throw refusedRecipient(
      `${params.to} doesn't exist on ${network.name} yet: it needs ${coins(deposit)} first`,
    )
}

function refusedRecipient(reason: string) {
  return latchkeyError('validation/invalid-address', { values: { reason } })
}

function short(symbol: string) {
  return latchkeyError('validation/insufficient-balance', { values: { symbol } })
}

function refusedAmount(reason: string) {
  return latchkeyError('validation/invalid-amount', { values: { reason } })
}
