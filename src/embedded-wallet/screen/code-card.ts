import type { Clock } from '../../ports.ts'
import { messageOf } from '../messages/answering.ts'
import { askCard, stacked } from './ask-card.ts'
import { element } from './element.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { settle, timeToShow } from './settle.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

/** The question for a mailed code. The visitor types the code into the wallet, where no page can read it. */
export interface CodeQuestion {
  readonly title: string
  readonly text: string
  /** What the visitor must do before the wallet mails a code. */
  readonly before?: BeforeCode | undefined
  /**
   * Checks the code. If the check throws, the card shows the error's message and stays.
   * @param closed Aborts when the card closes, for example because the visitor cancels during the check.
   */
  check(code: string, closed: AbortSignal): Promise<void>
  /** Requests a new code. Resolves with what the visitor must do before the wallet mails the code. */
  readonly resend?: (() => Promise<BeforeCode | undefined>) | undefined
}

export interface BeforeCode {
  readonly title: string
  readonly text: string
  /** Resolves when the code was mailed. */
  done(signal: AbortSignal): Promise<void>
}

/**
 * Asks for a mailed code.
 * @throws `ProviderError` 4001 if the visitor cancels, the page hides the frame, or the signal aborts; another error if the page
 * never shows the frame.
 */
export async function askCode(
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
  { title, text, before, check, resend }: CodeQuestion,
): Promise<void> {
  const open = new AbortController()
  let seen = false
  const stop = clock.every(250, () => {
    seen ||= document.body.getBoundingClientRect().width > 0
  })
  await settle(
    stage,
    clock,
    signal,
    (decided) => {
      const heading = element('h1', { tabindex: '-1' })
      const about = element('p', { class: 'quiet', role: 'status' })
      const fault = element('p', { class: 'fault', role: 'alert' })
      const input = element('input', {
        ...{ class: 'field', id: 'code', inputmode: 'numeric', autocomplete: 'one-time-code' },
        maxlength: '12',
      })
      const field = element('div', {}, element('label', { for: 'code', class: 'note' }, words.code), input)
      const send = element('button', { class: 'primary', type: 'button' }, words.goOn)
      const again = element('button', { class: 'secondary', type: 'button' }, words.resend)
      again.hidden = resend === undefined
      const cancel = element(
        'button',
        { class: 'secondary', type: 'button', click: () => decided(false) },
        words.cancel,
      )
      const once = oneAtATime(fault)
      const askNow = () => {
        heading.textContent = title
        about.textContent = text
        field.hidden = send.hidden = false
        input.value = ''
        input.focus({ preventScroll: true })
      }
      /** Counts the mails. If the wait for an earlier mail ends after a newer mail, the card must not change. */
      let mail = 0
      const follow = (step: BeforeCode | undefined) => {
        const mine = ++mail
        if (!step) return askNow()
        heading.textContent = step.title
        about.textContent = step.text
        field.hidden = send.hidden = true
        step.done(open.signal).then(
          () => mine === mail && askNow(),
          (error: unknown) => {
            if (mine === mail && !open.signal.aborted) fault.textContent = messageOf(error)
          },
        )
      }
      const submit = once(async () => {
        await check(input.value.replace(/\s/g, ''), open.signal)
        decided(true)
      })
      send.addEventListener('click', submit)
      again.addEventListener(
        'click',
        once(async () => follow(await resend?.())),
      )
      input.addEventListener('keydown', ({ key }) => {
        if (key === 'Enter') void submit()
      })
      const onKey = (event: KeyboardEvent) => {
        if (event.key === 'Escape') decided(false)
      }
      return {
        card: askCard([heading, about, field, fault], stacked(send, again, cancel)),
        begin() {
          document.addEventListener('keydown', onKey)
          follow(before)
        },
        end: () => document.removeEventListener('keydown', onKey),
      }
    },
    timeToShow,
  )
    .catch((error: unknown) => {
      // A page that expects a wallet without dialogs never shows the frame. The error then says that the page must show it.
      throw seen || signal.aborted ? error : new Error(words.mustShow)
    })
    .finally(() => {
      stop()
      open.abort()
    })
}
