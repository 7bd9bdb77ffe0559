import type { ChainNamespace, LatchkeyOptions } from 'latchkey'
import { serverSessions } from 'latchkey/siwx'

/** An example configuration of the modal. Choosing a setup reloads the page. */
export interface Setup {
  readonly id: string
  readonly label: string
  readonly what: string
  readonly options?: Partial<LatchkeyOptions>
  /** The chain families of the setup. Default: all families of the demo. */
  readonly families?: readonly ChainNamespace[]
  /** The setup is shown only if a relay runs. */
  readonly needsRelay?: true
  /** The setup is shown only if an embedded wallet runs. */
  readonly needsEmbeddedWallet?: true
}

const terms = 'https://example.com/terms'
/** A week, in ms. */
const week = 604_800_000
const privacy = 'https://example.com/privacy'

export const setups: readonly Setup[] = [
  { id: 'dialog', label: 'Dialog', what: 'The default: a dialog over the page.' },
  {
    id: 'page',
    label: 'In the page',
    what: 'The modal is part of the page.',
    options: { enableEmbedded: true },
  },
  {
    id: 'terms',
    label: 'With terms',
    what: 'Visitors agree to the terms before they connect.',
    options: {
      termsConditionsUrl: terms,
      privacyPolicyUrl: privacy,
      features: { legalCheckbox: true },
    },
  },
  {
    id: 'walletconnect',
    label: 'WalletConnect only',
    what: 'The app handles the pairing, and the modal shows only the code.',
    options: { manualWCControl: true },
    needsRelay: true,
  },
  {
    id: 'sign-in',
    label: 'Sign-in required',
    what: 'Visitors sign a message to connect. The demo’s server verifies it.',
    options: {
      siwx: serverSessions({ url: '/auth', statement: 'Welcome to the demo', expiration: week }),
    },
  },
  {
    id: 'sign-in-optional',
    label: 'Sign-in optional',
    what: 'Visitors can sign a message after they connect, or skip it.',
    options: { siwx: serverSessions({ url: '/auth', required: false, expiration: week }) },
  },
  {
    id: 'one-click',
    label: 'One-click sign-in',
    what: 'Ethereum only: a WalletConnect wallet signs in while it connects.',
    families: ['eip155'],
    options: { siwx: serverSessions({ url: '/auth', statement: 'Welcome to the demo', expiration: week }) },
    needsRelay: true,
  },
  {
    id: 'embedded-wallet',
    label: 'Embedded wallet',
    what: 'A wallet for visitors without one: they log in with email or a social account, approve in a frame of the modal, and can use a smart account.',
    options: {
      features: {
        connectMethodsOrder: ['email', 'social', 'wallet'],
        socials: true,
      },
      defaultAccountTypes: { eip155: 'eoa' },
    },
    needsEmbeddedWallet: true,
  },
  {
    id: 'email-sign-in',
    label: 'Email sign-in',
    what: 'An embedded wallet with email login. Visitors can also sign in at the server.',
    options: {
      features: { connectMethodsOrder: ['email', 'wallet'] },
      siwx: serverSessions({ url: '/auth', required: false, expiration: week }),
    },
    needsEmbeddedWallet: true,
  },
]

/** Returns the setup that the page's URL names. Default: the first setup. */
export function chosenSetup(): Setup {
  const wanted = new URLSearchParams(location.search).get('as')
  return setups.find(({ id }) => id === wanted) ?? (setups[0] as Setup)
}

/** Adds the headless wallet, which runs on the demo's server, to the wallet list. The links open this wallet. */
export const customWallets: LatchkeyOptions['customWallets'] = [
  {
    id: 'headless',
    name: 'Headless Wallet',
    image_url: '/headless.svg',
    // Works like the link of an app: the browser stays on the page.
    mobile_link: `${location.origin}/headless-wallet/app`,
    webapp_link: `${location.origin}/headless-wallet`,
  },
]
