import { html } from 'hono/html'
import { type Filter, filterForm, periodName } from './filter.ts'
import { type Html, page } from './layout.ts'
import { amount, bar, nothing } from './show.ts'

interface Funnel {
  readonly name: string
  /** The visitor's steps in order. Each step has a label and an analytics event (S3.3.12). */
  readonly steps: readonly (readonly [label: string, event: string])[]
}

const funnels: readonly Funnel[] = [
  {
    name: 'Connect a wallet',
    steps: [
      ['Modal opened', 'MODAL_OPEN'],
      ['Wallet chosen', 'SELECT_WALLET'],
      ['Connected', 'CONNECT_SUCCESS'],
    ],
  },
  {
    name: 'Log in with email',
    steps: [
      ['Email field selected', 'EMAIL_LOGIN_SELECTED'],
      ['Email submitted', 'EMAIL_SUBMITTED'],
      ['Code sent', 'EMAIL_VERIFICATION_CODE_SENT'],
      ['Code verified', 'EMAIL_VERIFICATION_CODE_PASS'],
    ],
  },
  {
    name: 'Log in with a social account',
    steps: [
      ['Provider chosen', 'SOCIAL_LOGIN_STARTED'],
      ['Provider returned', 'SOCIAL_LOGIN_REQUEST_USER_DATA'],
      ['Logged in', 'SOCIAL_LOGIN_SUCCESS'],
    ],
  },
  {
    name: 'Sign in',
    steps: [
      ['Message signed', 'CLICK_SIGN_SIWX_MESSAGE'],
      ['Signed in', 'SIWX_AUTH_SUCCESS'],
    ],
  },
  {
    name: 'Send',
    steps: [
      ['Opened', 'OPEN_SEND'],
      ['Sent to the wallet', 'SEND_INITIATED'],
      ['Done', 'SEND_SUCCESS'],
    ],
  },
  {
    name: 'Swap',
    steps: [
      ['Opened', 'OPEN_SWAP'],
      ['Sent to the wallet', 'INITIATE_SWAP'],
      ['Done', 'SWAP_SUCCESS'],
    ],
  },
  {
    name: 'Buy',
    steps: [
      ['Opened', 'SELECT_BUY_CRYPTO'],
      ['Provider chosen', 'SELECT_BUY_PROVIDER'],
    ],
  },
]

export interface FunnelsFacts {
  readonly filter: Filter
  readonly projects: readonly string[]
  readonly counts: ReadonlyMap<string, number>
}

export function funnelsPage({ filter, projects, counts }: FunnelsFacts): Html {
  const begun = funnels.filter(({ steps }) => steps.some(([, event]) => counts.has(event)))
  return page({
    title: 'Funnels',
    section: '/funnels',
    content: html`${filterForm(filter, projects)}
<p class="quiet">How often each step happened in the last ${periodName(filter)}, compared with the first. These are steps, not visitors: a visitor who
tries twice counts twice.</p>
${begun.length === 0 ? nothing(html`No funnel has events in this period.`) : begun.map((funnel) => shown(funnel, counts))}`,
  })
}

function shown({ name, steps }: Funnel, counts: FunnelsFacts['counts']): Html {
  const first = counts.get(steps[0]?.[1] ?? '') ?? 0
  return html`<table class="funnel"><caption>${name}</caption><thead><tr><th scope="col">Step</th><th scope="col" class="number">Times</th><th scope="col" class="number">Share of first</th><th scope="col" class="wide"><span class="hidden">Share</span></th></tr></thead>
<tbody>${steps.map(([label, event]) => {
    const count = counts.get(event) ?? 0
    const part = first === 0 ? 0 : count / first
    return html`<tr><th scope="row">${label}<code>${event}</code></th><td class="number">${amount(count)}</td><td class="number">${first === 0 ? '–' : `${Math.round(part * 100)}%`}</td><td class="wide">${bar(part)}</td></tr>`
  })}</tbody></table>`
}
