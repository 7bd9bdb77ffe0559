import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useStyles } from '../hooks/use-styles.ts'
import { copyWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import css from './copy.css?inline'
import { Icon } from './icon.tsx'

/** How long to wait for the clipboard, in ms. Some web views never answer. */
const copyLimit = 1000

export interface CopyProps {
  readonly text: string
  /** For screen readers, and the tooltip. */
  readonly label: string
  readonly children?: ReactNode
  readonly className?: string
  readonly disabled?: boolean
  readonly testId?: string
  readonly done?: string
  /** Called on each click. */
  readonly onCopy?: (() => void) | undefined
}

/** Copies on click, then shows a check mark. If the browser refuses or doesn't answer, shows the text and selects it. */
export function Copy(props: CopyProps) {
  const { text, label, children, className = 'plain', disabled, testId, done, onCopy } = props
  const { say } = useLanguage()
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  const [uncopied, setUncopied] = useState<{ readonly text: string; readonly failures: number }>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    onCopy?.()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const late = new Promise((_, reject) => {
        timer = setTimeout(reject, copyLimit)
      })
      await Promise.race([navigator.clipboard.writeText(text), late])
      setOutcome('done')
      setUncopied(undefined)
    } catch {
      setOutcome('failed')
      setUncopied((before) => ({ text, failures: (before?.failures ?? 0) + 1 }))
    } finally {
      clearTimeout(timer)
    }
  }
  const button = (
    <button
      type="button"
      className={className}
      disabled={disabled}
      title={label}
      data-testid={testId}
      onClick={copy}
    >
      {outcome === 'failed' ? say(copyWords, 'failed') : ((outcome && done) ?? children)}
      <Icon name={outcome === 'done' ? 'check' : 'copy'} size={16} />
      <span className="hidden" role="status">
        {outcome === 'done'
          ? (done ?? say(copyWords, 'done'))
          : outcome === 'failed'
            ? say(copyWords, 'failed')
            : children === undefined
              ? label
              : ''}
      </span>
    </button>
  )
  // Don't show a text to copy by hand if it is outdated, for example after a switch to another account.
  if (uncopied?.text !== text) return button
  return (
    <>
      {button}
      <Uncopied key={uncopied.failures} text={text} />
    </>
  )
}

/** Shows a text to copy by hand. */
function Uncopied({ text }: { readonly text: string }) {
  useStyles(css)
  const { say } = useLanguage()
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    field.current?.focus()
    // On iOS, `select` doesn't select anything.
    field.current?.setSelectionRange(0, text.length)
  }, [text])
  return (
    <span className="uncopied">
      <label htmlFor={id} role="status">
        {say(copyWords, 'selected')}
      </label>
      <textarea id={id} ref={field} readOnly rows={3} dir="ltr" value={text} data-testid="copy-by-hand" />
    </span>
  )
}
