import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * A call of `describe`, `it` or `test`. An ellipsis in the title stands for text that is known only at
 * runtime.
 */
interface Call {
  readonly kind: 'describe' | 'it'
  readonly title: string
  /**
   * The modifiers of the call and of the calls around it, such as `.skip`, `.todo`, `.skipIf(!chromiumPath)`
   * or `tags: ['ci']`.
   */
  readonly modifiers: readonly string[]
}
interface Titles {
  readonly calls: readonly Call[]
  /** Every string in the file, because a loop or a helper may use a string as a title. */
  readonly texts: readonly string[]
  readonly imports: readonly string[]
}

/**
 * Conditions under which a test may be left out, because the machine lacks the software or the system lacks the
 * feature. The tests of databases use `isHere`: every machine has the embedded database, so these tests run on it
 * everywhere.
 */
const goodReason = /chromiumPath|hasBitcoind|process\.platform|isHere/

/**
 * Checks a reference to a test by its file and full name. Returns the fault, or undefined if the test exists and runs.
 * Compares only the fixed parts of a title that is made at runtime.
 */
export function faultOf(
  { file, name }: { readonly file: string; readonly name: string },
  read: (path: string) => string | undefined,
): string | undefined {
  if (!file.startsWith('test/') || !file.endsWith('.test.ts')) return 'is no test file'
  const source = read(file)
  if (source === undefined) return 'does not exist'
  const fault = faultIn([titlesOf(file, source)], name)
  return fault?.startsWith('has no') ? faultIn(reached(file, source, read), name) : fault
}

function faultIn(all: readonly Titles[], name: string): string | undefined {
  const texts = all.flatMap((one) => one.texts).filter((text) => text !== '…')
  const calls = all.flatMap((one) => one.calls)
  /**
   * Returns the calls with this title. If there are none, but a string in the files contains the title,
   * returns the calls whose title is made at runtime.
   */
  const find = (kind: Call['kind'], segment: string) => {
    const own = calls.filter((call) => call.kind === kind && call.title !== '…' && meet(call.title, segment))
    if (own.length > 0 || !texts.some((text) => says(text, segment) && meet(text, segment))) return own
    return calls.filter((call) => call.kind === kind && call.title === '…')
  }

  const segments = name.split(' › ')
  const tests = find('it', segments.pop() ?? '')
  if (segments.some((segment) => find('describe', segment).length === 0)) return 'has no such describe'
  if (tests.length === 0) return 'has no such test'
  const left = tests.every(({ modifiers }) =>
    modifiers.some((modifier) => !/^\.(skipIf|runIf)\(/.test(modifier) || !goodReason.test(modifier)),
  )
  return left ? `is left out: ${tests[0]?.modifiers.join('')}` : undefined
}

/**
 * Returns the titles of a file and of the files that it imports from the tests and from `latchkey/testing`.
 */
function reached(
  file: string,
  source: string,
  read: (path: string) => string | undefined,
): readonly Titles[] {
  const all = new Map([[file, titlesOf(file, source)]])
  for (const [path, { imports }] of all) {
    for (const specifier of imports) {
      const target =
        specifier === 'latchkey/testing' ? 'src/testing/index.ts' : join(dirname(path), specifier)
      if (all.has(target) || !/^(test|src\/(testing|wallets))\//.test(target)) continue
      const text = read(target)
      if (text !== undefined) all.set(target, titlesOf(target, text))
    }
  }
  return [...all.values()]
}

const parsed = new Map<string, Titles>()

function titlesOf(path: string, source: string): Titles {
  const known = parsed.get(source)
  if (known) return known
  const calls: Call[] = []
  const texts: string[] = []
  const imports: string[] = []
  const visit = (node: ts.Node, around: readonly string[]): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const specifier = (node.moduleSpecifier as ts.StringLiteral).text
      if (specifier.startsWith('.') || specifier === 'latchkey/testing') imports.push(specifier)
      return
    }
    let inside = around
    const call = ts.isCallExpression(node) ? callOf(node) : undefined
    if (call) {
      inside = [...around, ...call.modifiers]
      calls.push({ ...call, modifiers: inside })
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) texts.push(textOf(node))
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  // A tag of the file counts as a modifier, because some runs leave out files with a tag.
  const ofModule = /@module-tag (\w+)/.exec(source)
  const around = ofModule ? [`@module-tag ${ofModule[1]}`] : []
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true), around)
  const titles = { calls, texts, imports }
  parsed.set(source, titles)
  return titles
}

/** Parses a call such as `it.skipIf(x)('title', …)`. */
function callOf(call: ts.CallExpression): Call | undefined {
  const modifiers: string[] = []
  let callee = call.expression
  let each = false
  for (;;) {
    if (ts.isCallExpression(callee) && ts.isPropertyAccessExpression(callee.expression)) {
      const { name, expression } = callee.expression
      if (name.text === 'each' || name.text === 'for') each = true
      else modifiers.push(`.${name.text}(${callee.arguments.map((one) => one.getText()).join()})`)
      callee = expression
    } else if (ts.isPropertyAccessExpression(callee)) {
      if (['skip', 'todo', 'fails'].includes(callee.name.text)) modifiers.push(`.${callee.name.text}`)
      callee = callee.expression
    } else break
  }
  const [title, options] = call.arguments
  if (!ts.isIdentifier(callee) || !/^(describe|it|test)$/.test(callee.text) || !title) return undefined
  const tags = options && ts.isObjectLiteralExpression(options) ? options.properties : []
  // The shorthand `tags` takes the tags from a row of `each`. Only a run shows which row has tags.
  for (const one of tags)
    if (one.name?.getText() === 'tags' && !ts.isShorthandPropertyAssignment(one))
      modifiers.push(one.getText())
  const text = textOf(title)
  return {
    kind: callee.text === 'describe' ? 'describe' : 'it',
    // The placeholders that `each` fills in: `%s`, `%j`, `$name` …
    title: each ? text.replace(/%[-+.\d]*[a-zA-Z#$]|\$[\w.]+/g, '…').replace(/…+/g, '…') : text,
    modifiers,
  }
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return '…'
}

/**
 * Returns whether the fixed parts of a text make up at least half of a title. Without this limit, a template such as
 * `${a} ${b}` would match every title.
 */
function says(text: string, title: string): boolean {
  const fixed = (of: string) => of.replaceAll('…', '').length
  return !text.includes('…') || fixed(text) * 2 >= fixed(title)
}

/** Returns whether two texts can be equal. An ellipsis stands for any text. */
function meet(a: string, b: string): boolean {
  if (!a.includes('…') && !b.includes('…')) return a === b
  const seen = new Set<number>()
  const from = (i: number, j: number): boolean => {
    const key = i * (b.length + 1) + j
    if (seen.has(key)) return false
    seen.add(key)
    if (a[i] === '…') return from(i + 1, j) || (j < b.length && from(i, j + 1))
    if (b[j] === '…') return from(i, j + 1) || (i < a.length && from(i + 1, j))
    if (i === a.length || j === b.length) return i === a.length && j === b.length
    return a[i] === b[j] && from(i + 1, j + 1)
  }
  return from(0, 0)
}
