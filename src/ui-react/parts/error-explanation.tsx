import { errorExplanations } from './error-explanations.ts'

/** What docs/errors.md says of a code: fetched when somebody asks. */
export function ErrorExplanation({ code }: { readonly code: string }) {
  const [meaning, remedy] = errorExplanations[code] ?? ['Nothing more is known of this error.', '']
  return (
    <span data-testid="error-explanation">
      {meaning} {remedy}
    </span>
  )
}
