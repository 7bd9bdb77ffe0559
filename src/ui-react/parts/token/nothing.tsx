import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

/** Shows that a list is empty or failed to load. Uses the styles of the holdings. */
export function Nothing({
  icon,
  title,
  text,
  children,
}: {
  readonly icon?: IconName
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly children?: ReactNode
}) {
  return (
    <div className="center nothing" role="status">
      {icon && (
        <span className="badge">
          <Icon name={icon} size={20} />
        </span>
      )}
      {title && <h2>{title}</h2>}
      {text && <p className="quiet">{text}</p>}
      <div className="links">{children}</div>
    </div>
  )
}
