import type { PointerEvent, ReactNode } from 'react'
import { useRuntime } from '../runtime.ts'

export interface RowProps {
  /** A picture or an icon before the name. */
  readonly lead?: ReactNode
  readonly name: string
  /** Whether the name is an address, which is left-to-right in every language. */
  readonly ltr?: boolean | undefined
  readonly note?: ReactNode
  /** A short label or an icon at the end. */
  readonly tag?: ReactNode
  readonly disabled?: boolean | undefined
  readonly testId?: string | undefined
  readonly current?: boolean | undefined
  /** Whether the row is chosen. Undefined for a row that leads to another view. */
  readonly pressed?: boolean | undefined
  readonly onClick: () => void
  /** Called on hover, focus or touch, to prefetch the row's target. With Save-Data, called only on touch. */
  readonly onPrefetch?: (() => void) | undefined
}

/** Shows a list row that is one button. */
export function Row(props: RowProps) {
  const { lead, name, ltr, note, tag, disabled, testId, current, pressed, onClick, onPrefetch } = props
  const { saveData } = useRuntime().latchkey.traits
  return (
    <button
      type="button"
      className="row"
      disabled={disabled}
      data-testid={testId}
      aria-current={current || undefined}
      aria-pressed={pressed}
      onClick={onClick}
      onPointerEnter={({ pointerType }: PointerEvent) =>
        (!saveData || pointerType === 'touch') && onPrefetch?.()
      }
      onFocus={saveData ? undefined : onPrefetch}
    >
      {lead}
      <span className="grow">
        <bdi className="name" dir={ltr ? 'ltr' : undefined}>
          {clip(name)}
        </bdi>
        {note !== undefined && <span className="note">{note}</span>}
      </span>
      {tag !== undefined && <span className="tag">{tag}</span>}
    </button>
  )
}

/** Shortens a name, because names are untrusted and can have any length. */
export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
