import ts from 'typescript'

export type WaitRule = 'own-wait' | 'vitest-wait' | 'sleep-in-loop' | 'poll-without-message'

/** A wait that isn't `expect.poll` with a message. */
export interface Wait {
  readonly file: string
  readonly line: number
  readonly rule: WaitRule
}

/** Names that test suites give to their own functions that wait. */
const waits = /^(until|eventually|waitFor|waitUntil)$/
/** Names that test suites give to pauses. */
const pauses = /^(sleep|pause|delay|wait|setTimeout|waitForTimeout)$/

/**
 * Finds the waits of a test file other than `expect.poll` with a message: functions that repeat until a
 * condition holds, Vitest's own `vi.waitFor` and `vi.waitUntil`, and loops that pause. A pause outside of a
 * loop is allowed.
 */
export function waitsIn(file: string, source: string): readonly Wait[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Wait[] = []
  const report = (node: ts.Node, rule: WaitRule) =>
    found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, rule })
  const pausing = pausesOf(tree)

  const visit = (node: ts.Node): void => {
    const named = namedFunction(node)
    if (named && waits.test(named.name) && some(named.body, isLoop)) report(node, 'own-wait')
    if (ts.isStringLiteralLike(node) && node.text.includes('waited in vain')) report(node, 'own-wait')
    if (ts.isTemplateExpression(node) && node.getText().includes('waited in vain')) report(node, 'own-wait')
    if (isLoop(node) && some(node, (each) => isPause(each, pausing), true)) report(node, 'sleep-in-loop')
    if (
      ts.isPropertyAccessExpression(node) &&
      waits.test(node.name.text) &&
      node.expression.getText() === 'vi'
    )
      report(node, 'vitest-wait')
    if (ts.isCallExpression(node) && isPoll(node.expression) && !hasMessage(node.arguments[1]))
      report(node, 'poll-without-message')
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isPoll(node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'poll') return false
  return node.expression.getText() === 'expect'
}

function hasMessage(options: ts.Expression | undefined): boolean {
  if (!options || !ts.isObjectLiteralExpression(options)) return false
  return options.properties.some((property) => property.name?.getText() === 'message')
}

const loops: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
])
const isLoop = (node: ts.Node) => loops.has(node.kind)

/**
 * Returns the names of pauses in this file: imports from Node, and functions whose promise only a timer
 * resolves.
 */
function pausesOf(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) && (node.propertyName ?? node.name).text === 'setTimeout')
      names.add(node.name.text)
    const named = namedFunction(node)
    if (named) {
      const { body } = named
      const [first, second] = ts.isBlock(body) ? body.statements : []
      const only = ts.isBlock(body) ? (second ? undefined : first) : body
      if (only && isTimer(ts.isReturnStatement(only) ? only.expression : only)) names.add(named.name)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

/** Returns a function and the name under which it is declared. */
function namedFunction(node: ts.Node): { readonly name: string; readonly body: ts.Node } | undefined {
  if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name && node.body)
    return { name: node.name.getText(), body: node.body }
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyAssignment(node)) return undefined
  const { initializer } = node
  if (!initializer || !(ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
    return undefined
  return { name: node.name.getText(), body: initializer.body }
}

/** Returns whether a node pauses, as `await sleep(5)` does. */
function isPause(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (!ts.isAwaitExpression(node)) return false
  const { expression } = node
  if (isTimer(expression)) return true
  if (!ts.isCallExpression(expression)) return false
  const called = expression.expression
  const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText()
  return pauses.test(name) || names.has(name)
}

/** Returns whether only a timer resolves a promise. */
function isTimer(node: ts.Node | undefined): boolean {
  if (!node || !ts.isNewExpression(node) || node.expression.getText() !== 'Promise') return false
  const [executor] = node.arguments ?? []
  if (!executor || !ts.isArrowFunction(executor)) return false
  const { body } = executor
  const [first, second] = ts.isBlock(body) ? body.statements : []
  const only = ts.isBlock(body) ? (second ? undefined : first) : body
  const call = only && ts.isExpressionStatement(only) ? only.expression : only
  return call !== undefined && ts.isCallExpression(call) && call.expression.getText() === 'setTimeout'
}

/**
 * Returns whether a node, or a node below it, passes the given check. With `here`, the search doesn't enter
 * functions below the node.
 */
function some(node: ts.Node, passes: (node: ts.Node) => boolean, here = false): boolean {
  let is = false
  const visit = (each: ts.Node): void => {
    if (is) return
    is = passes(each)
    if (!(here && each !== node && ts.isFunctionLike(each))) ts.forEachChild(each, visit)
  }
  visit(node)
  return is
}
