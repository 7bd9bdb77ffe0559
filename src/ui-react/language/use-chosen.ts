import { useEffect, useMemo, useRef, useState } from 'react'
import { createLanguage, type Language } from './language.ts'
import type { Choice } from './strings.ts'
import { inEnglish } from './use-language.ts'

/**
 * Returns the host's language. The host's own texts are shown at once, and checked later. Invalid texts are then dropped, and
 * reported to the developers.
 */
export function useChosen(choice: Choice | undefined, note: (text: string) => void): Language {
  const [checked, setChecked] = useState<{ readonly of: Choice; readonly choice: Choice }>()
  const looked = useRef<Choice>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is checked once.
  useEffect(() => {
    if (!choice || looked.current === choice || Object.keys(choice.overrides).length === 0) return
    looked.current = choice
    import('./overrides.ts').then(
      ({ checkChoice }) => setChecked({ of: choice, choice: checkChoice(choice, note) }),
      () => {},
    )
  }, [choice])
  const shown = checked && checked.of === choice ? checked.choice : choice
  return useMemo(() => (shown ? createLanguage(shown) : inEnglish), [shown])
}
