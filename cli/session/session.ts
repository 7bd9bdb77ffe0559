import type { CaipAddress, ChainAdapter, ChainNetwork, Latchkey } from 'latchkey'
import type { Mentions } from '../args/family-meant.ts'
import type { Family } from '../families/families.ts'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import type { SessionFile } from '../state/session.ts'
import type { ActingWallet } from '../wallets/acting-wallet.ts'

/** One client with one wallet, for the length of a command. */
export interface Session {
  readonly client: Latchkey
  readonly adapter: ChainAdapter
  readonly reference: string
  readonly connectionId: string
  readonly address: string
  readonly account: CaipAddress
  readonly network: ChainNetwork
  readonly file: SessionFile
  /** The wallet itself, for what is signed past the library. */
  readonly wallet: Pick<ActingWallet, 'request'>
  /** Before anything is signed: asks for the password where there is one. */
  readonly unlock: () => Promise<void>
  /** What a wallet behind a relay calls itself. */
  readonly name?: string | undefined
  /** Of a wallet behind a relay: where that is, what its session covers, and its first account of each other family. */
  readonly relay?: string | undefined
  readonly networks?: readonly ChainNetwork[] | undefined
  readonly beside?: readonly { readonly address: string; readonly network: ChainNetwork }[] | undefined
}

export interface SessionRequest {
  /** Addresses, accounts and assets of the command line: they tell which of the connected wallets is meant. */
  readonly mentions?: Mentions | undefined
  /** The family itself, where it is known. */
  readonly family?: Family | undefined
  /** bip122: the sighash types that the wallet signs beside those of the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
  /** Networks that the wallet may move to. */
  readonly others?: readonly ChainNetwork[] | undefined
}

/** How a pairing is shown, and over which relay it is made. */
export interface PairingOptions {
  readonly relay?: string | undefined
  readonly uriOnly?: boolean | undefined
}

/** What is connected anew; `keep` decides whether the next command finds it. */
export interface ConnectRequest extends SessionRequest {
  readonly keep?: boolean | undefined
  readonly pairing?: PairingOptions | undefined
}

/** `family` is told where wallets of others are connected. */
export function notConnected(family?: Family): CliError {
  const message = family === undefined ? 'Not connected' : `Not connected: no wallet of ${family}`
  return new CliError('connection/not-connected', exitCodes.locked, message, {
    hint: 'Connect first: latchkey connect --wallet <wallet>; or name one with --wallet for this command only.',
  })
}
