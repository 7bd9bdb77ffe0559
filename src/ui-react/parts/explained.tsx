import { useStyles } from '../use-styles.ts'
import { Icon, type IconName } from './icon.tsx'

const explainedCss = `
.explained{display:grid;gap:20px}
.explained>div{display:grid;grid-template-columns:56px 1fr;column-gap:14px;align-items:center}
.explained .badge{width:56px;height:56px;margin:0;grid-row:1/3;align-self:start}
.explained h2{font-size:calc(var(--f)*1.5);align-self:end}.explained p{align-self:start;text-wrap:pretty}
`

export interface Explanation {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

/** A few explanations for newcomers, each with an illustration. */
export function Explained({ about }: { readonly about: readonly Explanation[] }) {
  useStyles(explainedCss)
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
