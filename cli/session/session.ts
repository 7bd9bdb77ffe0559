import type { CaipAddress, ChainAdapter, ChainNetwork, Latchkey } from 'latchkey'
import type { Mentions } from '../args/family-meant.ts'
import type { Family } from '../families/families.ts'
import { type CliError, cliError } from '../output/cli-error.ts'
import type { SessionFile } from '../state/session.ts'
import type { LocalWallet } from '../wallets/wallet-family.ts'
import type { SwapSource } from './swap-source.ts'

/** A client with a connected wallet. It lives as long as the command. */
export interface Session {
  readonly client: Latchkey
  readonly adapter: ChainAdapter
  readonly reference: string
  readonly connectionId: string
  readonly address: string
  readonly account: CaipAddress
  readonly network: ChainNetwork
  readonly file: SessionFile
  /** The wallet itself, for signatures without the library. */
  readonly wallet: Pick<LocalWallet, 'request'>
  /** Asks for the password, if the wallet needs one. Call it before signing. */
  readonly unlock: () => Promise<void>
  readonly name?: string | undefined
  /** For a WalletConnect session: its relay, its networks, and its first account in each other family. */
  readonly relay?: string | undefined
  readonly networks?: readonly ChainNetwork[] | undefined
  readonly beside?: readonly { readonly address: string; readonly network: ChainNetwork }[] | undefined
}

export interface SessionRequest {
  /** Addresses, accounts and assets in the arguments. They can decide which wallet to use. */
  readonly mentions?: Mentions | undefined
  readonly family?: Family | undefined
  /** bip122: sighash types to allow, in addition to the types that cover the whole transaction. */
  readonly allowSighash?: readonly number[] | undefined
  /** The networks to which the wallet can switch. */
  readonly others?: readonly ChainNetwork[] | undefined
  /** Returns the source of swaps on the session's network. Default: the data service. */
  readonly swaps?: ((network: ChainNetwork) => Promise<SwapSource | undefined>) | undefined
}

export interface PairingOptions {
  readonly relay?: string | undefined
  readonly uriOnly?: boolean | undefined
}

/** `keep` stores the connection for later commands. */
export interface ConnectRequest extends SessionRequest {
  readonly keep?: boolean | undefined
  readonly pairing?: PairingOptions | undefined
}

/** Pass `family` if wallets of other families are connected. */
export function notConnected(family?: Family): CliError {
  const message = family === undefined ? 'Not connected' : `Not connected: no wallet of ${family}`
  return cliError('connection/not-connected', message, {
    hint: 'Connect first: latchkey connect --wallet <wallet>; or name one with --wallet for this command only.',
  })
}
