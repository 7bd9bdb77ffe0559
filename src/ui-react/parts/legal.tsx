import { useRuntime } from '../runtime.ts'
import { useController } from '../use-controller.ts'

function Links() {
  const { latchkey } = useRuntime()
  const terms = useController(latchkey.options, (state) => state.termsConditionsUrl)
  const privacy = useController(latchkey.options, (state) => state.privacyPolicyUrl)
  return (
    <>
      {terms && (
        <a href={terms} target="_blank" rel="noreferrer noopener">
          Terms of Service
        </a>
      )}
      {terms && privacy && ' and '}
      {privacy && (
        <a href={privacy} target="_blank" rel="noreferrer noopener">
          Privacy Policy
        </a>
      )}
    </>
  )
}

/** What a visitor agrees to by connecting, where the host has terms. */
export function LegalFooter() {
  const { latchkey } = useRuntime()
  const any = useController(latchkey.options, (state) =>
    Boolean(state.termsConditionsUrl || state.privacyPolicyUrl),
  )
  return any ? (
    <p className="legal">
      By connecting you agree to our <Links />
    </p>
  ) : null
}

export interface LegalCheckboxProps {
  readonly agreed: boolean
  readonly onChange: (agreed: boolean) => void
}

export function LegalCheckbox({ agreed, onChange }: LegalCheckboxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={agreed}
        data-testid="legal-checkbox"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        I agree to the <Links />
      </span>
    </label>
  )
}
