import type { ModalEvents } from '../controllers/coordinators/modal.ts'
import type { NetworkSwitchEvents } from '../controllers/coordinators/network-switch.ts'
import type { PairingEvents } from '../controllers/coordinators/pairing.ts'
import type { SessionEvents } from '../controllers/coordinators/session.ts'
import type { ActivityEvents } from '../controllers/features/activity/activity.ts'
import type {
  EmailStep,
  EmbeddedWalletEvents,
} from '../controllers/features/embedded-wallet/embedded-wallet.ts'
import type { NamesEvents } from '../controllers/features/names/names.ts'
import type { OnRampEvents } from '../controllers/features/onramp/onramp.ts'
import type { SendEvents, Transfer } from '../controllers/features/send/send.ts'
import type { SignInEvents } from '../controllers/features/sign-in/sign-in.ts'
import type { SwapEvents, Swapping } from '../controllers/features/swap/swap.ts'
import type { AlertEvents } from '../controllers/shell/alert-controller.ts'
import type { RouterData, View } from '../controllers/shell/views.ts'
import { formatUnits } from '../core/amounts/units.ts'
import type { CaipNetworkId } from '../core/chain/caip.ts'
import { displayMessage, isLatchkeyError, type LatchkeyError } from '../core/errors/latchkey-error.ts'
import { walletPlatforms } from '../core/wallet/links/platforms.ts'
import type { WireEvent } from '../services/telemetry/telemetry.ts'

/** The events that analytics use, by the controller's name on the client. */
export interface AnalyticsEvents {
  readonly alert: AlertEvents
  readonly modal: ModalEvents
  readonly session: SessionEvents
  readonly networkSwitch: NetworkSwitchEvents
  readonly pairing: PairingEvents
  readonly signIn: SignInEvents
  readonly embeddedWallet: EmbeddedWalletEvents
  readonly send: SendEvents
  readonly names: NamesEvents
  readonly activity: ActivityEvents
  readonly swap: SwapEvents
  readonly onramp: OnRampEvents
}

/** The context of an event. */
export interface EventContext {
  readonly network: CaipNetworkId
  readonly isSmartAccount: boolean
  readonly mobile: boolean
  readonly projectId: string | undefined
  /** The account's address. Set only if the host allows analytics to have it. */
  readonly address: string | undefined
  /** The wallet that is connected on the active family. */
  readonly wallet: { readonly name: string; readonly type: string } | undefined
  /** The social provider, while the account of a social login is being connected. */
  readonly social: string | undefined
}

export type WireEvents = WireEvent | readonly WireEvent[] | undefined
type Rows = {
  readonly [C in keyof AnalyticsEvents]: {
    readonly [E in keyof AnalyticsEvents[C]]?: (
      payload: AnalyticsEvents[C][E],
      facts: EventContext,
    ) => WireEvents
  }
}

const emailSteps: Readonly<Record<EmailStep, string>> = {
  submitted: 'EMAIL_SUBMITTED',
  'device-registered': 'DEVICE_REGISTERED_FOR_EMAIL',
  'code-sent': 'EMAIL_VERIFICATION_CODE_SENT',
  'code-passed': 'EMAIL_VERIFICATION_CODE_PASS',
  'code-failed': 'EMAIL_VERIFICATION_CODE_FAIL',
  updated: 'EMAIL_EDIT',
}

/** How events of controllers become analytics events (S3.3.12). */
export const eventRows: Rows = {
  alert: {
    reported: (error) =>
      isLatchkeyError(error, 'connection/disconnect-failed')
        ? track('DISCONNECT_ERROR', { message: error.message })
        : undefined,
  },
  modal: {
    opened: ({ connected }) => track('MODAL_OPEN', { connected }),
    closed: ({ connected }) => track('MODAL_CLOSE', { connected }),
  },
  session: {
    established: ({ restored }, { wallet, social }) => {
      // Skip connections over WalletConnect. The pairing controller reports them, because it knows how the visitor connected.
      if (restored || !wallet || wallet.type === 'WALLET_CONNECT') return undefined
      const { name, type } = wallet
      const method = type === 'AUTH' || type === 'ID_AUTH' ? 'email' : 'browser'
      const connected = track('CONNECT_SUCCESS', { method, name })
      return social === undefined
        ? connected
        : [track('SOCIAL_LOGIN_SUCCESS', { provider: social }), connected]
    },
    disconnected: ({ namespace = 'all' }) => track('DISCONNECT_SUCCESS', { namespace }),
  },
  pairing: {
    finished: ({ method, name }, { wallet }) =>
      track('CONNECT_SUCCESS', { method, name: name ?? wallet?.name ?? 'Unknown' }),
    // Don't send the pairing URI, because it contains a key.
    linkFailed: ({ wallet: { name, mobile_link }, error }) =>
      track('CONNECT_PROXY_ERROR', { message: displayMessage(error), mobile_link, name }),
  },
  networkSwitch: {
    switched: ({ network }) => track('SWITCH_NETWORK', { network: network.caipNetworkId }),
  },
  signIn: {
    canceled: (_, facts) => track('CLICK_CANCEL_SIWX', onNetwork(facts)),
    signedIn: ({ restored }, facts) => (restored ? undefined : track('SIWX_AUTH_SUCCESS', onNetwork(facts))),
    failed: (_, facts) => track('SIWX_AUTH_ERROR', onNetwork(facts)),
  },
  embeddedWallet: {
    emailStep: ({ step, error }) => track(emailSteps[step], error && { message: error.message }),
    accountTypeChosen: ({ type: accountType }, { network }) =>
      track('SET_PREFERRED_ACCOUNT_TYPE', { accountType, network }),
    socialCanceled: ({ provider, error }) =>
      track(error ? 'SOCIAL_LOGIN_ERROR' : 'SOCIAL_LOGIN_CANCELED', { provider }),
  },
  send: {
    initiated: (transfer, facts) => {
      const { network, token } = transfer
      const address = network.chainNamespace === 'eip155' ? token.address : undefined
      return track('SEND_INITIATED', {
        ...ofTransfer(transfer, facts),
        token: address ?? token.amount.symbol,
      })
    },
    sent: (transfer, facts) => track('SEND_SUCCESS', ofTransfer(transfer, facts)),
    failed: ({ error, ...transfer }, facts) =>
      track(isDeclined(error) ? 'SEND_REJECTED' : 'SEND_ERROR', {
        ...ofTransfer(transfer, facts),
        message: error.message,
      }),
  },
  names: {
    initiated: ({ name: ensName }, { isSmartAccount }) =>
      track('REGISTER_NAME_INITIATED', { isSmartAccount, ensName }),
    registered: ({ name: ensName }, { isSmartAccount }) =>
      track('REGISTER_NAME_SUCCESS', { isSmartAccount, ensName }),
    failed: ({ name: ensName, error }, { isSmartAccount }) =>
      track('REGISTER_NAME_ERROR', { isSmartAccount, ensName, error: error.message }),
  },
  activity: {
    moreAsked: ({ cursor }, facts) => track('LOAD_MORE_TRANSACTIONS', ofHistory(cursor, facts)),
    failed: ({ cursor }, facts) => track('ERROR_FETCH_TRANSACTIONS', ofHistory(cursor, facts)),
  },
  swap: {
    initiated: (swapping, facts) => track('INITIATE_SWAP', ofSwap(swapping, facts)),
    sent: (swapping, facts) => track('SWAP_SUCCESS', ofSwap(swapping, facts)),
    failed: ({ error, ...swapping }, facts) =>
      track('SWAP_ERROR', { ...ofSwap(swapping, facts), message: error.message }),
    approvalFailed: ({ error, ...swapping }, facts) =>
      track('SWAP_APPROVAL_ERROR', { ...ofSwap(swapping, facts), message: error.message }),
  },
  // The events `entered` and `explained` aren't listed here, because the opened views report them.
  onramp: {
    providerSelected: ({ provider }, { isSmartAccount }) =>
      track('SELECT_BUY_PROVIDER', { provider, isSmartAccount }),
  },
}

/** How opened views become analytics events (S3.3.12). */
export const viewRows: {
  readonly [V in View]?: (facts: EventContext, from: View, data: RouterData | undefined) => WireEvents
} = {
  AllWallets: () => track('CLICK_ALL_WALLETS'),
  WhatIsAWallet: () => track('CLICK_WALLET_HELP'),
  WhatIsANetwork: () => track('CLICK_NETWORK_HELP'),
  GetWallet: () => track('CLICK_GET_WALLET'),
  Downloads: (_, __, data) => track('GET_WALLET', { name: data?.wallet?.name }),
  Networks: () => track('CLICK_NETWORKS'),
  Transactions: ({ isSmartAccount }) => track('CLICK_TRANSACTIONS', { isSmartAccount }),
  ConnectingExternal: (_, __, data) =>
    track('SELECT_WALLET', { name: data?.wallet?.name ?? data?.connector?.name, platform: 'browser' }),
  ConnectingWalletConnect: ({ mobile }, _, data) =>
    track('SELECT_WALLET', {
      name: data?.wallet?.name ?? 'WalletConnect',
      platform: walletPlatforms(data?.wallet, { mobile, installed: false, adapters: true })[0],
    }),
  ConnectingWalletConnectBasic: () => track('SELECT_WALLET', { name: 'WalletConnect', platform: 'qrcode' }),
  EmailLogin: () => track('EMAIL_LOGIN_SELECTED'),
  UpgradeEmailWallet: () => track('EMAIL_UPGRADE_FROM_MODAL'),
  ChooseAccountName: ({ isSmartAccount }) => track('OPEN_ENS_FLOW', { isSmartAccount }),
  WalletSend: (facts) => track('OPEN_SEND', onNetwork(facts)),
  Swap: (facts, from) => {
    const opened = track('OPEN_SWAP', onNetwork(facts))
    return from === 'Account' ? [track('CLICK_CONVERT'), opened] : opened
  },
  SwapSelectToken: () => track('CLICK_SELECT_TOKEN_TO_SWAP'),
  UnsupportedChain: (_, __, data) =>
    data?.swapUnsupportedChain ? track('CLICK_SELECT_NETWORK_TO_SWAP') : undefined,
  OnRampProviders: ({ isSmartAccount }) => track('SELECT_BUY_CRYPTO', { isSmartAccount }),
  WhatIsABuy: ({ isSmartAccount }) => track('SELECT_WHAT_IS_A_BUY', { isSmartAccount }),
}

/** The views that the modal may open first, although the visitor didn't choose them. */
export const initialViews: readonly View[] = [
  'AllWallets',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]

export function track(event: string, properties?: Readonly<Record<string, unknown>>): WireEvent {
  return { event, ...(properties && { properties }) }
}

export function onNetwork({ network, isSmartAccount }: EventContext) {
  return { network, isSmartAccount }
}

/** Returns whether the error counts as a decision of the visitor: a rejection, a cancellation or a newer request. */
export function isDeclined({ category }: LatchkeyError): boolean {
  return category === 'VISITOR_DECISION'
}

function ofTransfer({ network, token, amount }: Transfer, { isSmartAccount }: EventContext) {
  return {
    isSmartAccount,
    network: network.caipNetworkId,
    token: token.amount.symbol,
    amount: formatUnits(amount, token.amount.decimals),
  }
}

function ofSwap({ network, from, to, amount, toAmount }: Swapping, { isSmartAccount }: EventContext) {
  return {
    isSmartAccount,
    network: network.caipNetworkId,
    swapFromToken: from.symbol,
    swapToToken: to.symbol,
    swapFromAmount: formatUnits(amount, from.decimals),
    swapToAmount: formatUnits(toAmount, to.decimals),
  }
}

function ofHistory(cursor: string | undefined, { address, projectId, isSmartAccount }: EventContext) {
  return { address, projectId, cursor, isSmartAccount }
}
