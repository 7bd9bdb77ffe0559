import type { ReactNode } from 'react'

/** Shows one row of a list of details (`.facts`). */
export function Fact({
  what,
  busy,
  children,
}: {
  readonly what: string
  readonly busy?: boolean
  readonly children: ReactNode
}) {
  return (
    <div>
      <dt>{what}</dt>
      <dd aria-busy={busy || undefined}>{children}</dd>
    </div>
  )
}
