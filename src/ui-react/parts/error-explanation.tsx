import { errorExplanations } from './error-explanations.ts'

/** What a code means to a visitor, as docs/errors.md has it: fetched when somebody asks. */
export function ErrorExplanation({ code }: { readonly code: string }) {
  return (
    <span data-testid="error-explanation">
      {errorExplanations[code] ?? 'Nothing more is known of this error.'}
    </span>
  )
}
