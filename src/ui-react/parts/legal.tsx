import { legalWords } from '../language/english/connect.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import { useHeld } from '../use-held.ts'
import { useStyles } from '../use-styles.ts'

const legalCss = `
.legal{text-align:center;text-wrap:balance;font-size:calc(var(--f)*1.2);color:var(--n6)}
.check{display:flex;align-items:center;gap:10px;min-height:24px;font-size:calc(var(--f)*1.3);color:var(--n7)}
.check input{appearance:none;flex:none;width:20px;height:20px;border-radius:calc(var(--r)*1.25);box-shadow:inset 0 0 0 1.5px var(--n5);cursor:pointer}
.check input:checked{background:var(--accent);box-shadow:none}
.check input:checked::after{content:"";display:block;width:6px;height:11px;margin:3px auto;border:solid var(--ink);border-width:0 2px 2px 0;rotate:45deg}
@media (pointer:coarse){.check{min-height:44px}}
@media (forced-colors:active){.check input{border:1px solid}.check input:checked{forced-color-adjust:none;background:Highlight;--ink:HighlightText}}
`

function Links() {
  useStyles(legalCss)
  const { latchkey } = useRuntime()
  const terms = useHeld(latchkey.options, (state) => state.termsConditionsUrl)
  const privacy = useHeld(latchkey.options, (state) => state.privacyPolicyUrl)
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

/** What a visitor agrees to by connecting, where the host has terms. */
export function LegalFooter() {
  const { around } = useLanguage()
  const { latchkey } = useRuntime()
  const any = useHeld(latchkey.options, (state) =>
    Boolean(state.termsConditionsUrl || state.privacyPolicyUrl),
  )
  return any ? <p className="legal">{around(legalWords, 'footer', { documents: <Links /> })}</p> : null
}

export interface LegalCheckboxProps {
  readonly agreed: boolean
  readonly onChange: (agreed: boolean) => void
}

export function LegalCheckbox({ agreed, onChange }: LegalCheckboxProps) {
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
