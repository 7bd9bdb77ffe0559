import { type ReactNode, useEffect, useState } from 'react'
import { copyWords } from '../language/english/shell.ts'
import { useLanguage } from '../language/use-language.ts'
import { Icon } from './icon.tsx'

export interface CopyProps {
  readonly text: string
  /** For screen readers. */
  readonly label: string
  readonly children?: ReactNode
  readonly className?: string
  readonly disabled?: boolean
  readonly testId?: string
  readonly done?: string
}

/** Copies on click, then shows a check mark. */
export function Copy({ text, label, children, className = 'plain', disabled, testId, done }: CopyProps) {
  const { say } = useLanguage()
  const [outcome, setOutcome] = useState<'done' | 'failed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('done')
    } catch {
      setOutcome('failed')
    }
  }
  return (
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
        {outcome === 'done' ? (done ?? say(copyWords, 'done')) : children === undefined ? label : ''}
      </span>
    </button>
  )
}
