import ts from 'typescript'

/** A text for visitors that is written directly in the code, so it can't be translated. */
export interface LiteralText {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Attributes of elements, and props of Latchkey's components, that are shown or read aloud. */
const shown =
  /^(aria-(label|description|roledescription|placeholder|valuetext|braillelabel)|title|placeholder|alt|label|advice|done|note|tag|heading|text|message)$/
/** Icons and form inputs also have a `name`, which is not a text. */
const named = /^name$/

/** Attributes that only the browser or a test reads. */
const unseen = /^(className|data-.+|id|key)$/

const letters = /\p{L}/u
/** A text such as `Connected` or `Switch network`. */
const capitalised = /^\p{Lu}/u
/** Two words, the first with a capital letter. Style sheets and class lists have no such text. */
const sentence = /^\p{Lu}[\p{L}’']*[,:]? [\p{L}{]/u

/**
 * Finds the texts of a source file: the text between tags, the attributes that are shown, and any other
 * string that looks like a sentence. Ignores types, module names and errors for developers.
 */
export function literalTexts(file: string, source: string): readonly LiteralText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found = new Map<ts.Node, LiteralText>()
  const report = (node: ts.Node, text: string) =>
    found.set(node, { file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
  const reportLiterals = (node: ts.Node | undefined, isText: RegExp) => {
    for (const literal of literalsOf(node)) {
      const text = textOf(literal)
      if (isText.test(text)) report(literal, text.trim())
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxText(node)) {
      if (letters.test(node.text)) report(node, node.text.trim())
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      reportLiterals(node.expression, letters)
    } else if (ts.isJsxAttribute(node)) {
      const name = node.name.getText()
      if (shown.test(name)) reportLiterals(node.initializer, letters)
      else if (named.test(name)) reportLiterals(node.initializer, capitalised)
      if (unseen.test(name)) return
    } else if (ts.isPropertyAssignment(node) && shown.test(node.name.getText())) {
      reportLiterals(node.initializer, letters)
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = textOf(node)
      if (sentence.test(text)) report(node, text)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return [...found.values()]
}

const joining: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
])

type Literal = ts.StringLiteralLike | ts.TemplateExpression

/**
 * Returns the literals to which an expression may evaluate. Ignores the arguments of calls, because they are
 * keys or are not shown.
 */
function literalsOf(node: ts.Node | undefined): readonly Literal[] {
  if (!node) return []
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node]
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) return literalsOf(node.expression)
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return literalsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf)
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return literalsOf(node.right)
    if (joining.has(kind)) return [node.left, node.right].flatMap(literalsOf)
  }
  return []
}

function textOf(node: Literal): string {
  if (ts.isStringLiteralLike(node)) return node.text
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
}
