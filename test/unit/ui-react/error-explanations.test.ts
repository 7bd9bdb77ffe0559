import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { catalogue } from '../../../src/core/errors/catalogue.ts'
import { errorExplanations } from '../../../src/ui-react/parts/error-explanations.ts'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

it('explains every code in the modal, in the words of docs/errors.md', () => {
  const documented = [...page.matchAll(/### `([^`]+)`\n\n> .+\n\n(.+)\n\n\*\*What to do:\*\* (.+)\n/g)]
  const expected = documented.map(([, code, meaning, remedy]) => [code, [meaning, remedy]])
  expect(errorExplanations).toEqual(Object.fromEntries(expected))
  expect(Object.keys(errorExplanations).sort()).toEqual(Object.keys(catalogue).sort())
})
