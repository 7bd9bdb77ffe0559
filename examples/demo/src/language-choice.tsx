import { useController, useLatchkey } from 'latchkey/react'

const languages = { en: 'English', es: 'Español', ar: 'العربية' }

/** Chooses the language of the modal. The page stays in English. */
export function LanguageChoice() {
  const { options } = useLatchkey()
  const { language = 'en' } = useController(options)
  return (
    <select
      className="plain"
      aria-label="Language of the modal"
      value={language}
      onChange={(event) => options.updateOptions({ language: event.target.value })}
    >
      {Object.entries(languages).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
