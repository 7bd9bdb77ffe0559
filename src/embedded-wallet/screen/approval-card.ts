import type { Clock } from '../../ports.ts'
import type { Row } from '../../wallets/describe/described.ts'
import { effectRows } from '../../wallets/describe/effect.ts'
import type { Approval } from '../requests/approval.ts'
import { stacked } from './ask-card.ts'
import { element, icon } from './element.ts'
import { type GatedView, gatedView } from './gated-view.ts'
import { capital, readable, visible } from './readable.ts'
import { words } from './words.ts'

/** A second click within this time, in ms, belongs to the first click. */
const doubleClick = 500

/** A card that shows a request until the visitor decides. */
export interface ApprovalCard {
  readonly card: HTMLElement
  /** Call this when the card is on the screen. */
  begin(): void
  end(): void
}

interface ApprovalCardOptions {
  readonly clock: Clock
  readonly decided: (approved: boolean) => void
  /** Asks a node what the request would change. The rows are shown when they arrive. */
  readonly simulate?: ((signal: AbortSignal) => Promise<readonly Row[]>) | undefined
  /** Opens the request in the wallet's window. Undefined if the card is already in this window. */
  readonly openWindow?: (() => void) | undefined
  /** An element below the request, such as a note. */
  readonly beside?: HTMLElement | undefined
}

/**
 * Shows a request with its buttons. A dangerous request needs a second confirmation: its first button leads to a warning with
 * another button.
 */
export function approvalCard(approval: Approval, options: ApprovalCardOptions): ApprovalCard {
  const { clock, decided, simulate, openWindow, beside } = options
  const card = element('div', { class: 'card', role: 'dialog', 'aria-labelledby': 'title' })
  const button = (kind: string, label: string, click?: () => void) =>
    element('button', { class: kind, type: 'button', ...(click && { click }) }, label)
  const decline = () => button('secondary', words.decline, () => decided(false))
  const heading = (text: string) => element('h1', { tabindex: '-1', id: 'title' }, text)
  const isDanger = approval.described.level === 'danger'
  const effects = element('div', { class: 'effects' })
  /** The warnings of the simulation, shown with the second confirmation. */
  const cautions = element('div', { class: 'effects' })
  const showEffects = (simulated: readonly Row[]) => {
    effects.replaceChildren(...effect(approval, simulated))
    cautions.replaceChildren(...simulated.flatMap(([name, text]) => (isWarning(name) ? warningOf(text) : [])))
  }
  showEffects(simulate ? [['simulation', 'Asking the network what will change…']] : [])

  const request = (): GatedView => {
    const next = button('primary', isDanger ? words.goOn : words.approve)
    return gatedView(card, {
      ...{ clock, openWindow, button: next },
      content: [asker(approval), heading(capital(approval.described.title)), effects],
      beside: [details(approval.raw), beside],
      pressed: () => (isDanger ? show(warning()) : decided(true)),
      buttons: element('div', { class: 'pair' }, decline(), next),
    })
  }
  const warning = (): GatedView => {
    const approve = button('primary danger', words.approveAnyway)
    let settled = false
    // This button is in the place of the first button, so it works only after a while. Otherwise, a double click on the first
    // button would close the warning.
    const back = button('secondary', words.back, () => {
      if (settled) show(request())
    })
    const view = gatedView(card, {
      ...{ clock, openWindow, button: approve },
      content: [
        ...dangersOf(approval),
        cautions,
        heading(words.anyway),
        element('p', { class: 'summary' }, words.anywayText(approval.origin)),
      ],
      beside: [],
      pressed: () => decided(true),
      buttons: stacked(approve, element('div', { class: 'pair' }, decline(), back)),
    })
    let stop = () => {}
    return {
      begin() {
        stop = clock.after(doubleClick, () => {
          settled = true
        })
        view.begin()
      },
      end() {
        stop()
        view.end()
      },
    }
  }

  let shown = request()
  const begin = () => {
    shown.begin()
    // Move the focus away from the buttons, so that a key that is still held doesn't press a button.
    card.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  const show = (next: GatedView) => {
    shown.end()
    shown = next
    begin()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') decided(false)
  }
  const over = new AbortController()
  return {
    card,
    begin() {
      document.addEventListener('keydown', onKey)
      begin()
      // Adding these rows closes the gate, so the visitor must read them before approving.
      simulate?.(over.signal).then((rows) => over.signal.aborted || showEffects(rows))
    },
    end() {
      document.removeEventListener('keydown', onKey)
      over.abort()
      shown.end()
    },
  }
}

/** Returns a warning for each dangerous effect. */
function dangersOf({ described }: Approval): readonly HTMLElement[] {
  const texts = described.effects.flatMap(({ level, text }) => (level === 'danger' ? text : []))
  return texts.map((text) => warningOf(text, true))
}

function warningOf(text: string, isDanger = false): HTMLElement {
  const kind = isDanger ? 'warning danger' : 'warning'
  return element('p', { class: kind }, icon('alert'), element('span', {}, readable(text)))
}

/** Shows the page's origin first, because it is verified. The page's name isn't. */
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

function effect({ described, network }: Approval, simulated: readonly Row[]): readonly HTMLElement[] {
  const { title, effects, table, body } = described
  const harmless = effects.filter(({ level, text }) => level === 'plain' && text.toLowerCase() !== title)
  const rows = [
    ...effectRows({ effects: effects.filter(({ level }) => level !== 'plain') }),
    ...described.rows,
    ...simulated,
  ]
  const warnings = rows.filter(([name]) => isWarning(name))
  const plain = rows.filter(([name]) => !isWarning(name))
  return [
    ...warnings.map(([name, value]) =>
      warningOf(name === 'WARNING' ? capital(value) : `${capital(name)}: ${value}`, name === 'DANGER'),
    ),
    ...harmless.map(({ text }) => element('p', { class: 'summary' }, readable(text))),
    ...(body === undefined ? [] : [element('pre', { class: 'body', dir: 'auto' }, visible(body))]),
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
