import type { ReactNode } from 'react'

export interface RowProps {
  /** What stands before the name: a picture or an icon. */
  readonly lead?: ReactNode
  readonly name: string
  /** The name is an address, which runs from left to right in every language. */
  readonly ltr?: boolean | undefined
  readonly note?: ReactNode
  /** To the right: one quiet word, or an icon. */
  readonly tag?: ReactNode
  readonly disabled?: boolean | undefined
  readonly testId?: string | undefined
  readonly current?: boolean | undefined
  readonly onClick: () => void
  /** The pointer or the focus is on it: what it leads to may be fetched. */
  readonly onNear?: (() => void) | undefined
}

/** A line of a list that is one button. */
export function Row(props: RowProps) {
  const { lead, name, ltr, note, tag, disabled, testId, current, onClick, onNear } = props
  return (
    <button
      type="button"
      className="row"
      disabled={disabled}
      data-testid={testId}
      aria-current={current || undefined}
      onClick={onClick}
      onPointerEnter={onNear}
      onFocus={onNear}
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

/** Names are anybody's to choose: a megabyte of one is not laid out. */
export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
