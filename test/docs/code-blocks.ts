import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A fenced block of TypeScript, as a separate module. */
export interface CodeBlock {
  /** The file of the block. `line` is the line of its first line of code. */
  readonly file: string
  readonly line: number
  readonly language: 'ts' | 'tsx'
  readonly code: string
  /**
   * Declarations that the page has introduced earlier. They come before the block, in a comment that the page
   * does not show.
   */
  readonly context: string
  /** The name under which other blocks import this block, as the page says. */
  readonly name?: string | undefined
}

const fences = /(?:^<!-- file: (\S+) -->\n+)?(?:^<!-- ts\n([\s\S]*?)\n-->\n+)?^```(tsx?)\n([\s\S]*?)^```$/gm

/**
 * Finds the blocks of a page. Each must compile by itself, so names that the text introduced earlier, such as
 * a client, are declared in a comment right before the fence: `<!-- ts`, the declarations, `-->`. With
 * `<!-- file: name.ts -->` before a block, other blocks can import it.
 */
export function codeBlocks(file: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(fences)].map(
    ({ 0: whole, 1: name, 2: context = '', 3: language, 4: code = '', index }) => ({
      file,
      line: text.slice(0, index + whole.indexOf('```')).split('\n').length + 1,
      language: language as CodeBlock['language'],
      code,
      context,
      name,
    }),
  )
}

/** Compiles blocks with the sources and in strict mode. Returns each error with its line in the page. */
export function complaints(root: string, blocks: readonly CodeBlock[]): readonly string[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const modules = new Map(
    blocks.map((block, index) => [join(root, block.name ?? `code-block-${index}.${block.language}`), block]),
  )
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => {
    const block = modules.get(path)
    // The `export` makes the block a module even if it has no imports.
    return block ? `${block.context}\n${block.code}\nexport {}\n` : readFile(path)
  }
  host.fileExists = (path) => modules.has(path) || fileExists(path)
  host.getCurrentDirectory = () => root
  const program = ts.createProgram({
    rootNames: [...modules.keys()],
    // Examples declare names that they don't use.
    options: { ...options, noUnusedLocals: false, noUnusedParameters: false },
    host,
  })
  return [...modules].flatMap(([path, block]) => {
    const file = program.getSourceFile(path)
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ messageText, start = 0 }) => {
      const lines = block.context.split('\n').length
      const at = (file?.getLineAndCharacterOfPosition(start).line ?? 0) - lines
      return `${block.file}:${block.line + at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

/**
 * Returns the names that a block uses, that only its hidden context declares, and that the page doesn't explain. A page
 * explains a name in its text, in an earlier block, or in a comment in the block.
 */
export function unexplained(text: string, { context, code, line }: CodeBlock): readonly string[] {
  const page = text
    .split('\n')
    .slice(0, line - 1)
    .join('\n')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
  const comments = code.match(/\/\/.*$/gm)?.join('\n') ?? ''
  const isExplained = (name: string) =>
    new RegExp(`\`([^\`\\n]*[^\`\\w/-])?${name}(?![\\w/-])`).test(page + comments) ||
    new RegExp(`(const|let|function|class|import) [^=;]*\\b${name}\\b`).test(page)
  return declaredIn(context).filter((name) => new RegExp(`\\b${name}\\b`).test(code) && !isExplained(name))
}

/** Returns the names that the code declares or imports. */
function declaredIn(code: string): readonly string[] {
  const bound = (name: ts.BindingName): readonly string[] =>
    ts.isIdentifier(name)
      ? [name.text]
      : name.elements.flatMap((one) => (ts.isBindingElement(one) ? bound(one.name) : []))
  return ts.createSourceFile('context.ts', code, ts.ScriptTarget.Latest, true).statements.flatMap((one) => {
    if (ts.isVariableStatement(one))
      return one.declarationList.declarations.flatMap(({ name }) => bound(name))
    if (ts.isFunctionDeclaration(one)) return one.name?.text ?? []
    if (!ts.isImportDeclaration(one)) return []
    const names =
      one.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        ? undefined
        : one.importClause?.namedBindings
    return names && ts.isNamedImports(names)
      ? names.elements.flatMap(({ isTypeOnly, name }) => (isTypeOnly ? [] : [name.text]))
      : []
  })
}

export const root = dirname(dirname(import.meta.dirname))
