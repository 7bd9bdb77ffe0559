import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useStyles } from '../../hooks/use-styles.ts'
import { asciiDigits } from '../../language/ascii-digits.ts'
import { emailWords } from '../../language/english/embedded.ts'
import { useLanguage } from '../../language/use-language.ts'
import css from './otp-boxes.css?inline'

export const codeLength = 6

export interface OtpBoxesProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly disabled?: boolean
  readonly wrong?: boolean
}

/** Shows a six-digit code, one digit per box. Pasted or autofilled digits fill the boxes from the current one on (S3.9.3). */
export function OtpBoxes({ value, onChange, disabled = false, wrong = false }: OtpBoxesProps) {
  useStyles(css)
  const { say } = useLanguage()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const focus = (at: number) => boxes.current[Math.max(0, Math.min(codeLength - 1, at))]?.focus()
  // After a wrong code, the boxes are empty. Focus the first box, so that the visitor can type again.
  useEffect(() => {
    if (!disabled && value === '') boxes.current[0]?.focus()
  }, [disabled, value])

  /** The box to focus after rendering. A box is disabled, and can't take focus, until all boxes before it are filled. */
  const next = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (next.current !== undefined) focus(next.current)
    next.current = undefined
  })

  const put = (at: number, text: string) => {
    const digits = digitsOf(text)
    if (!digits) return
    const whole = `${value.slice(0, at)}${digits}${value.slice(at + Math.max(1, digits.length))}`
    next.current = Math.min(whole.length, at + digits.length)
    onChange(whole.slice(0, codeLength))
  }
  const press = (at: number, event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowLeft') focus(at - 1)
    else if (key === 'ArrowRight') focus(Math.min(at + 1, value.length))
    // Typing the same digit again fires no change event, so move the focus here.
    else if (value[at] && asciiDigits(key) === value[at]) focus(at + 1)
    else if (key === 'Backspace' || key === 'Delete') {
      const from = key === 'Backspace' && !value[at] ? at - 1 : at
      if (from < 0) return
      onChange(value.slice(0, from) + value.slice(from + 1))
      focus(from)
    } else return
    event.preventDefault()
  }
  const paste = (at: number, event: ClipboardEvent) => {
    event.preventDefault()
    put(at, event.clipboardData.getData('text'))
  }
  return (
    <div className={`otp${wrong ? ' wrong' : ''}`} data-testid="otp">
      {Array.from({ length: codeLength }, (_, at) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes differ only in their position.
          key={at}
          ref={(input) => {
            boxes.current[at] = input
          }}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          aria-label={say(emailWords, 'digit', { n: at + 1 })}
          aria-invalid={wrong}
          value={value[at] ?? ''}
          disabled={disabled || at > value.length}
          onChange={({ target }) => {
            const typed = digitsOf(target.value)
            const before = value[at]
            if (typed) put(at, before && typed.length === 2 ? typed.replace(before, '') : typed)
            // Phone keyboards don't report which key was pressed, so detect a deleted digit here.
            else if (target.value === '') onChange(value.slice(0, at) + value.slice(at + 1))
          }}
          onFocus={({ target }) => target.select()}
          onKeyDown={(event) => press(at, event)}
          onPaste={(event) => paste(at, event)}
        />
      ))}
    </div>
  )
}

function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '')
}
