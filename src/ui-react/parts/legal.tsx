import type { OptionsState } from '../../controllers/shell/options-controller.ts'
import { usePausable } from '../hooks/use-pausable.ts'
import { useStyles } from '../hooks/use-styles.ts'
import { legalWords } from '../language/english/connect.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import css from './legal.css?inline'

/** Returns whether visitors must accept the host's terms before they connect. */
export function mustAccept({ features, termsConditionsUrl, privacyPolicyUrl }: OptionsState): boolean {
  return features.legalCheckbox === true && Boolean(termsConditionsUrl || privacyPolicyUrl)
}

/** Links to the host's terms and privacy policy, as a list in the visitor's language. */
export function LegalLinks() {
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
  return any ? <p className="legal">{around(legalWords, 'footer', { documents: <LegalLinks /> })}</p> : null
}
