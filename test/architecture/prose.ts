import ts from 'typescript'

/** One line of a comment or of a docs page. */
export interface ProseLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Returns the comments of a source file, or all lines of a docs page. */
export function proseOf(file: string, source: string): readonly ProseLine[] {
  if (!/\.(tsx?|jsx?|m[jt]s)$/.test(file)) return linesOf(file, source, 0)
  return commentsOf(file, source).flatMap(({ pos, end }) => linesOf(file, source.slice(0, end), pos))
}

function linesOf(file: string, source: string, from: number): readonly ProseLine[] {
  const before = source.slice(0, from).split('\n').length
  return source
    .slice(from)
    .split('\n')
    .map((text, index) => ({ file, line: before + index, text }))
}

const comments = /\/\/.*|\/\*[\s\S]*?\*\//y

/**
 * Finds comments with a pattern, outside of strings. Asking the parser for the comments at each token would take ten
 * times as long.
 */
function commentsOf(file: string, source: string): readonly ts.TextRange[] {
  const texts = textsOf(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
  const found: ts.TextRange[] = []
  for (let at = source.indexOf('/'); at >= 0; at = source.indexOf('/', at)) {
    const text = texts.find(({ pos, end }) => pos <= at && at < end)
    comments.lastIndex = at
    const comment = text ? undefined : comments.exec(source)?.[0]
    if (comment) found.push({ pos: at, end: at + comment.length })
    at = text?.end ?? at + (comment?.length ?? 1)
  }
  return found
}

/**
 * Returns the ranges of strings, templates, regular expressions and text between tags. These ranges contain
 * no comments.
 */
function textsOf(tree: ts.SourceFile): readonly ts.TextRange[] {
  const found: ts.TextRange[] = []
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node)
    if (isText) found.push({ pos: node.getStart(tree), end: node.end })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
