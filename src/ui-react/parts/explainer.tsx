import { useStyles } from '../hooks/use-styles.ts'
import css from './explained.css?inline'
import { Icon, type IconName } from './icon.tsx'

export interface Explanation {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** Shows a few explanations for newcomers, each with an illustration. */
export function Explainer({ about }: { readonly about: readonly Explanation[] }) {
  useStyles(css)
  return (
    <div className="explained">
      {about.map(({ icon, title, text }) => (
        <div key={title}>
          <span className="badge">
            <Icon name={icon} size={26} />
          </span>
          <h2>{title}</h2>
          <p className="quiet">{text}</p>
        </div>
      ))}
    </div>
  )
}
