import { usePausable } from '../hooks/use-pausable.ts'
import { useStyles } from '../hooks/use-styles.ts'
import { legalWords } from '../language/english/connect.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import { useCheckStyles } from './form/check-styles.ts'
import css from './legal.css?inline'

function Links() {
  useStyles(css)
  const { latchkey } = useRuntime()
  const terms = usePausable(latchkey.options, (state) => state.termsConditionsUrl)
  const privacy = usePausable(latchkey.options, (state) => state.privacyPolicyUrl)
  const { say, listOf } = useLanguage()
  const documents = [
    [terms, say(legalWords, 'terms')],
    [privacy, say(legalWords, 'privacy')],
  ] as const
  return listOf(
    documents.flatMap(([url, name]) =>
      url ? (
        <a key={url} href={url} target="_blank" rel="noreferrer noopener">
          {name}
        </a>
      ) : (
        []
      ),
    ),
  )
}

/** Shows the terms that a visitor accepts by connecting, if the host has any. */
export function LegalFooter() {
  const { around } = useLanguage()
  const { latchkey } = useRuntime()
  const any = usePausable(latchkey.options, (state) =>
    Boolean(state.termsConditionsUrl || state.privacyPolicyUrl),
  )
  return any ? <p className="legal">{around(legalWords, 'footer', { documents: <Links /> })}</p> : null
}

export interface LegalCheckboxProps {
  readonly agreed: boolean
  readonly onChange: (agreed: boolean) => void
}

export function LegalCheckbox({ agreed, onChange }: LegalCheckboxProps) {
  useCheckStyles()
  const { around } = useLanguage()
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={agreed}
        data-testid="legal-checkbox"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{around(legalWords, 'checkbox', { documents: <Links /> })}</span>
    </label>
  )
}
