import { messageOf } from '../messages/answering.ts'
import { element } from '../screen/element.ts'

type Act = () => unknown

export interface PageAction {
  readonly label: string
  readonly kind?: 'primary' | 'secondary' | undefined
  /** Runs the action. If the action throws, the card shows the error's message. */
  readonly act: Act
}

export interface PageCard {
  readonly title: string
  readonly text?: string | undefined
  readonly body?: readonly (Node | undefined)[] | undefined
  readonly actions: readonly (PageAction | undefined)[]
}

/** Returns a card for the wallet's own page, with one subject and its actions. */
export function pageCard({ title, text, body = [], actions }: PageCard): HTMLElement {
  const fault = element('p', { class: 'fault', role: 'alert' })
  const buttons = actions.filter((one) => one !== undefined).map((one) => actionButton(one, fault))
  return element(
    'div',
    { class: 'card' },
    element(
      'div',
      { class: 'content' },
      element('h1', { tabindex: '-1' }, title),
      text === undefined ? undefined : element('p', { class: 'quiet' }, text),
      ...body.filter((one) => one !== undefined),
      fault,
    ),
    element('div', { class: 'actions' }, element('div', { class: 'stack' }, ...buttons)),
  )
}

export function actionButton(
  { label, kind = 'secondary', act }: PageAction,
  fault: HTMLElement,
): HTMLElement {
  const button = element('button', { class: kind, type: 'button' }, label)
  button.addEventListener('click', async () => {
    if (button.disabled) return
    button.disabled = true
    fault.textContent = ''
    try {
      await act()
    } catch (error) {
      fault.textContent = messageOf(error)
    }
    button.disabled = false
  })
  return button
}

/** Shows a text field with a button. The Enter key also submits the text. Resolves with the result of `use` when it accepts the text. */
export function askText<T>(
  show: (card: HTMLElement) => void,
  card: Pick<PageCard, 'title' | 'text'> & {
    readonly label: string
    readonly go: string
    readonly attributes: Readonly<Record<string, string>>
    readonly others?: readonly PageAction[]
  },
  use: (text: string) => Promise<T>,
): Promise<T> {
  return new Promise((resolve) => {
    const input = element('input', { class: 'field', id: 'field', ...card.attributes })
    const send = async () => {
      resolve(await use(input.value.trim()))
    }
    const whole = pageCard({
      ...card,
      body: [element('label', { for: 'field', class: 'note' }, card.label), input],
      actions: [{ label: card.go, kind: 'primary', act: send }, ...(card.others ?? [])],
    })
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') whole.querySelector<HTMLElement>('button.primary')?.click()
    })
    show(whole)
    input.focus()
  })
}
