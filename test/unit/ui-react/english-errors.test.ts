import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../src/core/errors/catalogue.ts'
import { englishErrors } from '../../../src/ui-react/language/english-errors.ts'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
const visitorLine = /^\*\*To a visitor:\*\* (.+)$/m

describe('the explanations of errors in the modal', () => {
  it('match docs/errors.md for every code', () => {
    const expected = page.split(/^## /m).flatMap((part) => {
      const [head = '', ...sections] = part.split(/^### /m)
      const usual = visitorLine.exec(head)?.[1]
      return sections.map((section) => {
        const [, code, meaning, remedy] =
          /^`([^`]+)`\n\n> .+\n\n(.+)\n\n\*\*What to do:\*\* (.+)\n/.exec(section) ?? []
        return [code, visitorLine.exec(section)?.[1] ?? usual ?? `${meaning} ${remedy}`]
      })
    })
    expect(englishErrors).toEqual(Object.fromEntries(expected))
    expect(Object.keys(englishErrors).sort()).toEqual(Object.keys(catalogue).sort())
  })

  // A visitor did not write the page, so these texts have no words for developers.
  it.each(Object.entries(englishErrors))('use no words for developers: %s', (_, text) => {
    expect(text).not.toMatch(
      /\b(the (person|visitor|caller|call|client|modal|host)|createLatchkey|options?|adapters?|connectors?|namespaces?|famil(y|ies)|details|cause|endpoints?|RPC|JSON|CAIP|frame|uri|url)\b|`|\(\)|-32\d{3}|\(57\d\d\)/i,
    )
  })
})
