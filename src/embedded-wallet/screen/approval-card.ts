import type { Clock } from '../../ports.ts'
import { effectRows } from '../../wallets/describe/effect.ts'
import type { Approval } from '../requests/approval.ts'
import { element, icon } from './element.ts'
import type { GateState } from './gate.ts'
import { capital, readable, visible } from './readable.ts'
import { watchVisibility } from './watch.ts'
import { words } from './words.ts'

/** A request on the screen, until the visitor decides. */
export interface ApprovalCard {
  readonly card: HTMLElement
  /** Call once the card is on the screen. */
  begin(): void
  end(): void
}

interface ApprovalCardOptions {
  readonly clock: Clock
  readonly decided: (approved: boolean) => void
  /** Opens the request in a window. Absent in that window itself. */
  readonly openWindow?: (() => void) | undefined
  /** An element below the request, such as a note. */
  readonly beside?: HTMLElement | undefined
}

export function approvalCard(approval: Approval, options: ApprovalCardOptions): ApprovalCard {
  const { clock, decided, openWindow, beside } = options
  const title = element('h1', { tabindex: '-1', id: 'title' }, capital(approval.described.title))
  const status = element('p', { class: 'status', role: 'status' })
  const approve = element('button', { class: 'primary', type: 'button' }, words.approve)
  const decline = element(
    'button',
    { class: 'secondary', type: 'button', click: () => decided(false) },
    words.decline,
  )
  const away = element(
    'button',
    { class: 'plain', type: 'button', hidden: true },
    icon('window'),
    words.openWindow,
  )
  /** Marks the end of what is signed. */
  const end = element('div', { class: 'end' })
  const card = element(
    'div',
    { class: 'card', role: 'dialog', 'aria-labelledby': 'title' },
    element(
      'div',
      // Focusable, so that keyboard users can scroll it.
      { class: 'content', tabindex: '0', role: 'region', 'aria-label': words.request },
      asker(approval),
      title,
      ...effect(approval),
      end,
      details(approval.raw),
      beside,
    ),
    element('div', { class: 'actions' }, status, away, element('div', { class: 'pair' }, decline, approve)),
  )

  /** Whether a click came too early and was ignored. */
  let uncounted = false
  const statusOf = ({ lacks, lasting }: GateState): string => {
    if (lacks && (lasting || lacks === 'knowledge' || lacks === 'reading')) return words.lacks[lacks]
    return uncounted ? words.uncounted : ''
  }
  const draw = (state: GateState) => {
    const { open, lacks, offersWindow } = state
    approve.dataset.gate = open ? 'open' : lacks ? 'shut' : 'counting'
    approve.setAttribute('aria-disabled', String(!open))
    away.hidden = !offersWindow || !openWindow
    const text = statusOf(state)
    // Screen readers announce every write to a status.
    if (status.textContent !== text) status.textContent = text
  }

  let over: ReturnType<typeof watchVisibility> | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') decided(false)
  }
  approve.addEventListener('click', (event) => {
    over?.check()
    // Only a real click counts: no page or script can fake `isTrusted`.
    if (!event.isTrusted || !over) return
    if (over.state.open) return decided(true)
    uncounted = true
    // A second click right after it must not count either.
    over.disturb()
  })
  away.addEventListener('click', () => openWindow?.())
  return {
    card,
    begin() {
      document.addEventListener('keydown', onKey)
      over = watchVisibility(card, end, window, clock, draw)
      draw(over.state)
      title.focus({ preventScroll: true })
    },
    end() {
      document.removeEventListener('keydown', onKey)
      over?.stop()
      over = undefined
    },
  }
}

/** Shows the page's verified origin first, since its name is only a claim. */
function asker({ origin, claimedName }: Approval): HTMLElement {
  return element(
    'div',
    { class: 'asker' },
    element('span', { class: 'tile' }, icon('globe')),
    element(
      'div',
      { class: 'grow' },
      element('bdi', { class: 'name' }, origin),
      claimedName
        ? element('span', { class: 'note' }, words.claims(visible(claimedName.slice(0, 80))))
        : undefined,
    ),
  )
}

function effect({ described, network }: Approval): readonly (HTMLElement | undefined)[] {
  const { title, effects, table, body } = described
  const harmless = effects.filter(({ level, text }) => level === 'plain' && text.toLowerCase() !== title)
  const rows = [
    ...effectRows({ effects: effects.filter(({ level }) => level !== 'plain') }),
    ...described.rows,
  ]
  const warnings = rows.filter(([name]) => isWarning(name))
  const plain = rows.filter(([name]) => !isWarning(name))
  return [
    ...warnings.map(([name, value]) =>
      element(
        'p',
        { class: 'warning' },
        icon('alert'),
        element('span', {}, readable(name === 'WARNING' ? capital(value) : `${capital(name)}: ${value}`)),
      ),
    ),
    ...harmless.map(({ text }) => element('p', { class: 'summary' }, readable(text))),
    body === undefined ? undefined : element('pre', { class: 'body', dir: 'auto' }, visible(body)),
    element(
      'dl',
      {},
      ...([[words.network, network], ...plain] as const).flatMap(([name, value]) => [
        element('dt', {}, capital(name.trim())),
        element('dd', {}, readable(value)),
      ]),
      ...(table ?? [])
        .slice(1)
        .flatMap(([name = '', ...values]) => [
          element('dt', {}, name),
          element('dd', {}, readable(values.join(', '))),
        ]),
    ),
  ]
}

function isWarning(name: string): boolean {
  return ['DANGER', 'CAUTION', 'WARNING'].includes(name) || name.startsWith('NOT ')
}

function details(raw: string): HTMLElement {
  return element(
    'details',
    {},
    element('summary', {}, words.details),
    element('pre', { class: 'body raw' }, visible(raw)),
  )
}
