import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { literalTexts } from './literal-texts.ts'

const root = new URL('../../', import.meta.url)
const folder = 'src/ui-react/'
const files = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('language/'))
  .map((path) => `${folder}${path}`)

describe('the texts of the modal and the buttons', () => {
  it('are in src/ui-react/language, and nowhere else', () => {
    expect(files.length).toBeGreaterThan(70)
    const found = files.flatMap((file) => literalTexts(file, readFileSync(new URL(file, root), 'utf8')))
    expect(found).toEqual([])
  })
})

describe('the check of literal texts', () => {
  const texts = (source: string) => literalTexts('a.tsx', source).map(({ text }) => text)

  it.each([
    ['between tags', 'const a = <p>Nothing here</p>', 'Nothing here'],
    ['one word between tags', 'const a = <p>or</p>', 'or'],
    ['around an expression', 'const a = <p>Open {name}</p>', 'Open'],
    ['inside an expression', "const a = <p>{open ? 'yes' : null}</p>", 'yes'],
    ['as a default value', "const a = <p>{name ?? 'nobody'}</p>", 'nobody'],
    ['in a template', `const a = <p>{\`to \${name}\`}</p>`, 'to {}'],
    ['in an aria-label', 'const a = <button aria-label="Back" />', 'Back'],
    ['in a placeholder', 'const a = <input placeholder="name" />', 'name'],
    ['in a conditional title', "const a = <b title={many ? 'many' : one} />", 'many'],
    ['as the name of a row', 'const a = <Row name="Disconnect" />', 'Disconnect'],
    ['as a label that is passed on', "const a = { label: 'stay' }", 'stay'],
    ['that is a sentence, in any place', "say('Switch to it')", 'Switch to it'],
    ['that is a sentence with a value', `say(\`Switched to \${name}\`)`, 'Switched to {}'],
  ])('finds a text %s', (_, source, text) => {
    expect(texts(source)).toEqual([text])
  })

  it.each([
    ['a key of the catalogue', "const a = <p>{say('connect.title')}</p>"],
    ['the name of an icon', 'const a = <Icon name="check" />'],
    ['classes and ids', 'const a = <p className="tile s40 round" data-testid="Some row" />'],
    ['the name of a view', "router.push('Connect')"],
    ['a style sheet', 'const css = `.label{display:flex} .A b{margin:0}`'],
    ['a dot between two words', "const a = <p>{' · '}</p>"],
    ['a type', "type A = 'Some words'"],
  ])('allows %s', (_, source) => {
    expect(texts(source)).toEqual([])
  })
})
