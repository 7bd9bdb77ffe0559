import { type ReactNode, useRef, useState } from 'react'
import { useStyles } from '../../hooks/use-styles.ts'
import { legalWords } from '../../language/english/connect.ts'
import { legalGateWords } from '../../language/english/legal-gate.ts'
import { useLanguage } from '../../language/use-language.ts'
import { LegalLinks } from '../legal.tsx'
import { useCheckStyles } from './check-styles.ts'
import css from './legal-gate.css?inline'

/** Shows the checkbox about the host's terms. Until the visitor checks it, the children are dimmed, and a click on them leads to the checkbox. */
export function LegalGate({ children }: { readonly children?: ReactNode }) {
  useCheckStyles()
  useStyles(css)
  const { say, around } = useLanguage()
  const box = useRef<HTMLInputElement>(null)
  const [agreed, setAgreed] = useState(false)
  /** Whether the visitor clicked the dimmed children. */
  const [wanted, setWanted] = useState(false)
  const lead = () => {
    setWanted(true)
    box.current?.focus()
  }
  return (
    <>
      <div className="gate" data-wanted={(wanted && !agreed) || undefined}>
        <label className="check">
          <input
            ref={box}
            type="checkbox"
            checked={agreed}
            aria-describedby={agreed ? undefined : 'lk-agree-first'}
            data-testid="legal-checkbox"
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <span>{around(legalWords, 'checkbox', { documents: <LegalLinks /> })}</span>
        </label>
        {/* This text keeps its space after the visitor agrees, so that the list doesn't move. */}
        <p id="lk-agree-first" data-agreed={agreed || undefined}>
          {say(legalGateWords, 'agreeFirst')}
        </p>
      </div>
      {/* The children are inert, so this element gets the clicks on them, and the keyboard can't reach them. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only leads to the checkbox. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only leads to the checkbox. */}
      <div onClick={agreed ? undefined : lead}>
        {/* Set through the DOM, since React 18 does not support `inert`. */}
        <div className="methods" ref={(div) => void div?.toggleAttribute('inert', !agreed)}>
          {children}
        </div>
      </div>
    </>
  )
}
