import type { LatchkeyOptions } from 'latchkey'

/** A way in which a host may set the modal up; the page is loaded anew with it. */
export interface Setup {
  readonly id: string
  readonly label: string
  readonly what: string
  readonly options?: Partial<LatchkeyOptions>
  /** It makes no sense without a relay. */
  readonly needsRelay?: true
}

const terms = 'https://example.com/terms'
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
    id: 'approval',
    label: 'Embedded wallet',
    what: 'A wallet in a frame of the page that asks for every approval. It only holds the place of the real one.',
  },
]

/** The one that the page's address names. */
export function chosenSetup(): Setup {
  const wanted = new URLSearchParams(location.search).get('as')
  return setups.find(({ id }) => id === wanted) ?? (setups[0] as Setup)
}

/** A wallet that the host adds to the list: the headless one of this page's server, behind a link. */
export const customWallets: LatchkeyOptions['customWallets'] = [
  {
    id: 'headless',
    name: 'Headless Wallet',
    image_url: '/headless.svg',
    // As an app that has claimed the link: the browser stays where it is.
    mobile_link: `${location.origin}/headless-wallet/app`,
    webapp_link: `${location.origin}/headless-wallet`,
  },
]
