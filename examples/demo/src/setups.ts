import type { ChainNamespace, LatchkeyOptions } from 'latchkey'
import { serverSessions } from 'latchkey/siwx'

/** An example configuration of the modal. Choosing one reloads the page. */
export interface Setup {
  readonly id: string
  readonly label: string
  readonly what: string
  readonly options?: Partial<LatchkeyOptions>
  /** Default: all families of the demo. */
  readonly families?: readonly ChainNamespace[]
  /** Hidden without a relay. */
  readonly needsRelay?: true
  /** Hidden without an embedded wallet. */
  readonly needsEmbeddedWallet?: true
}

const terms = 'https://example.com/terms'
/** In ms. */
const week = 604_800_000
const privacy = 'https://example.com/privacy'

export const setups: readonly Setup[] = [
  { id: 'dialog', label: 'Dialog', what: 'As it comes: a dialog over the page.' },
  {
    id: 'page',
    label: 'In the page',
    what: 'The modal stands in the page, where the host has put it.',
    options: { enableEmbedded: true },
  },
  {
    id: 'terms',
    label: 'With terms',
    what: 'Nobody connects before agreeing to the terms of the host.',
    options: {
      termsConditionsUrl: terms,
      privacyPolicyUrl: privacy,
      features: { legalCheckbox: true },
    },
  },
  {
    id: 'walletconnect',
    label: 'WalletConnect only',
    what: 'The host pairs by itself, and the modal shows nothing but the code.',
    options: { manualWCControl: true },
    needsRelay: true,
  },
  {
    id: 'sign-in',
    label: 'Sign-in required',
    what: 'Whoever connects signs a message first, or is disconnected. The server of the demo verifies it.',
    options: {
      siwx: serverSessions({ url: '/auth', statement: 'Welcome to the demo', expiration: week }),
    },
  },
  {
    id: 'sign-in-optional',
    label: 'Sign-in optional',
    what: 'Whoever connects is asked to sign a message, and may leave it.',
    options: { siwx: serverSessions({ url: '/auth', required: false, expiration: week }) },
  },
  {
    id: 'one-click',
    label: 'Sign-in in one click',
    what: 'On Ethereum alone: a wallet behind WalletConnect signs in as it connects.',
    families: ['eip155'],
    options: { siwx: serverSessions({ url: '/auth', statement: 'Welcome to the demo', expiration: week }) },
    needsRelay: true,
  },
  {
    id: 'embedded-wallet',
    label: 'Embedded wallet',
    what: 'A wallet for those who have none: they log in by email or by a provider, approve in a frame of the modal, and may be a smart account.',
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
    label: 'Sign-in by email',
    what: 'The same, and whoever logs in may sign a message for the server.',
    options: {
      features: { connectMethodsOrder: ['email', 'wallet'] },
      siwx: serverSessions({ url: '/auth', required: false, expiration: week }),
    },
    needsEmbeddedWallet: true,
  },
]

/** The setup that the URL names. */
export function chosenSetup(): Setup {
  const wanted = new URLSearchParams(location.search).get('as')
  return setups.find(({ id }) => id === wanted) ?? (setups[0] as Setup)
}

/** A wallet that the host adds to the list: the headless one of this page's server, opened by a link. */
export const customWallets: LatchkeyOptions['customWallets'] = [
  {
    id: 'headless',
    name: 'Headless Wallet',
    image_url: '/headless.svg',
    // Like an app link: the browser stays on the page.
    mobile_link: `${location.origin}/headless-wallet/app`,
    webapp_link: `${location.origin}/headless-wallet`,
  },
]
